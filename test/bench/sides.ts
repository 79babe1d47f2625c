import * as v from 'valibot';
import type { Browser, Page } from './browser';
import type { BenchFile } from './files';
import type { Stage } from './stage';

/** What one run of an upload showed. */
export interface Run {
  readonly seconds: number;
  /** What was seen in the app: longest task of the page's own thread, and changes of the store that tell progress. */
  readonly page?: { readonly longestTaskMs: number; readonly progressUpdates: number };
}

/** One way to upload files. */
export type Side = (browser: Browser, stage: Stage, files: readonly BenchFile[]) => Promise<Run>;

const Observation = v.object({
  seconds: v.number(),
  longestTaskMs: v.number(),
  progressUpdates: v.number(),
  failures: v.array(v.string()),
});

/** Opens the real app's upload screen with the files chosen, ready for `Upload`. */
export async function openApp(browser: Browser, stage: Stage, files: readonly BenchFile[]): Promise<Page> {
  await stage.expect(files);
  const page = await browser.open(`${stage.appUrl}/signin`);
  await page.until(`document.querySelector('input[type=file]')`);
  await page.evaluate(`${stage.probes.uploads};undefined`, v.undefined());
  await page.chooseFiles('input[type=file]', pathsOf(files));
  await page.until('uploadButton()');
  return page;
}

/** Presses `Upload` in the app and waits until all is sent. */
export async function uploadIn(page: Page): Promise<Run> {
  const { seconds, failures, ...seen } = await page.evaluate('uploadChosen()', Observation);
  if (failures.length > 0) throw new Error(`The app could not send a file: ${failures.join(', ')}`);
  return { seconds, page: seen };
}

/** The real app, from the press of `Upload` to the answer of the last call. */
export const app: Side = async (browser, stage, files) => {
  const page = await openApp(browser, stage, files);
  const run = await uploadIn(page);
  await page.close();
  return run;
};

/** PUTs of 64 MiB slices, two in flight, no digests: what a page can do at best. */
export const raw: Side = barePage('rawPage', 'sendParts');

/** The four calls of each file, one after the other. */
export const sequence: Side = barePage('rawPage', 'sendOneByOne');

/** Uppy with its defaults. */
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
