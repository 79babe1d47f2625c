import path from 'node:path';
import { expect } from '@playwright/test';
import { md5OfArchive } from '../support/unzip';
import { ACME_MEMBER } from '../support/walkLogin';
import { holdArchives, nextArchive, pollOften, signInAs, test } from './support';

test('a download that is being prepared continues after a reload, and is started and saved once', async ({
  page,
  context,
  backend,
  disk,
}) => {
  const finish = await holdArchives(context);
  await signInAs(page, backend, ACME_MEMBER);
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/download')) starts.push(request.url());
  });
  let saved = 0;
  page.on('download', () => (saved += 1));
  await page.goto('/acme/kidney-clearing-pilot');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(transfers.getByRole('button', { name: 'Cancel' })).toBeVisible();

  await page.reload();
  await expect(transfers.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  finish();
  const download = nextArchive(page);
  const archive = path.join(disk, 'archive.zip');
  await (await download).saveAs(archive);
  await expect(transfers).toBeHidden();
  expect((await md5OfArchive(archive)).size).toBeGreaterThan(1);
  expect(starts).toHaveLength(1);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  await expect(transfers).toBeHidden();
  expect(saved).toBe(1);
});

test('an expired archive URL shows an error and does not navigate away', async ({ page, backend }) => {
  await signInAs(page, backend, ACME_MEMBER);
  await page.route(/\/download(\/progress\/\w+)?$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { url?: string };
    return route.fulfill({ response: answer, json: { ...body, ...(body.url && { url: `${body.url}x` }) } });
  });
  await page.goto('/acme/kidney-clearing-pilot');
  await page.getByRole('checkbox', { name: 'overview_488.tif' }).check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const alert = page.getByRole('alert');
  await pollOften(page, expect(alert).toContainText('is no longer available', { timeout: 60_000 }));
  expect(page.url()).toBe(`${backend.appUrl}/acme/kidney-clearing-pilot`);
  await expect(page.getByRole('checkbox', { name: 'overview_488.tif' })).toBeVisible();
});
