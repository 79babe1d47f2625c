import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { dropFolder } from '../support/dropFolder';
import { tinyTiff, writeScanDay } from '../support/scanDay';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

/** Reports each real click with the name of its target. */
const COUNT_CLICKS = `addEventListener('click', (event) => {
  if (event.isTrusted) countClick(event.target.closest('a, button')?.textContent ?? '');
}, true)`;

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
    '4 scans of the same sections',
    '5 files are on the server already',
    '2 damaged images',
  ]);
  await expect(problems.getByText('5 different · Skip or replace 5')).toBeVisible();
  await expect(problems.getByRole('button', { name: 'Leave out' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('grid')).toBeHidden();

  await problems.getByRole('button', { name: 'Rename all (3)' }).click();
  await problems.getByRole('button', { name: 'Keep rescans' }).click();
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

test('an upload ends in its result: what is uploaded, what was left out and what is still missing', async ({
  page,
  backend,
  disk,
}) => {
  const dataset = `Result_${path.basename(disk).slice(-6)}`;
  const project = `result ${dataset}`;
  const member = await signIn(backend, ACME_MEMBER.email);
  const { body } = await member.call<{ projectHash: string }>('POST', '/project', { title: project });
  const channels = [{ num: 1, name: 'Channel 1' }];
  await member.call('POST', '/dataset', { projectHash: body.projectHash, dataset, physicalSections: 6, channels });
  const nameOf = (section: number) => `${dataset}_S00000${section}_L01_ch01.tif`;
  const files = [1, 2, 3, 4].map((section) => {
    const file = path.join(disk, nameOf(section));
    fs.writeFileSync(file, section === 4 ? 'no image' : tinyTiff(20_000 + section));
    return file;
  });
  await signInAs(page, backend, ACME_MEMBER);
  const place = `/acme/${encodeURIComponent(project)}/${dataset}`;
  await page.goto(`${place}/upload`);
  await chooseBy(page, 'Choose files', files);
  await expect(page.getByRole('button', { name: 'Leave out' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();

  const result = page.getByRole('region', { name: 'Result of the upload' });
  await expect(result).toBeFocused();
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('All 3 files are uploaded.');
  await expect(result.getByRole('heading', { level: 3 })).toHaveText([
    '1 file left out',
    `3 images still missing in ${dataset}`,
  ]);
  await expect(result.getByRole('list', { name: 'Files left out' })).toHaveText(`${nameOf(4)}damaged`);
  const download = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Save receipt' }).click();
  const receipt = fs.readFileSync(await (await download).path(), 'utf8');
  expect(receipt.match(/S00000\d/g)?.sort()).toEqual(['S000001', 'S000002', 'S000003']);

  await result.getByRole('link', { name: 'Show gaps' }).click();
  await expect(page).toHaveURL(new RegExp(`${dataset}\\?.*section`));
  const list = page.getByRole('tabpanel', { name: 'Files' });
  await expect(list.getByRole('button', { name: 'Upload missing images' })).toBeVisible();
  await page.goBack();
  await expect(result.getByRole('heading', { level: 2 })).toHaveText('All 3 files are uploaded.');
});
