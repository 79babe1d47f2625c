import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { dropFolder } from '../support/dropFolder';
import { tinyTiff, writeScanDay } from '../support/scanDay';
import { signIn } from '../support/signIn';
import { listKeys } from '../support/storedFiles';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

/** Reports each real click with the name of its target. */
const COUNT_CLICKS = `addEventListener('click', (event) => {
  if (event.isTrusted) countClick(event.target.closest('a, button')?.textContent ?? '');
}, true)`;

/** Counts the controls that the user sees in the page. The map of a dataset is one. */
const COUNT_CONTROLS = `[...document.querySelectorAll(
  'main :is(button, a[href], input:not([type=file]), select, textarea, [role=slider])',
)].filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.getClientRects().length > 0).length`;

/** Checks that the words of the footer are beside its button in a low window, and not above it: 1440 × 900 at 200 %. */
async function expectOneRow(page: Page, words: Locator, button: Locator): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 720, height: 450 });
  const [left, right] = [await words.boundingBox(), await button.boundingBox()];
  expect(right?.y).toBeLessThan((left?.y ?? 0) + (left?.height ?? 0));
  if (size !== null) await page.setViewportSize(size);
}

test('a day of 1,196 images is repaired with at most 6 clicks from dropping its folder to its upload', async ({
  page,
  backend,
  disk,
}) => {
  test.slow();
  // Named after the test's folder, so that the test can be repeated on the same backend.
  const dataset = `Brain07_${path.basename(disk).slice(-6)}`;
  const day = writeScanDay(disk, { dataset, sections: 300, layers: 2, channels: 2 });
  fs.writeFileSync(path.join(day.folder, 'notes.txt'), 'Room 7');
  fs.writeFileSync(path.join(day.folder, 'Other09_S000065_L01_ch01.tif'), tinyTiff(99_999));
  const member = await signIn(backend, ACME_MEMBER.email);
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title: `day ${dataset}` });
  const channels = [1, 2].map((num) => ({ num, name: `Channel ${num}` }));
  const metadata = { projectHash: body.projectHash, dataset, physicalSections: 300, channels };
  expect((await member.call('POST', '/dataset', metadata)).status).toBe(200);
  for (const [index, name] of day.changed.entries()) {
    await uploadFile(member, `acme/day ${dataset}/${dataset}/${name}`, [tinyTiff(90_000 + index)]);
  }

  const clicks: string[] = [];
  await page.context().exposeFunction('countClick', (name: string) => clicks.push(name));
  await page.addInitScript(COUNT_CLICKS);
  await signInAs(page, backend, ACME_MEMBER);
  await page.route('**/upload/start', () => undefined);
  await page.goto(`/acme/${encodeURIComponent(`day ${dataset}`)}/${dataset}/upload`);
  await dropFolder(page, day.folder);
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('heading', { level: 3 })).toHaveText([
    '3 names don’t fit',
    '4 scans of 2 sections',
    '1 file named for another dataset',
    '5 files are on the server already',
    '2 damaged images',
  ]);
  await expect(problems.getByText('5 different · Leave out or replace 5')).toBeVisible();
  await expect(problems.getByText('1 file is no image and is left out: notes.txt')).toBeVisible();
  const card = (name: string) => problems.getByRole('region', { name });
  const leaveOut = (name: string) => card(name).getByRole('button', { name: 'Leave out', exact: true });
  await expect(leaveOut('2 damaged images')).toHaveAttribute('aria-pressed', 'true');
  // Without the card of the files on the server.
  const ofServer = await card('5 files are on the server already').getByRole('button').count();
  expect((await page.evaluate<number>(COUNT_CONTROLS)) - ofServer).toBeLessThanOrEqual(18);
  await expect(page.getByRole('grid')).toBeHidden();

  await problems.getByRole('button', { name: 'Rename all (3)' }).click();
  await problems.getByRole('button', { name: 'Keep rescans' }).click();
  await leaveOut('1 file named for another dataset').click();
  await problems.getByRole('button', { name: 'Replace all' }).click();
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toBeEnabled();
  const remains = page.getByText('8 images will still be missing');
  await expect(remains).toBeVisible();
  await expectOneRow(page, remains, upload);
  await upload.click();
  const sent = day.files - 2 - 2;
  await expect(page.getByRole('tab', { name: `Uploads (${sent})` })).toBeVisible();
  expect(clicks.length).toBeLessThanOrEqual(6);
});

