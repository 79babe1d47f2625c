import fs from 'node:fs';
import { expect } from '@playwright/test';
import { ACME_ADMIN, ACME_MEMBER, GLOBEX_MEMBER, walkLogin } from '../support/walkLogin';
import { holdArchives, nextArchive, returnToPage, test } from './support';

test('a download is visible only to the user who started it, not to other users of the same browser', async ({
  page,
  context,
  backend,
}) => {
  const transfers = page.getByRole('region', { name: 'Transfers' });
  const logOut = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${backend.url}/**`);
  };
  const polls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/download/progress/')) polls.push(request.url());
  });
  const finish = await holdArchives(context);
  await walkLogin(page, backend.appUrl, ACME_MEMBER);
  await page.goto(`${backend.appUrl}/acme/kidney-clearing-pilot`);
  await page.getByRole('checkbox', { name: 'overview_488.tif' }).check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(transfers.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  await expect(transfers.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await returnToPage(page);
  await expect.poll(() => polls.length).toBeGreaterThan(0);
  await logOut();

  for (const [other, project] of [
    [ACME_ADMIN, 'mouse-brain-atlas'],
    [GLOBEX_MEMBER, 'liver-panel'],
  ] as const) {
    polls.splice(0);
    await walkLogin(page, backend.appUrl, other);
    await page.getByRole('link', { name: project }).click();
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible();
    // The stored list contains the download, but this user must not see it.
    expect(await page.evaluate(() => localStorage.getItem('download-list'))).toContain('overview_488.tif');
    await expect(transfers).toBeHidden();
    expect(await page.content()).not.toContain('overview_488.tif');
    await page.getByRole('button', { name: 'Transfer history' }).click();
    await page.getByRole('tab', { name: 'Downloads' }).click();
    // An administrator sees that the archive was requested, but can't save it.
    await expect(page.getByRole('grid', { name: 'Downloads' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save again' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    expect(polls).toEqual([]);
    await logOut();
  }

  await walkLogin(page, backend.appUrl, ACME_MEMBER);
  await expect(transfers.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  finish();
  const saved = nextArchive(page);
  expect(fs.statSync(await (await saved).path()).size).toBeGreaterThan(0);
  await expect(transfers).toBeHidden();
});
