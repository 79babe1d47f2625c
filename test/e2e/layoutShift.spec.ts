import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, type BrowserContext, type Page, type Request, type Route } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { dropFolder } from '../support/dropFolder';
import { findCovered } from '../support/findCovered';
import { readShifts, watchShifts } from '../support/layoutShifts';
import type { SharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
import { SERVICE } from '../support/standIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_ADMIN } from '../support/walkLogin';
import { countRecords, holdArchives, nextArchive, scrollBarTest as test, signInAs } from './support';

const PROJECT = '/acme/mouse-brain-atlas';
const DATASET = `${PROJECT}/TC042`;

test.describe.configure({ mode: 'parallel' });

/** Delays of API requests and scripts, in milliseconds. */
interface Pace {
  readonly answerMs: number;
  readonly codeMs: number;
}
const NO_DELAYS: Pace = { answerMs: 0, codeMs: 0 };
const SLOW: Pace = { answerMs: 150, codeMs: 250 };
/** Delays beyond the 500 ms in which the browser attributes a shift to a click. */
const LATE: Pace = { answerMs: 600, codeMs: 600 };
const LATE_CODE: Pace = { answerMs: 0, codeMs: 600 };

/** Counts the pending requests of a page to the API, except those for jobs, which are mocked. */
function countCalls(page: Page, apiUrl: string): () => number {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().startsWith(apiUrl) && !SERVICE.jobs.test(request.url())) pending.add(request);
  });
  const forget = (request: Request) => void pending.delete(request);
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  return () => pending.size;
}

/** Delays responses, so that the placeholders before them are actually drawn. Returns a function that sets the pace. */
async function slowDown(context: BrowserContext, apiUrl: string): Promise<(pace: Pace) => void> {
  let pace = NO_DELAYS;
  const passAfter = async (route: Route, delayMs: number): Promise<void> => {
    if (delayMs > 0) await new Promise((over) => setTimeout(over, delayMs));
    // The page may have been closed.
    await route.fallback().catch(() => undefined);
  };
  await context.route('**/static/**', (route) => passAfter(route, pace.codeMs));
  await context.route(`${apiUrl}/**`, (route) => {
    // Delaying the many thumbnails of a list would take most of the test's time.
    const isThumbnail = route.request().url().includes('/get-thumbnail-image/');
    return passAfter(route, isThumbnail ? 0 : pace.answerMs);
  });
  return (next) => {
    pace = next;
  };
}

/** Signs in. From the next navigation on, layout shifts are recorded. */
async function prepare(page: Page, backend: SharedBackend) {
  await signInAs(page, backend, ACME_ADMIN);
  await watchShifts(page.context());
  // Jobs of other tests would be shown above the files.
  await page.route(SERVICE.jobs, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { jobs: {} }, headers: { 'access-control-allow-origin': '*' } })
      : route.fallback(),
  );
  const setPace = await slowDown(page.context(), backend.url);
  const pendingCalls = countCalls(page, backend.url);
  const settle = async (): Promise<void> => {
    await expect.poll(pendingCalls).toBe(0);
    await page.waitForFunction(
      () => {
        const placeholders = document.querySelectorAll(
          '.mantine-Skeleton-root, [aria-busy="true"], [data-loading="true"]',
        );
        const isLoading = [...placeholders].some((element) => element.checkVisibility({ visibilityProperty: true }));
        return !isLoading && [...document.images].every((image) => image.naturalWidth > 0);
      },
      undefined,
      // By default, the browser would have to draw every frame.
      { polling: 100 },
    );
    await expect.poll(pendingCalls).toBe(0);
  };
  return { setPace, settle };
}

const FORM = `${DATASET}?edit=metadata`;

