import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page, type Request, type Route } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { chromiumOptions } from '../support/chromiumOptions';
import { drawnTiff } from '../support/drawnTiff';
import { dropFolder } from '../support/dropFolder';
import { readShifts, watchShifts } from '../support/layoutShifts';
import { SERVICE } from '../support/standIn';
import type { Backend } from '../support/startBackend';
import { ACME_ADMIN, walkLogin } from '../support/walkLogin';
import { holdArchives, test } from './support';

const PROJECT = '/acme/mouse-brain-atlas';
const DATASET = `${PROJECT}/TC042`;

test.describe.configure({ mode: 'parallel' });
// With the scroll bars that most people have: they take room, too.
test.use({ launchOptions: { ...chromiumOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

/** How long an answer of the server and a piece of code are held before they are asked for, ms. */
interface Pace {
  readonly name: string;
  readonly answerMs: number;
  readonly codeMs: number;
}
const AT_ONCE: Pace = { name: 'all comes at once', answerMs: 0, codeMs: 0 };
const SLOW_ANSWERS: Pace = { name: 'answers are slow', answerMs: 250, codeMs: 0 };
const SLOW: Pace = { name: 'answers and code are slow', answerMs: 150, codeMs: 250 };
/** What a click asks for comes when the browser no longer puts it down to the click, which it does for 500 ms. */
const LATE: Pace = { name: 'late', answerMs: 600, codeMs: 600 };

/** Windows as people have them, and such that are as high as what is in them: what is out of sight does not count. */
const OPENINGS = [
  { width: 1440, height: 900, pace: AT_ONCE },
  { width: 1440, height: 2600, pace: SLOW_ANSWERS },
  { width: 360, height: 740, pace: SLOW },
  { width: 360, height: 5000, pace: SLOW },
] as const;
const FORM = `${DATASET}?edit=metadata`;
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };

/** Calls on their way to a server. */
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

/** Holds what comes to the page for a while, so that what stands there meanwhile is really drawn. */
async function slowDown(page: Page, apiUrl: string, { answerMs, codeMs }: Pace): Promise<void> {
  const hold = (waitMs: number) => async (route: Route) => {
    // The many small pictures of a list would take most of the test's time.
    const isHeld = !route.request().url().includes('/get-thumbnail-image/');
    if (isHeld) await new Promise((over) => setTimeout(over, waitMs));
    // The page may be gone meanwhile.
    await route.continue().catch(() => undefined);
  };
  if (answerMs > 0) await page.route(`${apiUrl}/**`, hold(answerMs));
  if (codeMs > 0) await page.route('**/static/**', hold(codeMs));
}

/** Signs in; from the next document on, all comes at this pace, and what moves by itself is kept. */
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
  test(`no screen moves by itself when it is opened, ${width} × ${height}, ${pace.name}`, async ({ page, backend }) => {
    // It opens every screen, and all of them wait.
    test.slow();
    const found: Record<string, readonly string[]> = {};
    await page.setViewportSize({ width, height });
    const { settle } = await prepare(page, backend, pace);
    for (const [address, arrive] of Object.entries(arrivals)) {
      // Till the form has come, its place is as high as the window, and what stands below it in a narrow one is far away.
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

    test('no screen moves by itself when a click has led there', async ({ page, backend }) => {
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

    test('the transfers come and go without moving what stands above them', async ({ page, context, backend }) => {
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
      const saved = page.waitForEvent('download');
      release();
      await saved;
      await expect(page.getByRole('region', { name: 'Transfers' })).toBeHidden();
      expect(await readShifts(page)).toEqual([]);
    });

    test('the history opens without moving anything', async ({ page, backend }) => {
      const { settle } = await prepare(page, backend, LATE);
      await page.goto('/acme');
      await arrivals['/acme']?.(page);
      await settle();
      await page.getByRole('button', { name: 'Transfer history' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await settle();
      expect(await readShifts(page)).toEqual([]);
    });

    test('the network goes and comes back without moving anything', async ({ page, context, backend }) => {
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

test.describe('with a file on the disk', () => {
  for (const viewport of [WIDE, NARROW]) {
    test.describe(`at ${viewport.width} px`, () => {
      test.use({ viewport });

      test('an interrupted upload is offered without moving the page', async ({ page, context, backend, disk }) => {
        await walkLogin(page, backend.appUrl, ACME_ADMIN);
        await page.route('**/storage/**', () => undefined);
        await page.goto(`${PROJECT}/upload`);
        const file = path.join(disk, 'TC077_S000001_L01_ch01.tif');
        fs.writeFileSync(file, drawnTiff(400_000, 0));
        await chooseBy(page, 'Choose files', file);
        await page.getByRole('button', { name: 'Upload', exact: true }).click();
        await expect(page.getByRole('tab', { name: 'Uploads (1)' })).toBeVisible();
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

      test('what was chosen stays where it is when the server’s list comes', async ({ page, backend, disk }) => {
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
        // The browser puts down to the choice what comes within half a second.
        await page.waitForFunction(
          (since) => performance.now() > since + 600,
          await page.evaluate(() => performance.now()),
        );
        for (const route of held) await route.continue();
        await expect(page.getByRole('region', { name: 'Completeness of TC042' })).toBeVisible();
        await expect(page.getByRole('checkbox', { name: names[1] ?? '' })).toBeVisible();
        expect(await readShifts(page)).toEqual([]);
      });

      test('nothing moves while a dropped folder is read, nor when another one is', async ({ page, backend, disk }) => {
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

/** A folder with a gap, whose reading takes longer than the half second in which the browser puts all that moves down to the drop. */
function folderOfMany(parent: string, dataset: string): string {
  const folder = path.join(parent, dataset);
  fs.mkdirSync(folder);
  const sections = Array.from({ length: 3_000 }, (_, index) => index + 1).filter((section) => section !== 100);
  const names = sections.map((section) => `${dataset}_S${String(section).padStart(6, '0')}_L01_ch01.tif`);
  for (const name of [...names, 'picture.tif', 'Thumbs.db']) fs.writeFileSync(path.join(folder, name), '');
  return folder;
}
