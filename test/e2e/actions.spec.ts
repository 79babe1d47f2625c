import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { findProblems } from '../support/screenChecks';
import { signIn } from '../support/signIn';
import { listKeys } from '../support/storedFiles';
import { md5OfArchive } from '../support/unzip';
import { ACME_MEMBER } from '../support/walkLogin';
import { collectComplaints, nextArchive, signInAs, test } from './support';

const DATASET = '/acme/mouse-brain-atlas/TC042';

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

/** Returns the sums of red, green and blue over all pixels of the viewer's canvas. */
async function drawnLight(viewer: Page): Promise<readonly number[]> {
  return viewer
    .locator('#image canvas')
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return [0, 0, 0];
      const { data = new Uint8ClampedArray() } =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      const sums: [number, number, number] = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        sums[0] += data[at] ?? 0;
        sums[1] += data[at + 1] ?? 0;
        sums[2] += data[at + 2] ?? 0;
      }
      return sums;
    });
}

/** Waits until the picture differs from the previous one and has stopped changing. */
async function settledLight(viewer: Page, before: readonly number[]): Promise<readonly number[]> {
  let last = before;
  await expect
    .poll(async () => {
      const now = await drawnLight(viewer);
      const isSettled = String(now) === String(last) && String(now) !== String(before);
      last = now;
      return isSettled;
    })
    .toBe(true);
  return last;
}

test('Add To Viewer generates pictures that the viewer shows at the section and in the colours of the preview', async ({
  page,
  context,
  backend,
}) => {
  const { violations, errors } = await collectComplaints(context);
  await signInAs(page, backend, ACME_MEMBER);
  await page.goto(DATASET);
  const started: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/pipeline/')) started.push(request.url());
  });
  await button(page, 'Add To Viewer').click();
  await button(page, 'Start').dblclick();
  const state = page.getByRole('status', { name: 'Add To Viewer' });
  await expect(state).toContainText(/queued|running/);
  await expect(button(page, 'Add To Viewer')).toBeDisabled();
  expect(started).toHaveLength(1);
  await expect(state).toContainText('Add To Viewer: done', { timeout: 90_000 });

  await page.getByLabel('DAPI colour').fill('#0080ff');
  const opened = page.waitForEvent('popup');
  await state.getByRole('link', { name: 'Open in viewer' }).click();
  const viewer = await opened;
  await expect(viewer.getByRole('heading', { name: 'TC042' })).toBeVisible();
  expect(await viewer.evaluate(() => document.fonts.check('16px Inter'))).toBe(true);
  const first = await settledLight(viewer, [0, 0, 0]);
  expect(first.every((light) => light > 0)).toBe(true);

  const place = viewer.locator('#place');
  await expect(place).toHaveText(/^Section 13 \(13 of 24\)$/);
  await viewer.keyboard.press('PageUp');
  await expect(place).toHaveText(/^Section 12 \(12 of 24\)$/);
  await viewer.getByRole('slider', { name: 'Section' }).fill('11');
  await expect(place).toHaveText(/^Section 12 \(12 of 24\)$/);
  const twelfth = await settledLight(viewer, first);

  // The colour that was chosen in the preview.
  await expect(viewer.getByLabel('DAPI colour')).toHaveValue('#0080ff');
  expect(new URL(viewer.url()).hash).toBe('#section=12&colour=3-0080ff');
  await expect(viewer.locator('#scale')).toHaveText(/ µm$/);
  const image = (await viewer.locator('#image').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await viewer.mouse.move(image.x + image.width / 2, image.y + image.height / 2);
  await expect(viewer.locator('#values')).toHaveText(/Autofluorescence \d+ .* Thy1-GFP \d+ .* DAPI \d+/);

  // The contrast of a section is automatic until it is changed.
  await viewer.getByRole('slider', { name: 'White of DAPI' }).press('End');
  const darker = await settledLight(viewer, twelfth);
  expect(darker[2]).toBeLessThan(twelfth[2] ?? 0);
  await viewer.getByRole('button', { name: 'Automatic contrast of DAPI' }).click();
  expect(await settledLight(viewer, darker)).toEqual(twelfth);

  // The second channel is green, and channels are blended additively.
  await viewer.getByRole('checkbox').nth(1).uncheck();
  expect(new URL(viewer.url()).hash).toBe('#section=12&off=2&colour=3-0080ff');
  const [, green = 0] = await settledLight(viewer, twelfth);
  expect(green).toBeLessThan(twelfth[1] ?? 0);
  await viewer.getByRole('checkbox').nth(1).check();
  expect(await settledLight(viewer, [0, green, 0])).toEqual(twelfth);
  expect(await findProblems(viewer)).toEqual([]);
  expect({ violations, errors }).toEqual({ violations: [], errors: [] });
});