/** Every screen, and what is visible once it has loaded. */
const SCREENS = {
  // Redirects to the projects.
  '/': (page) => expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible(),
  '/acme': (page) => expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible(),
  [PROJECT]: async (page) => {
    await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible();
  },
  [DATASET]: async (page) => {
    await expect(page.getByRole('slider', { name: 'Completeness' })).toBeVisible();
    await expect(page.getByRole('img', { name: /, channels / })).toBeVisible();
    await expect(page.getByRole('grid').getByRole('img').first()).toBeVisible();
  },
  [`${DATASET}/upload`]: (page) => expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible(),
  [`${PROJECT}/upload`]: (page) => expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible(),
  [FORM]: (page) => expect(page.getByLabel('Pixel size')).toBeVisible(),
  [`${PROJECT}/there-is-none`]: (page) => expect(page.getByText(/^Dataset .* not found/)).toBeVisible(),
  '/acme/there-is-none': (page) => expect(page.getByText(/^Project .* not found$/)).toBeVisible(),
  [`${DATASET}/and/deeper`]: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
} satisfies Record<string, (page: Page) => Promise<void>>;

/** A common small window, and windows as tall as their content: shifts outside the viewport do not count. */
const WINDOWS = [
  { width: 360, height: 740, pace: NO_DELAYS },
  { width: 1440, height: 2600, pace: SLOW },
  { width: 360, height: 5000, pace: SLOW },
] as const;

for (const { width, height, pace } of WINDOWS) {
  const speed = pace === SLOW ? 'with slow responses and scripts' : 'without delays';
  test(`opening any screen in a window of ${width} × ${height} ${speed} shifts nothing`, async ({ page, backend }) => {
    test.slow();
    const found: Record<string, readonly string[]> = {};
    await page.setViewportSize({ width, height });
    const { setPace, settle } = await prepare(page, backend);
    setPace(pace);
    for (const [address, isLoaded] of Object.entries(SCREENS)) {
      // The form's placeholder is as tall as the window, so in a tall, narrow window the content below it shifts.
      if (address === FORM && width < 1000 && height > 1000) continue;
      await page.goto(address);
      await isLoaded(page);
      await settle();
      const shifts = await readShifts(page);
      if (shifts.length > 0) found[address] = shifts;
    }
    expect(found).toEqual({});
  });
}

/** Section images of which many are missing, scanned twice, damaged or flat, in two pages. */
function troubledPages(): readonly object[] {
  const images = Array.from({ length: 600 }, (_, index) => index + 1)
    .filter((section) => section % 7 !== 0)
    .flatMap((section) => (section % 11 === 0 ? [1] : [1, 2, 3]).map((channel) => ({ section, channel })))
    .map(({ section, channel }) => ({
      key: `acme/mouse-brain-atlas/TC042/TC042_S${String(section).padStart(6, '0')}_L01_ch0${channel}.tif`,
      size: 1_000,
      ...(section % 53 === 0 && { unreadable: 'truncated' }),
      content: section % 59 === 0 ? 'flat' : 'complete',
    }));
  const twice = images
    .filter((_, index) => index % 41 === 0)
    .map((image) => ({ ...image, key: image.key.replace('TC042_', 'again/TC042_') }));
  return [{ files: images.slice(0, 1_000), cursor: 'more' }, { files: [...images.slice(1_000), ...twice] }];
}

