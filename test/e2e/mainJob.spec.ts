import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { md5OfArchive } from '../support/unzip';
import { ACME_MEMBER, walkLogin } from '../support/walkLogin';
import { expectPainted, md5OfFolder, nextArchive, test } from './support';

const MIB = 1024 * 1024;

/** Reports each real click with the name of its target. A click and the choice in the file chooser that it opens count once. */
const COUNT_CLICKS = `addEventListener('click', (event) => {
  if (event.isTrusted) countClick(event.target.closest('a, button')?.textContent ?? '');
}, true)`;

/** Creates a dataset folder with sections of several sizes. The largest has two parts (over 64 MiB). */
function makeDatasetFolder(parent: string): string {
  const folder = path.join(parent, 'TC100');
  fs.mkdirSync(folder);
  const sizes = [40 * 1024, 1.5 * MIB, 9 * MIB, 66 * MIB];
  sizes.forEach((bytes, index) => {
    fs.writeFileSync(path.join(folder, `TC100_S00000${index + 1}_L01_ch01.tif`), drawnTiff(bytes, index));
  });
  fs.writeFileSync(path.join(folder, 'TC100_S000001_L01_ch02.tif'), drawnTiff(2 * MIB, 9));
  return folder;
}

test.use({ expectedMessages: [] });

test('the archive contains every uploaded byte unchanged', async ({ page, backend, disk }) => {
  const folder = makeDatasetFolder(disk);
  await walkLogin(page, backend.appUrl, ACME_MEMBER);
  await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
  await page.waitForURL('**/acme/mouse-brain-atlas');

  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.waitForURL('**/acme/mouse-brain-atlas/upload');
  await chooseBy(page, 'Choose folder', folder);
  await expect(page.getByText('TC100/TC100_S000004_L01_ch01.tif')).toBeVisible();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();

  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(transfers.getByRole('tab', { name: /^Uploads \(\d\)$/ })).toBeVisible();
  await expect(transfers).toBeHidden({ timeout: 60_000 });

  // A reload at once would ask the server about the uploads whose records are still being deleted.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'mouse-brain-atlas' }).click();
  const grid = page.getByRole('grid');
  await grid.getByRole('link', { name: 'TC100' }).first().click();
  for (const [name] of await md5OfFolder(folder)) {
    await expect(grid.getByRole('checkbox', { name })).toBeVisible();
  }
  await expectPainted(grid.getByRole('img', { name: 'TC100_S000002_L01_ch01.tif' }));

  await page.goto('/acme/mouse-brain-atlas');
  await grid.getByRole('checkbox', { name: 'TC100' }).check();
  const download = nextArchive(page);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(transfers.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  const archive = path.join(disk, 'archive.zip');
  await (await download).saveAs(archive);
  expect((await download).suggestedFilename()).toBe('acme-mouse-brain-atlas-TC100.zip');
  await expect(transfers).toBeHidden();

  const sent = await md5OfFolder(disk).then((all) => new Map([...all].filter(([name]) => name.endsWith('.tif'))));
  expect(await md5OfArchive(archive)).toEqual(sent);
});

test('a user needs at most 7 clicks from the sign-in to a complete dataset, and 9 to its archive', async ({
  page,
  backend,
  disk,
}) => {
  const clicks: string[] = [];
  await page.context().exposeFunction('countClick', (name: string) => clicks.push(name));
  await page.addInitScript(COUNT_CLICKS);
  const files = Array.from({ length: 20 }, (_, index) => {
    const file = path.join(disk, `TC200_S${String(index + 1).padStart(6, '0')}_L01_ch01.tif`);
    fs.writeFileSync(file, drawnTiff(400_000, index));
    return file;
  });

  await walkLogin(page, backend.appUrl, ACME_MEMBER);
  await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
  await page.getByRole('button', { name: 'New dataset' }).click();
  await page.getByLabel('Title').fill('TC200');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/mouse-brain-atlas/TC200');
  await chooseBy(page, 'Choose files', files);
  // The page of the dataset, which the app is leaving, has a button with the same name.
  await expect(page.getByRole('heading', { name: 'Upload into TC200' })).toBeVisible();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const result = page.getByRole('region', { name: 'Result of the upload' });
  // Each file is written to disk before it is confirmed, which takes a second on a busy machine.
  await expect(result).toContainText('All 20 files are uploaded.', { timeout: 60_000 });
  await expect(page.getByText('Sections 1–20 complete (20 images)')).toBeVisible();
  expect(clicks).toHaveLength(7);

  await result.getByRole('link', { name: 'Show the files' }).click();
  await page.waitForURL('**/mouse-brain-atlas/TC200');
  const startedAt = Date.now();
  const download = page.waitForEvent('download');
  const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/download'));
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await call).postDataJSON()).toMatchObject({ folder: 'acme/mouse-brain-atlas/TC200' });
  const archive = path.join(disk, 'archive.zip');
  await (await download).saveAs(archive);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  test.info().annotations.push({ type: 'time', description: `${seconds} s from the click to the saved archive` });
  process.stdout.write(`${clicks.length} clicks, ${seconds} s from the click on Download to the saved archive\n`);
  expect(clicks.length).toBeLessThanOrEqual(9);
  expect((await md5OfArchive(archive)).size).toBe(20);
});
