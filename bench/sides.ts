import * as v from 'valibot';
import type { Browser, Page } from './browser';
import type { BenchFile } from './files';
import type { Stage } from './stage';

/** The result of one upload run. */
export interface Run {
  readonly seconds: number;
  /** Measured in the app only: the longest task on the main thread, and the number of progress updates of the store. */
  readonly page?: { readonly longestTaskMs: number; readonly progressUpdates: number };
}

/** A way to upload files. */
export type Side = (browser: Browser, stage: Stage, files: readonly BenchFile[]) => Promise<Run>;

/** What the probe reports of an upload in the app. */
const Observation = v.object({
  seconds: v.number(),
  longestTaskMs: v.number(),
  progressUpdates: v.number(),
  failures: v.array(v.string()),
});

/** Opens the app's upload screen and chooses the files. */
export async function openApp(browser: Browser, stage: Stage, files: readonly BenchFile[]): Promise<Page> {
  await stage.expect(files);
  const page = await browser.open(`${stage.appUrl}/signin`);
  await page.until(`document.querySelector('input[type=file]')`);
  await page.evaluate(`${stage.probes.uploads};undefined`, v.undefined());
  await page.chooseFiles('input[type=file]', pathsOf(files));
  await page.until('uploadButton()');
  return page;
}

/** Clicks `Upload` in the app and waits until all files are uploaded. */
export async function uploadIn(page: Page): Promise<Run> {
  const { seconds, failures, ...seen } = await page.evaluate('uploadChosen()', Observation);
  if (failures.length > 0) throw new Error(`The app could not send a file: ${failures.join(', ')}`);
  return { seconds, page: seen };
}

/** The real app, from the click on `Upload` to the last response. */
export const app: Side = async (browser, stage, files) => {
  const page = await openApp(browser, stage, files);
  const run = await uploadIn(page);
  await page.close();
  return run;
};

/** PUTs of 64 MiB slices, two in flight, without digests: the best that a page can do. */
export const raw: Side = barePage('rawPage', 'sendParts');

/** The same PUTs, with each slice hashed meanwhile in as many workers, by the same library as in the app. */
export const hashed: Side = barePage('hashedPage', 'sendHashedParts');

/** The four calls for each file in sequence. */
export const sequence: Side = barePage('rawPage', 'sendChosen');

/** Uppy with its default options. */
export const uppy: Side = barePage('uppyPage', 'sendWithUppy');

function barePage(name: string, sender: string): Side {
  return async (browser, stage, files) => {
    await stage.expect(files);
    const page = await browser.open(`${stage.appUrl}/bench/${name}`);
    await page.until(`typeof ${sender} === 'function' && document.querySelector('input')`);
    await page.chooseFiles('input', pathsOf(files));
    const seconds = await page.evaluate(`${sender}(${JSON.stringify(stage.access())})`, v.number());
    await page.close();
    return { seconds };
  };
}

function pathsOf(files: readonly BenchFile[]): readonly string[] {
  return files.map(({ path }) => path);
}