/** Moves of a right-aligned text that grows with its numbers, such as the one beside the switch `Downsampled only`. */
const HARDLY = 0.0001;

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the second page of a listing and findings of many lines move nothing in a window ${width} px wide`, async ({
    page,
    backend,
  }) => {
    await page.setViewportSize({ width, height });
    await prepare(page, backend);
    const pages = troubledPages();
    await page.route(SERVICE.pictures, (route) => route.fulfill({ status: 404, json: {} }));
    for (const [address, list] of [
      [DATASET, 'Completeness'],
      [PROJECT, undefined],
    ] as const) {
      const held: Route[] = [];
      await page.route(SERVICE.files, (route) => {
        const isSecond = new URL(route.request().url()).searchParams.has('cursor');
        return isSecond ? void held.push(route) : fulfill(route, pages[0]);
      });
      await page.goto(address);
      await expect(page.getByText('1,000 files loaded…')).toBeAttached();
      await expect.poll(() => held.length).toBe(1);
      await fulfill(held[0], pages[1]);
      if (list !== undefined) await expect(page.getByRole('list', { name: list })).toContainText('scanned twice');
      await expect(page.getByText('1,000 files loaded…')).toBeHidden();
      const shifts = await readShifts(page);
      expect(
        shifts.filter((shift) => Number.parseFloat(shift) > HARDLY),
        address,
      ).toEqual([]);
    }
  });
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`files that arrive at the end of an open list move nothing in a window ${width} px wide`, async ({
    page,
    backend,
    disk,
  }) => {
    await page.setViewportSize({ width, height });
    const { settle } = await prepare(page, backend);
    const dataset = await makeDataset(backend, [1, 2]);
    let held: Route[] | undefined = [];
    await page.route('**/storage/**', (route) =>
      held === undefined || route.request().method() !== 'PUT' ? route.continue() : void held.push(route),
    );
    await page.goto(`${dataset}/upload`);
    const files = [3, 4, 5, 6].map((section) => path.join(disk, imageName(section)));
    for (const file of files) fs.writeFileSync(file, drawnTiff(40_000, 0));
    await chooseBy(page, 'Choose files', files);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect.poll(() => held?.length).toBeGreaterThan(0);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'TC300' }).click();
    await expect(page.getByRole('checkbox', { name: imageName(2) })).toBeAttached();
    await expect(page.getByRole('img', { name: /, channels / })).toBeVisible();
    await page.getByRole('region', { name: 'Transfers' }).getByRole('button', { name: 'Collapse' }).click();
    await pastInput(page);
    const before = await readShifts(page);
    const sent = held;
    held = undefined;
    for (const route of sent) await route.continue();
    await expect(page.getByRole('checkbox', { name: /^TC300/ })).toHaveCount(6);
    await expect(page.getByRole('status', { name: 'Dataset state' })).toHaveText(
      /^6 of 24 sections complete · 18 images missing/,
    );
    await settle();
    const shifts = await readShifts(page);
    expect(shifts.slice(before.length).filter((shift) => Number.parseFloat(shift) > HARDLY)).toEqual([]);
  });
}

function imageName(section: number): string {
  return `TC300_S00000${section}_L01_ch01.tif`;
}

/** Creates a dataset with some sections in a project of its own. Returns its address. */
async function makeDataset(backend: SharedBackend, sections: readonly number[]): Promise<string> {
  const admin = await signIn(backend, 'admin@acme.example');
  const title = `shifts ${randomUUID()}`;
  const { projectHash } = await admin.make<{ projectHash: string }>('/project', { title });
  await admin.make('/dataset', {
    projectHash,
    dataset: 'TC300',
    physicalSections: 24,
    channels: [{ num: 1, name: 'DAPI' }],
  });
  for (const section of sections) {
    await uploadFile(admin, `acme/${title}/TC300/${imageName(section)}`, [drawnTiff(40_000, 0)]);
  }
  return `/acme/${encodeURIComponent(title)}/TC300`;
}

async function fulfill(route: Route | undefined, json: object | undefined): Promise<void> {
  await route?.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
}

/** States with long messages, and with all buttons and links. */
const JOB_STATES = {
  multimodel: { jobId: 'job', status: 'QUEUED' },
  pyramid: { jobId: 'job', status: 'RUNNING', message: '3 of 12 images are ready.' },
  atlas: { jobId: 'job', status: 'FAILED', message: 'Section 7 could not be read: the file is truncated. '.repeat(3) },
};
const DONE_STATES = {
  ...JOB_STATES,
  pyramid: { jobId: 'job', status: 'DONE', viewerUrl: 'https://viewer.test/TC042', message: '2 files left out.' },
};

/** Holds the requests for the states of jobs. Returns a function that responds to the next one. */
async function holdJobs(page: Page): Promise<(jobs: object) => Promise<void>> {
  const held: Route[] = [];
  await page.route(SERVICE.jobs, (route) => void held.push(route));
  return async (jobs) => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await held.shift()?.fulfill({ json: { jobs }, headers: { 'access-control-allow-origin': '*' } });
  };
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 360, height: 5000 },
]) {
  test(`channels that the metadata does not name and the states of jobs shift nothing when they arrive late in a window ${width} px wide`, async ({
    page,
    backend,
  }) => {
    await page.setViewportSize({ width, height });
    const { setPace, settle } = await prepare(page, backend);
    await page.route(SERVICE.datasets, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { readonly datasets?: readonly { channels: readonly unknown[] }[] };
      for (const dataset of body.datasets ?? []) dataset.channels = dataset.channels.slice(0, 1);
      await route.fulfill({ response, json: body });
    });
    const answerJobs = await holdJobs(page);
    setPace(LATE);
    await page.goto(DATASET);
    await SCREENS[DATASET](page);
    await expect(page.getByRole('group', { name: 'Channel ch03' })).toBeAttached();
    await answerJobs(JOB_STATES);
    await expect(page.getByRole('status', { name: 'Register For Atlas' })).toContainText('failed');
    await expect(page.getByRole('button', { name: 'Cancel job' })).toBeVisible();
    await settle();
    expect(await readShifts(page)).toEqual([]);
  });
}

test('the states of jobs that change while the dataset is open shift nothing and cover no control', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await prepare(page, backend);
  const answerJobs = await holdJobs(page);
  await page.goto(DATASET);
  await SCREENS[DATASET](page);
  await answerJobs(JOB_STATES);
  await expect(page.getByRole('status', { name: 'Register For Atlas' })).toContainText('failed');
  await answerJobs(DONE_STATES);
  await expect(page.getByRole('link', { name: 'Open viewer' })).toBeVisible();
  expect(await readShifts(page)).toEqual([]);
  // The states have room for the words of their links.
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await page.evaluate(findCovered)).toEqual([]);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test.describe(`in a window ${viewport.width} px wide`, () => {
    test.use({ viewport });

    test('following links, opening the history, losing the network and downloading shift nothing', async ({
      page,
      context,
      backend,
    }) => {
      test.slow();
      const releaseArchives = await holdArchives(context);
      const { setPace, settle } = await prepare(page, backend);
      const expectNoShift = async (step: string) => expect(await readShifts(page), step).toEqual([]);

      setPace(LATE);
      await page.goto('/acme');
      await SCREENS['/acme'](page);
      await settle();
      await page.getByRole('button', { name: 'Transfer history' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await settle();
      await expectNoShift('opening the transfer history');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
      await SCREENS[PROJECT](page);
      await settle();
      await page.getByRole('link', { name: 'TC042' }).click();
      await SCREENS[DATASET](page);
      await settle();
      await expectNoShift('following links');

      setPace(LATE_CODE);
      await page.goto(PROJECT);
      await SCREENS[PROJECT](page);
      await settle();
      await context.setOffline(true);
      await expect(page.getByText('offline', { exact: true })).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText('offline', { exact: true })).toBeHidden();
      await expectNoShift('losing the network');
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      await expectNoShift('opening the transfers panel');

      await page.goto(DATASET);
      await expect(page.getByRole('progressbar')).toBeVisible();
      await SCREENS[DATASET](page);
      const saved = nextArchive(page);
      releaseArchives();
      await saved;
      await expect(page.getByRole('region', { name: 'Transfers' })).toBeHidden();
      await expectNoShift('loading a page with the transfers panel, and closing the panel');
    });

    test('reading files, comparing them with the server and an interrupted upload shift nothing', async ({
      page,
      context,
      backend,
      disk,
    }) => {
      test.slow();
      const { setPace, settle } = await prepare(page, backend);
      const expectNoShift = async (step: string) => expect(await readShifts(page), step).toEqual([]);
      await page.goto(`${PROJECT}/upload`);
      await SCREENS[`${PROJECT}/upload`](page);
      await settle();
      for (const [index, dataset] of ['TC042', 'TC077'].entries()) {
        const continueReading = await holdReading(page);
        await dropFolder(page, folderOfMany(disk, dataset));
        await expect(page.getByText('reading files…')).toBeVisible();
        await continueReading();
        await expect(page.getByText('reading files…')).toBeHidden();
        await expect(page.getByRole('region', { name: `Completeness of ${dataset}` })).toBeVisible();
        await expect(page.getByRole('heading', { name: `${index + 1} name` })).toBeVisible();
        // Their contents are checked later.
        await expect(
          page.getByRole('heading', { name: `${index === 0 ? '300' : '600'} damaged images` }),
        ).toBeVisible();
        const forecasts = page.getByRole('list', { name: /^Completeness of / });
        await expect(forecasts.getByText(/^\d[\d,]* damaged images/)).toHaveCount(index + 1);
      }
      await expectNoShift('reading dropped folders');

      let held: Route[] | undefined = [];
      await page.route(SERVICE.files, (route) => (held === undefined ? route.fallback() : void held.push(route)));
      await page.goto(`${DATASET}/upload`);
      const names = ['TC042_S000001_L01_ch01.tif', 'TC042_S000017_L01_ch02.tif', 'TC042_S000025_L01_ch01.tif'];
      const files = names.map((name) => path.join(disk, name));
      for (const file of files) fs.writeFileSync(file, drawnTiff(400_000, 0));
      await chooseBy(page, 'Choose files', files);
      await expect(page.getByText('3 files,')).toBeVisible();
      await expect(page.getByText('Comparing with the server')).toBeVisible();
      await pastInput(page);
      const listings = held;
      held = undefined;
      for (const route of listings) await route.fallback();
      await expect(page.getByRole('region', { name: 'Completeness of TC042' })).toBeVisible();
      await expect(page.getByRole('checkbox', { name: names[1] ?? '' })).toBeVisible();
      await expectNoShift('comparing the files with the server');

      await page.route('**/storage/**', () => undefined);
      await page.goto(`${PROJECT}/upload`);
      const interrupted = path.join(disk, 'TC077_S000001_L01_ch01.tif');
      fs.writeFileSync(interrupted, drawnTiff(400_000, 0));
      await chooseBy(page, 'Choose files', interrupted);
      const sent = page.waitForRequest('**/storage/**');
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await sent;
      await expect.poll(() => countRecords(page, 'upload-journal')).toBe(1);
      await page.close();
      setPace(SLOW);
      const next = await context.newPage();
      await next.goto(PROJECT);
      const bar = next.getByRole('region', { name: 'Interrupted upload' });
      await expect(bar).toBeVisible();
      await SCREENS[PROJECT](next);
      expect(await readShifts(next), 'loading a page with an interrupted upload').toEqual([]);
      await bar.getByRole('button', { name: 'Discard' }).click();
      await next.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await expect(bar).toBeHidden();
    });
  });
}

/**
 * Holds the reading of the next dropped folder. Returns a function that continues it when shifts are no longer
 * attributed to the drop.
 */
async function holdReading(page: Page): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(() => {
    let resolve: () => void;
    const released = new Promise<void>((resolved) => {
      resolve = resolved;
    });
    const { prototype } = DataTransferItem;
    const getEntry = Reflect.get(prototype, 'webkitGetAsEntry') as () => FileSystemDirectoryEntry;
    prototype.webkitGetAsEntry = function () {
      const folder = getEntry.call(this);
      const reader = folder.createReader();
      const readEntries = (...callbacks: Parameters<typeof reader.readEntries>) =>
        void released.then(() => reader.readEntries(...callbacks));
      return Object.assign(folder, { createReader: () => ({ readEntries }) });
    };
    return () => {
      prototype.webkitGetAsEntry = getEntry;
      resolve();
    };
  });
  return async () => {
    await pastInput(page);
    await release.evaluate((read) => read());
  };
}

/** Waits until the browser no longer attributes shifts to what the user has just done. */
async function pastInput(page: Page): Promise<void> {
  const start = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() > since + 600, start);
}

/** Creates a folder with a missing section. */
function folderOfMany(parent: string, dataset: string): string {
  const folder = path.join(parent, dataset);
  fs.mkdirSync(folder);
  const sections = Array.from({ length: 300 }, (_, index) => index + 1).filter((section) => section !== 100);
  const names = sections.map((section) => `${dataset}_S${String(section).padStart(6, '0')}_L01_ch01.tif`);
  for (const name of [...names, 'picture.tif', 'Thumbs.db']) fs.writeFileSync(path.join(folder, name), 'no image');
  return folder;
}