test('a registration waits for an external workstation and shows its status messages', async ({ page, backend }) => {
  const folder = path.join(backend.dataDir, 'pipelines', 'atlas');
  /** Waits for the file of the job, and returns its path without the extension. */
  const findJob = async (): Promise<string> => {
    let job: string | undefined;
    await expect
      .poll(() => {
        job = fs.readdirSync(folder).find((name) => /^[^.]+\.json$/.test(name));
        return job;
      })
      .toBeDefined();
    return path.join(folder, path.basename(job ?? '', '.json'));
  };
  const writeStatus = (job: string, status: object): void => {
    fs.writeFileSync(`${job}.draft`, JSON.stringify(status));
    fs.renameSync(`${job}.draft`, `${job}.status.json`);
  };
  await signInAs(page, backend, ACME_MEMBER);
  await page.goto(DATASET);
  await button(page, 'Register For Atlas').click();
  await button(page, 'Start').click();
  const state = page.getByRole('status', { name: 'Register For Atlas' });
  await expect(state).toContainText('Register For Atlas: queued');
  await expect(state).toContainText('Waiting for an available workstation.');

  const first = await findJob();
  expect(JSON.parse(fs.readFileSync(`${first}.json`, 'utf8'))).toMatchObject({ datasetPath: DATASET.slice(1) });
  writeStatus(first, { status: 'RUNNING', message: 'Aligning section 3.' });
  await expect(state).toContainText('Register For Atlas: running', { timeout: 20_000 });
  await expect(state).toContainText('Aligning section 3.');

  // The status is still shown after leaving and returning to the dataset.
  await page.goto('/acme');
  writeStatus(first, { status: 'FAILED', message: 'Too few sections.' });
  await page.goto(DATASET);
  await expect(state).toContainText('Register For Atlas: failed');
  await expect(state).toContainText('Too few sections. The files are unchanged. You can start it again.');

  await button(page, 'Register For Atlas').click();
  await button(page, 'Start').click();
  await expect(state).toContainText('Register For Atlas: queued');
  const second = await findJob();
  expect(second).not.toBe(first);
  writeStatus(second, { status: 'DONE', viewerUrl: 'https://lab.example/atlas/TC042' });
  await page.reload();
  await expect(state).toContainText('Register For Atlas: done');
  await expect(state.getByRole('link', { name: 'Open in viewer' })).toHaveAttribute(
    'href',
    'https://lab.example/atlas/TC042',
  );
});

interface DownloadCase {
  readonly title: string;
  readonly address: string;
  /** Names of the selected checkboxes. */
  readonly selected: readonly string[];
  readonly downsampled: boolean;
  /** Expected fields of the request body. */
  readonly requested: Record<string, unknown>;
  /** Files and folders that the archive must contain, relative to the sponsor's folder. */
  readonly contents: readonly string[];
  /** The prefix of these paths that the names in the archive omit. */
  readonly root: string;
}

const PROJECT = 'mouse-brain-atlas';
const FILES = [`${PROJECT}/TC042/TC042_S000001_L01_ch01.tif`, `${PROJECT}/TC042/TC042_S000002_L01_ch03.tif`];

const DOWNLOADS: readonly DownloadCase[] = [
  {
    title: 'a selection',
    address: DATASET,
    selected: FILES.map((file) => path.basename(file)),
    downsampled: false,
    requested: { onlyDownSamples: false, files: FILES.map((file) => `acme/${file}`) },
    contents: FILES,
    root: `${PROJECT}/TC042/`,
  },
  {
    title: 'a selection as downsampled images only',
    address: DATASET,
    selected: FILES.map((file) => path.basename(file)),
    downsampled: true,
    requested: { onlyDownSamples: true, files: FILES.map((file) => `acme/${file}`) },
    contents: FILES,
    root: `${PROJECT}/TC042/`,
  },
  {
    title: 'a dataset',
    address: DATASET,
    selected: [],
    downsampled: false,
    requested: { onlyDownSamples: false, folder: `acme/${PROJECT}/TC042` },
    contents: [`${PROJECT}/TC042`],
    root: `${PROJECT}/`,
  },
  {
    title: 'a whole project as downsampled images only',
    address: `/acme/${PROJECT}`,
    selected: [],
    downsampled: true,
    requested: { onlyDownSamples: true, folder: `acme/${PROJECT}` },
    contents: [PROJECT],
    root: '',
  },
];

/** Returns the name of a downsampled image in the archive, without its extension. */
function downsampledStem(name: string): string {
  return `${name.replace(/\.[^./]+$/, '')}_downsampled`;
}

for (const { title, address, selected, downsampled, requested, contents, root } of DOWNLOADS) {
  test(`downloading ${title} requests exactly that, and the archive contains it`, async ({ page, backend }, info) => {
    await signInAs(page, backend, ACME_MEMBER);
    await page.goto(address);
    for (const name of selected) await page.getByRole('checkbox', { name }).check();
    if (downsampled) await page.getByRole('switch', { name: 'Downsampled only' }).check();
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/download'));
    const saved = nextArchive(page);
    await button(page, 'Download').click();
    const body: unknown = (await call).postDataJSON();
    expect(body).toMatchObject(requested);
    const archive = info.outputPath('archive.zip');
    await (await saved).saveAs(archive);
    expect(body).toMatchObject({ zipFileName: (await saved).suggestedFilename() });
    expect((await saved).suggestedFilename().startsWith('downsampled_')).toBe(downsampled);

    const session = await signIn(backend, 'member@acme.example');
    const keys = (await listKeys(session, 'acme')).map((key) => key.slice('acme/'.length));
    const stored = keys.filter((key) => contents.some((path) => key === path || key.startsWith(`${path}/`)));
    const wanted = downsampled ? stored.filter((name) => /\.tiff?$/i.test(name)) : stored;
    const names = [...(await md5OfArchive(archive)).keys()];
    const expected = wanted.map((name) => name.slice(root.length));
    if (downsampled) {
      expect(names.map((name) => name.replace(/\.[^./]+$/, '')).sort()).toEqual(expected.map(downsampledStem).sort());
    } else {
      expect([...names].sort()).toEqual([...expected].sort());
    }
  });
}
