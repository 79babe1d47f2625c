import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { ACME_ADMIN, ACME_MEMBER, walkLogin } from '../support/walkLogin';
import { md5OfFile, nextArchive, signInAs, test } from './support';

test.describe('the transfer history', () => {
  test('the history keeps the receipt of an upload across a reload, shows it only to its uploader, and saves it as CSV', async ({
    page,
    backend,
    disk,
  }) => {
    const name = 'TC042_S000018_L02_ch02.tif';
    const file = path.join(disk, name);
    fs.writeFileSync(file, drawnTiff(300_000, 4));
    await signInAs(page, backend, ACME_MEMBER);
    await page.goto('/acme/kidney-clearing-pilot/upload');
    await chooseBy(page, 'Choose files', file);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const history = page.getByRole('dialog', { name: 'Activity' });
    const row = history.getByRole('row').filter({ hasText: name });
    await page.getByRole('button', { name: 'Transfer history' }).click();
    await expect(row).toHaveCount(1);

    await page.reload();
    await page.getByRole('button', { name: 'Transfer history' }).click();
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name, exact: true }).click();
    const md5 = await md5OfFile(file);
    await expect(history.getByRole('group', { name: `Receipt of ${name}` })).toContainText(md5);
    const download = page.waitForEvent('download');
    await history.getByRole('button', { name: 'Save as CSV' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^data-manager-receipts-\d{4}-\d\d-\d\d\.csv$/);
    const csv = path.join(disk, 'receipts.csv');
    await saved.saveAs(csv);
    expect(fs.readFileSync(csv, 'utf8')).toContain(`acme/kidney-clearing-pilot/${name},`);
    expect(fs.readFileSync(csv, 'utf8')).toContain(`-1,1,${md5},`);

    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Transfer history' })).toBeFocused();
    await page.getByRole('button', { name: 'Logout' }).click();
    await walkLogin(page, backend.appUrl, ACME_ADMIN);
    await page.getByRole('button', { name: 'Transfer history' }).click();
    await expect(history.getByText('No uploads yet')).toBeVisible();
  });

  test('the history saves a downloaded archive again', async ({ page, backend }) => {
    await signInAs(page, backend, ACME_MEMBER);
    await page.goto('/acme/kidney-clearing-pilot');
    await page.getByRole('checkbox', { name: 'overview_488.tif' }).check();
    const first = nextArchive(page);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const name = (await first).suggestedFilename();
    await expect(page.getByRole('region', { name: 'Transfers' })).toBeHidden();
    await page.getByRole('button', { name: 'Transfer history' }).click();
    await page.getByRole('tab', { name: 'Downloads' }).click();
    const again = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save again' }).click();
    expect((await again).suggestedFilename()).toBe(name);
  });
});
