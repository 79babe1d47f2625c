import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page, type Request, type Route } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { dropFolder } from '../support/dropFolder';
import { readShifts, watchShifts } from '../support/layoutShifts';
import { SERVICE } from '../support/standIn';
import type { Backend } from '../support/startBackend';
import { ACME_ADMIN, walkLogin } from '../support/walkLogin';
import { countRecords, holdArchives, nextArchive, scrollBarTest as test } from './support';

const PROJECT = '/acme/mouse-brain-atlas';
const DATASET = `${PROJECT}/TC042`;

test.describe.configure({ mode: 'parallel' });
// Jobs that other files start show their state above the content.
test.use({ sharesBackend: false });

/** Delays of API requests and scripts, in milliseconds. */
interface Pace {
  readonly name: string;
  readonly answerMs: number;
  readonly codeMs: number;
}
const AT_ONCE: Pace = { name: 'without delays', answerMs: 0, codeMs: 0 };
const SLOW_ANSWERS: Pace = { name: 'with slow responses', answerMs: 250, codeMs: 0 };
const SLOW: Pace = { name: 'with slow responses and scripts', answerMs: 150, codeMs: 250 };
/** Delays beyond the 500 ms in which the browser attributes a shift to a click. */
const LATE: Pace = { name: 'late', answerMs: 600, codeMs: 600 };

/** Common window sizes, and windows as tall as their content: shifts outside the viewport do not count. */
const OPENINGS = [
  { width: 1440, height: 900, pace: AT_ONCE },
  { width: 1440, height: 2600, pace: SLOW_ANSWERS },
  { width: 360, height: 740, pace: SLOW },
  { width: 360, height: 5000, pace: SLOW },
] as const;
const FORM = `${DATASET}?edit=metadata`;
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };

/** Returns a function that counts the pending requests to the API. */
function countCalls(page: Page, apiUrl: string): () => number {
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().startsWith(apiUrl)) waiting.add(request);
  });
  const forget = (request: Request) => void waiting.delete(request);
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  return () => waiting.size;
}

/** Delays responses, so that the placeholders before them are actually drawn. */
async function slowDown(page: Page, apiUrl: string, { answerMs, codeMs }: Pace): Promise<void> {
  const hold = (waitMs: number) => async (route: Route) => {
    // Delaying the many thumbnails of a list would take most of the test's time.
    const isHeld = !route.request().url().includes('/get-thumbnail-image/');
    if (isHeld) await new Promise((over) => setTimeout(over, waitMs));
    // The page may have been closed.
    await route.continue().catch(() => undefined);
  };
  if (answerMs > 0) await page.route(`${apiUrl}/**`, hold(answerMs));
  if (codeMs > 0) await page.route('**/static/**', hold(codeMs));
}

/** Signs in. From the next navigation on, applies the delays and records layout shifts. */
async function prepare(page: Page, backend: Backend, pace: Pace): Promise<{ readonly settle: () => Promise<void> }> {
  await walkLogin(page, backend.appUrl, ACME_ADMIN);
  await watchShifts(page);
  await slowDown(page, backend.url, pace);
  const calls = countCalls(page, backend.url);
  return {
    settle: async () => {
      await expect.poll(calls).toBe(0);
      await page.waitForFunction(() => {
        const isComing = document.querySelector('.mantine-Skeleton-root, [aria-busy="true"], [data-loading="true"]');
        return isComing === null && [...document.images].every((image) => image.naturalWidth > 0);
      });
      await expect.poll(calls).toBe(0);
    },
  };
}

const arrivals: Readonly<Record<string, (page: Page) => Promise<void>>> = {
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
};

for (const { width, height, pace } of OPENINGS) {
  test(`no screen shifts when it is opened at ${width} × ${height} ${pace.name}`, async ({ page, backend }) => {
    test.slow();
    const found: Record<string, readonly string[]> = {};
    await page.setViewportSize({ width, height });
    const { settle } = await prepare(page, backend, pace);
    for (const [address, arrive] of Object.entries(arrivals)) {
      // The form's placeholder is as tall as the window, so in a tall, narrow window the content below it shifts.
      if (address === FORM && width < 1000 && height > 1000) continue;
      await page.goto(address);
      await arrive(page);
      await settle();
      const shifts = await readShifts(page);
      if (shifts.length > 0) found[address] = shifts;
    }
    expect(found).toEqual({});
  });
}

