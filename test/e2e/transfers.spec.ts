import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { tinyTiff } from '../support/scanDay';
import { signIn } from '../support/signIn';
import { md5OfStored } from '../support/storedFiles';
import { md5OfArchive } from '../support/unzip';
import { md5, uploadFile } from '../support/uploadFile';
import { ACME_MEMBER } from '../support/walkLogin';
import { holdArchives, nextArchive, pollOften, signInAs, test } from './support';

test.describe('transfers', () => {
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

  test('an upload replaces a file that has appeared on the server since the check only on request', async ({
    page,
    backend,
    disk,
  }) => {
    const name = `${path.basename(disk)}_S000001_L01_ch01.tif`;
    const key = `acme/kidney-clearing-pilot/${name}`;
    const [mine, theirs] = [tinyTiff(1), tinyTiff(2)];
    const chosen = path.join(disk, name);
    fs.writeFileSync(chosen, mine);
    await signInAs(page, backend, ACME_MEMBER);
    await page.goto('/acme/kidney-clearing-pilot/upload');
    await page.locator('input[type="file"]:not([webkitdirectory])').setInputFiles(chosen);
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    await expect(upload).toBeEnabled();

    const colleague = await signIn(backend, ACME_MEMBER.email);
    await uploadFile(colleague, key, [theirs]);
    await upload.click();
    const transfers = page.getByRole('region', { name: 'Transfers' });
    await expect(transfers.getByText('Another file of this name is on the server now')).toBeVisible();
    expect(await md5OfStored(colleague, key)).toBe(md5(theirs));

    await transfers.getByRole('button', { name: 'Replace' }).click();
    await expect(page.getByRole('heading', { name: 'The file is uploaded.' })).toBeVisible();
    expect(await md5OfStored(colleague, key)).toBe(md5(mine));
  });
});