test('of 60 images with MD5SUMS, all 10 that differ from it are found, and no other', async ({
  page,
  backend,
  disk,
}) => {
  const dataset = `Sums_${path.basename(disk).slice(-6)}`;
  const names = Array.from(
    { length: 60 },
    (_, index) => `${dataset}_S${String(index + 1).padStart(6, '0')}_L01_ch01.tif`,
  );
  const folder = path.join(disk, dataset);
  fs.mkdirSync(folder);
  const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
  const images = new Map(names.map((name, index) => [name, tinyTiff(index)]));
  const listed = new Map([...images].map(([name, bytes]) => [name, md5Of(bytes)]));
  const at = (index: number) => names[index] ?? '';
  // The first byte in which two images differ is one of a pixel.
  const pixel = tinyTiff(0).findIndex((byte, place) => byte !== tinyTiff(1)[place]);
  for (const index of [10, 11, 12]) {
    const flipped = tinyTiff(index);
    flipped[pixel] = (flipped[pixel] ?? 0) ^ 1;
    images.set(at(index), flipped);
  }
  images.set(at(20), tinyTiff(21)).set(at(21), tinyTiff(20));
  images.set(at(30), tinyTiff(50_000));
  for (const index of [40, 41]) listed.set(at(index), md5Of(tinyTiff(60_000 + index)));
  for (const index of [50, 51]) images.delete(at(index));
  const different = [10, 11, 12, 20, 21, 30, 40, 41].map(at);
  for (const [name, bytes] of images) fs.writeFileSync(path.join(folder, name), bytes);
  fs.writeFileSync(path.join(folder, 'MD5SUMS'), [...listed].map(([name, md5]) => `${md5} *${name}\r\n`).join(''));

  const member = await signIn(backend, ACME_MEMBER.email);
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title: dataset });
  await member.call('POST', '/dataset', { projectHash: body.projectHash, dataset, physicalSections: 60 });
  await signInAs(page, backend, ACME_MEMBER);
  await page.goto(`/acme/${dataset}/${dataset}/upload`);
  await dropFolder(page, folder);
  const missing = page.getByRole('region', { name: '2 files are missing here' });
  await expect(missing.getByRole('listitem')).toHaveText([at(50), at(51)].map((name) => `${dataset}/${name}`));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const failed = page.getByRole('region', { name: 'Transfers' }).getByText(/Not uploaded: .* says/);
  await expect(page.getByText('51 of 59 files are uploaded.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: '8 files failed' })).toBeVisible();
  await expect(failed.first()).toBeVisible();
  const stored = await listKeys(member, `acme/${dataset}/${dataset}`);
  const expected = [...images.keys()].filter((name) => !different.includes(name));
  expect(stored.map((key) => path.basename(key)).sort()).toEqual([...expected, 'MD5SUMS'].sort());
});

test('the files that an upload has replaced are restored from the page with its result', async ({
  page,
  backend,
  disk,
}) => {
  const dataset = `Replaced_${path.basename(disk).slice(-6)}`;
  const folder = path.join(disk, dataset);
  fs.mkdirSync(folder);
  const member = await signIn(backend, ACME_MEMBER.email);
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title: dataset });
  await member.call('POST', '/dataset', { projectHash: body.projectHash, dataset, physicalSections: 2 });
  for (const section of [1, 2]) {
    const name = `${dataset}_S00000${String(section)}_L01_ch01.tif`;
    await uploadFile(member, `acme/${dataset}/${dataset}/${name}`, [tinyTiff(section)]);
    fs.writeFileSync(path.join(folder, name), tinyTiff(section + 2));
  }
  await signInAs(page, backend, ACME_MEMBER);
  await page.goto(`/acme/${dataset}/${dataset}/upload`);
  await dropFolder(page, folder);
  await page.getByRole('button', { name: 'Replace all', exact: true }).click();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('All 2 files are uploaded.').first()).toBeVisible();
  const end = page.getByRole('region', { name: 'Finished upload' });
  await expect(end.getByText('2 files replaced.')).toBeVisible();
  await end.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 files restored.')).toBeVisible();
});
