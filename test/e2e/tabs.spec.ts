import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';
import { ACME_MEMBER } from '../support/walkLogin';
import { holdArchives, nextArchive, returnToPage, signInAs, test } from './support';

const transfersOf = (page: Page) => page.getByRole('region', { name: 'Transfers' });
const isStart = (request: Request): boolean => request.method() === 'POST' && request.url().endsWith('/download');
const isPoll = (request: Request): boolean => request.url().includes('/download/progress/');

/** Counts the downloads that all tabs of a context start, poll and save. */
function watchDownloads(context: BrowserContext) {
  const seen = { starts: 0, pollers: new Set<Page>(), saves: 0 };
  const watchSaves = (page: Page) => page.on('download', () => (seen.saves += 1));
  context.on('request', (request) => {
    if (isStart(request)) seen.starts += 1;
    if (isPoll(request)) seen.pollers.add(request.frame().page());
  });
  context.pages().forEach(watchSaves);
  context.on('page', watchSaves);
  return seen;
}

/** The sample project that loads fastest. */
const PROJECT = 'kidney-clearing-pilot';

async function requestDownload(page: Page, name: string): Promise<void> {
  await page.goto(`/acme/${PROJECT}`);
  await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
}

/**
 * Waits until the only open tab drives the downloads. A tab that is opened earlier may load its transfers sooner, and drive
 * them instead.
 */
async function waitForDriver(tab: Page): Promise<void> {
  const isDriving = () =>
    tab.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.some(({ name }) => name === 'data-manager-downloads');
    });
  await expect.poll(isDriving).toBe(true);
}

/** Opens a second tab, and waits until it shows the download of the first, which drives it. */
async function openFollower(first: Page, context: BrowserContext): Promise<Page> {
  await waitForDriver(first);
  const second = await context.newPage();
  await second.goto(`/acme/${PROJECT}`);
  await expect(transfersOf(second).getByRole('button', { name: 'Cancel' })).toBeVisible();
  return second;
}

test('only one of two tabs starts, polls and saves a download, no matter which tab requested it', async ({
  page,
  context,
  backend,
}) => {
  const finish = await holdArchives(context);
  await signInAs(page, backend, ACME_MEMBER, '/');
  await waitForDriver(page);
  const seen = watchDownloads(context);
  const second = await context.newPage();
  await requestDownload(second, 'protocol.txt');
  for (const tab of [page, second]) {
    await expect(transfersOf(tab).getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  }
  finish();
  await nextArchive(page);
  for (const tab of [page, second]) await expect(transfersOf(tab)).toBeHidden();
  expect(seen).toEqual({ starts: 1, pollers: new Set([page]), saves: 1 });
});

test('the second tab continues a download when the tab that drives it is closed', async ({
  page,
  context,
  backend,
}) => {
  const finish = await holdArchives(context);
  await signInAs(page, backend, ACME_MEMBER);
  const seen = watchDownloads(context);
  await requestDownload(page, 'overview_488.tif');
  const second = await openFollower(page, context);
  await returnToPage(page);
  await expect.poll(() => seen.pollers).toEqual(new Set([page]));
  const saved = nextArchive(second);
  await page.close();
  seen.pollers.clear();
  finish();
  await saved;
  await expect(transfersOf(second)).toBeHidden();
  expect(seen).toEqual({ starts: 1, pollers: new Set([second]), saves: 1 });
});