for (const viewport of [WIDE, NARROW]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('no screen shifts after a click on a link has opened it', async ({ page, backend }) => {
      const { settle } = await prepare(page, backend, LATE);
      await page.goto('/acme');
      await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
      await arrivals[PROJECT]?.(page);
      await settle();
      await page.getByRole('link', { name: 'TC042' }).click();
      await arrivals[DATASET]?.(page);
      await settle();
      expect(await readShifts(page)).toEqual([]);
    });

    test('the transfers panel opens and closes without shifting the content above', async ({
      page,
      context,
      backend,
    }) => {
      const release = await holdArchives(context);
      const { settle } = await prepare(page, backend, { ...LATE, answerMs: 0 });
      await page.goto(PROJECT);
      await arrivals[PROJECT]?.(page);
      await settle();
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      await page.goto(DATASET);
      await expect(page.getByRole('progressbar')).toBeVisible();
      await arrivals[DATASET]?.(page);
      const saved = nextArchive(page);
      release();
      await saved;
      await expect(page.getByRole('region', { name: 'Transfers' })).toBeHidden();
      expect(await readShifts(page)).toEqual([]);
    });

    test('the transfer history opens without shifting the page', async ({ page, backend }) => {
      const { settle } = await prepare(page, backend, LATE);
      await page.goto('/acme');
      await arrivals['/acme']?.(page);
      await settle();
      await page.getByRole('button', { name: 'Transfer history' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await settle();
      expect(await readShifts(page)).toEqual([]);
    });

    test('going offline and online does not shift the page', async ({ page, context, backend }) => {
      const { settle } = await prepare(page, backend, AT_ONCE);
      await page.goto(PROJECT);
      await arrivals[PROJECT]?.(page);
      await settle();
      await context.setOffline(true);
      await expect(page.getByText('offline', { exact: true })).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText('offline', { exact: true })).toBeHidden();
      expect(await readShifts(page)).toEqual([]);
    });
  });
}

test.describe('with files to upload', () => {
  for (const viewport of [WIDE, NARROW]) {
    test.describe(`at ${viewport.width} px`, () => {
      test.use({ viewport });

      test('the bar for an interrupted upload appears without shifting the page', async ({
        page,
        context,
        backend,
        disk,
      }) => {
        await walkLogin(page, backend.appUrl, ACME_ADMIN);
        await page.route('**/storage/**', () => undefined);
        await page.goto(`${PROJECT}/upload`);
        const file = path.join(disk, 'TC077_S000001_L01_ch01.tif');
        fs.writeFileSync(file, drawnTiff(400_000, 0));
        await chooseBy(page, 'Choose files', file);
        const sent = page.waitForRequest('**/storage/**');
        await page.getByRole('button', { name: 'Upload', exact: true }).click();
        await sent;
        await expect.poll(() => countRecords(page, 'upload-journal')).toBe(1);
        await page.close();
        const next = await context.newPage();
        await watchShifts(next);
        await slowDown(next, backend.url, SLOW);
        await next.goto(PROJECT);
        const bar = next.getByRole('region', { name: 'Interrupted upload' });
        await expect(bar).toBeVisible();
        await arrivals[PROJECT]?.(next);
        expect(await readShifts(next)).toEqual([]);
        await bar.getByRole('button', { name: 'Discard' }).click();
        await next.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
        await expect(bar).toBeHidden();
      });

      test('selected files do not shift when the listing arrives from the server', async ({ page, backend, disk }) => {
        await walkLogin(page, backend.appUrl, ACME_ADMIN);
        await watchShifts(page);
        const held: Route[] = [];
        await page.route(SERVICE.files, (route) => void held.push(route));
        await page.goto(`${DATASET}/upload`);
        const names = ['TC042_S000001_L01_ch01.tif', 'TC042_S000017_L01_ch02.tif', 'TC042_S000025_L01_ch01.tif'];
        const files = names.map((name) => path.join(disk, name));
        for (const file of files) fs.writeFileSync(file, drawnTiff(400_000, 0));
        await chooseBy(page, 'Choose files', files);
        await expect(page.getByText('3 files,')).toBeVisible();
        await expect(page.getByText('Comparing with the server')).toBeVisible();
        // The browser attributes shifts within half a second to the selection.
        await page.waitForFunction(
          (since) => performance.now() > since + 600,
          await page.evaluate(() => performance.now()),
        );
        for (const route of held) await route.continue();
        await expect(page.getByRole('region', { name: 'Completeness of TC042' })).toBeVisible();
        await expect(page.getByRole('checkbox', { name: names[1] ?? '' })).toBeVisible();
        expect(await readShifts(page)).toEqual([]);
      });

      test('reading dropped folders does not shift the page', async ({ page, backend, disk }) => {
        const { settle } = await prepare(page, backend, AT_ONCE);
        await page.goto(`${PROJECT}/upload`);
        await arrivals[`${PROJECT}/upload`]?.(page);
        await settle();
        for (const [index, dataset] of ['TC042', 'TC077'].entries()) {
          await dropFolder(page, folderOfMany(disk, dataset));
          await expect(page.getByText('reading files…')).toBeVisible();
          await expect(page.getByRole('row').filter({ hasText: 'TC042' }).first()).toBeVisible();
          await expect(page.getByText('reading files…')).toBeHidden();
          await expect(page.getByRole('region', { name: `Completeness of ${dataset}` })).toBeVisible();
          await expect(page.getByRole('button', { name: `${index + 1} invalid` })).toBeVisible();
        }
        expect(await readShifts(page)).toEqual([]);
      });
    });
  }
});

/** Creates a folder with a missing section. Reading it takes longer than the 500 ms in which shifts count as caused by the drop. */
function folderOfMany(parent: string, dataset: string): string {
  const folder = path.join(parent, dataset);
  fs.mkdirSync(folder);
  const sections = Array.from({ length: 3_000 }, (_, index) => index + 1).filter((section) => section !== 100);
  const names = sections.map((section) => `${dataset}_S${String(section).padStart(6, '0')}_L01_ch01.tif`);
  for (const name of [...names, 'picture.tif', 'Thumbs.db']) fs.writeFileSync(path.join(folder, name), '');
  return folder;
}
