import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { drawnTiff } from '../support/drawnTiff';
import { signIn } from '../support/signIn';
import { uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

const PART_BYTES = 64 * 1024 * 1024;

function nameOf(section: number): string {
  return `DS_S${String(section).padStart(6, '0')}_L01_ch01.tif`;
}

test('a folder is compared with the server byte for byte, and exactly the files that are only in the folder are uploaded', async ({
  page,
  backend,
  disk,
}) => {
  const project = `compare ${path.basename(disk)}`;
  const member = await signIn(backend, ACME_MEMBER.email);
  await member.make('/project', { title: project });
  const folder = path.join(disk, 'DS');
  fs.mkdirSync(folder);
  const write = (section: number, bytes: Buffer) => fs.writeFileSync(path.join(folder, nameOf(section)), bytes);
  const store = (section: number, ...parts: readonly Buffer[]) =>
    uploadFile(member, `acme/${project}/DS/${nameOf(section)}`, parts);

  const [same, changed, large] = [drawnTiff(40_000, 1), drawnTiff(40_000, 2), Buffer.alloc(PART_BYTES + 5, 'a')];
  await store(1, same);
  write(1, same);
  await store(2, changed);
  const oneByte = Buffer.from(changed);
  oneByte.writeUInt8(oneByte.readUInt8(39_000) ^ 1, 39_000);
  write(2, oneByte);
  await store(3, large.subarray(0, PART_BYTES), large.subarray(PART_BYTES));
  write(3, large);
  await store(4, same);
  write(5, same);
  fs.writeFileSync(path.join(folder, '.DS_Store'), 'x');

  await signInAs(page, backend, ACME_MEMBER, `/acme/${encodeURIComponent(project)}/DS`);
  await page.getByRole('button', { name: 'Compare with a folder' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  const chooser = page.waitForEvent('filechooser');
  await comparison.getByRole('button', { name: 'Choose folder' }).click();
  await (await chooser).setFiles(folder);
  for (const tab of [
    'Identical (2)',
    'Different (1)',
    'Only in the folder (1)',
    'Only on the server (1)',
    'Not comparable (0)',
  ]) {
    await expect(comparison.getByRole('tab', { name: tab })).toBeVisible({ timeout: 30_000 });
  }
  await expect(comparison.getByText('1 system file left out')).toBeVisible();
  await expect(comparison.getByRole('grid', { name: 'Different' })).toContainText(nameOf(2));

  const saved = page.waitForEvent('download');
  await comparison.getByRole('button', { name: 'Save as CSV' }).click();
  const csv = fs.readFileSync(await (await saved).path(), 'utf8');
  expect(csv).toMatch(new RegExp(`^identical,,.*${nameOf(3)}.*-2,${PART_BYTES},`, 'm'));

  await comparison.getByRole('button', { name: 'Upload missing' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload into DS');
  await expect(page.getByRole('checkbox', { name: nameOf(5) })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^DS_S/ })).toHaveCount(1);
  const completed = page.waitForResponse((response) => response.url().endsWith('/upload/complete'));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  expect((await completed).ok()).toBe(true);

  await expect(comparison.getByRole('status', { name: 'Outcome' })).toContainText('1 uploaded');
  await comparison.getByRole('button', { name: 'Compare again' }).click();
  await expect(comparison.getByRole('tab', { name: 'Identical (3)' })).toBeVisible({ timeout: 30_000 });
  await expect(comparison.getByRole('tab', { name: 'Only in the folder (0)' })).toBeVisible();
});
