import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { signIn } from '../support/signIn';
import { ACME_ADMIN, ACME_MEMBER } from '../support/walkLogin';
import { md5OfFile, signInAs, test } from './support';

test('the history keeps the receipt of an upload across a reload, and a colleague in another browser sees it as the proof of the file', async ({
  page,
  browser,
  backend,
  disk,
}) => {
  const name = 'TC042_S000018_L02_ch02.tif';
  const file = path.join(disk, name);
  fs.writeFileSync(file, drawnTiff(300_000, 4));
  // Of its own: uploads into one project are one act.
  const project = path.basename(disk);
  await (await signIn(backend, ACME_MEMBER.email)).make('/project', { title: project });
  await signInAs(page, backend, ACME_MEMBER, `/acme/${project}/upload`);
  await chooseBy(page, 'Choose files', file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const history = page.getByRole('dialog', { name: 'Activity' });
  const row = history.getByRole('row').filter({ hasText: name });
  await page.getByRole('button', { name: 'Transfer history' }).click();
  await expect(row).toHaveCount(1);

  // The activity has an address of its own.
  await page.reload();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: `Mia Member uploaded ${name} into ${project}` }).click();
  const md5 = await md5OfFile(file);
  await expect(history.getByRole('group', { name: `Receipt of ${name}` })).toContainText(md5);
  const download = page.waitForEvent('download');
  await history.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^data-manager-receipts-\d{4}-\d\d-\d\d\.csv$/);
  const csv = path.join(disk, 'receipts.csv');
  await saved.saveAs(csv);
  expect(fs.readFileSync(csv, 'utf8')).toContain(`acme/${project}/${name},`);
  expect(fs.readFileSync(csv, 'utf8')).toContain(`-1,1,${md5},`);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Transfer history' })).toBeFocused();
  const profile = await browser.newContext();
  const colleague = await profile.newPage();
  await signInAs(colleague, backend, ACME_ADMIN, `/acme/${project}`);
  await colleague.getByRole('button', { name: `Actions for ${name}` }).click();
  await colleague.getByRole('menuitem', { name: 'Proof' }).click();
  const proof = colleague.getByRole('dialog', { name: 'Activity' });
  await expect(proof.getByRole('button', { name: `Mia Member uploaded ${name} into ${project}` })).toBeVisible();
  await expect(proof.getByRole('group', { name: `Receipt of ${name}` })).toContainText(md5);
  await colleague.keyboard.press('Escape');
  await expect(colleague.getByRole('button', { name: `Actions for ${name}` })).toBeFocused();
  await profile.close();
});
