import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { eavesdrop } from '../support/eavesdrop';
import { createSecretHunt } from '../support/secretHunt';
import { ACME_ADMIN, walkLogin } from '../support/walkLogin';
import {
  cutCode,
  expectPainted,
  FAILED_REQUEST,
  holdArchives,
  nextArchive,
  replaceAccessToken,
  returnToPage,
  screenError,
  test,
} from './support';

/** The secrets of a session, and the signatures of presigned URLs. */
const KINDS = [
  'A_K',
  'S_K',
  'access_token',
  'id_token',
  'refresh_token',
  'session_token',
  'signature of a part',
  'signature of an archive',
];

const transfersOf = (page: Page) => page.getByRole('region', { name: 'Transfers' });

/** Creates a folder with three small images. */
function makeFolder(parent: string, name: string): string {
  const folder = path.join(parent, name);
  fs.mkdirSync(folder);
  for (const section of [1, 2, 3]) {
    fs.writeFileSync(path.join(folder, `${name}_S00000${section}_L01_ch01.tif`), drawnTiff(200_000, section));
  }
  return folder;
}

/** Clicks a button, and returns the text of the saved file. */
async function textSavedBy(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return fs.readFileSync(await (await download).path(), 'utf8');
}

test.use({ expectedMessages: [FAILED_REQUEST, '[data-manager] ChunkLoadError', 'a note'] });

test('secrets appear only in their designated places and the security policy allows every step from login to logout', async ({
  page,
  context,
  backend,
  disk,
}) => {
  const hunt = createSecretHunt();
  const { look, settle, referrers } = await eavesdrop(context, hunt, { app: backend.appUrl, api: backend.url });

  await walkLogin(page, backend.appUrl, ACME_ADMIN);
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
  await look('projects');
  await page.getByRole('button', { name: 'New project' }).click();
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
  await look('new project');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
  await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
  await look('project');

  await page.getByRole('link', { name: 'TC042' }).click();
  await expectPainted(page.getByRole('img', { name: 'TC042_S000001_L01_ch01.tif' }));
  await look('dataset with its pictures');

  // The first part hangs until the queue is paused. The next one fails because it has no ETag.
  let puts = 0;
  await page.route('**/storage/**', async (route) => {
    puts += 1;
    if (puts === 1) return;
    if (puts > 2) return route.continue();
    const headers = (await route.fetch()).headers();
    delete headers.etag;
    return route.fulfill({ status: 200, headers });
  });
  await page.goto(`${backend.appUrl}/acme/mouse-brain-atlas/upload`);
  await chooseBy(page, 'Choose folder', makeFolder(disk, 'TC801'));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(() => puts).toBe(1);
  await look('upload');
  await transfersOf(page).getByRole('button', { name: 'Pause' }).click();
  await expect(transfersOf(page).getByRole('button', { name: 'Resume' })).toBeVisible();
  await look('paused upload');
  await transfersOf(page).getByRole('button', { name: 'Resume' }).click();
  await expect(transfersOf(page)).toContainText('this page may not read their ETag');
  await look('failed upload');
  await transfersOf(page).getByRole('button', { name: 'retry' }).first().click();
  await expect(transfersOf(page)).toBeHidden({ timeout: 60_000 });
  await page
    .getByRole('region', { name: 'Result of the upload' })
    .getByRole('link', { name: 'Show the files' })
    .click();
  await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();

  await replaceAccessToken(page, (token) => `${token.slice(0, -8)}AAAAAAAA`);
  const refreshed = page.waitForResponse((response) => response.url().endsWith('/auth/token') && response.ok());
  await page.getByRole('link', { name: 'TC042' }).click();
  await refreshed;
  await expect(page.getByRole('alert').filter({ hasText: 'Attempting to refresh tokens...' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'TC042_S000002_L01_ch01.tif' })).toBeVisible();
  await look('refreshed session');

  const finish = await holdArchives(context);
  const polled = page.waitForResponse((response) => response.url().includes('/download/progress/'));
  await page.getByRole('checkbox', { name: 'TC042_S000002_L01_ch01.tif' }).check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(transfersOf(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
  await returnToPage(page);
  await polled;
  await page.getByRole('checkbox', { name: 'TC042_S000003_L01_ch01.tif' }).check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(transfersOf(page).getByRole('tab', { name: 'Downloads (2)' })).toBeVisible();
  await look('queued and prepared downloads');
  await transfersOf(page).getByRole('button', { name: 'Remove' }).click();
  finish();
  const saved = nextArchive(page);
  await expect(transfersOf(page)).toContainText('Ready. Saving…', { timeout: 30_000 });
  await look('ready download', { isArchiveReady: true });
  await saved;
  await expect(transfersOf(page)).toBeHidden();
  await look('saved download');

  await page.getByRole('button', { name: 'Transfer history' }).click();
  const history = page.getByRole('dialog', { name: 'Activity' });
  await history
    .getByRole('button', { name: / uploaded 3 files into / })
    .first()
    .click();
  hunt.note('CSV of the history', await textSavedBy(page, 'Save as CSV'));
  hunt.note('JSON of the history', await textSavedBy(page, 'Save as JSON'));
  hunt.note('recording', await textSavedBy(page, 'Save transfer recording'));
  await history.getByRole('tab', { name: 'Downloads' }).click();
  await expect(history.getByRole('button', { name: 'Save again' })).toBeVisible();
  await look('history');
  await page.keyboard.press('Escape');

  const restoreCode = await cutCode(page);
  await page.getByRole('link', { name: 'acme', exact: true }).click();
  const fallback = screenError(page);
  await expect(fallback).toBeVisible();
  await fallback.getByRole('button', { name: 'Copy error report' }).click();
  const report = fallback.locator('pre');
  await expect(report).toContainText('Error: ChunkLoadError');
  await expect(report).toContainText(/^Version: \d+\.\d+\.\d+\+[\da-f]{12}(\.[\da-f]{40})?$/m);
  hunt.note('error report', (await report.textContent()) ?? '');
  await look('error page');
  restoreCode();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${backend.url}/**`);
  await look('logout');
  await page.goto(backend.appUrl);
  await expect(page.getByRole('dialog', { name: 'Login Failed' })).toBeVisible();
  await look('after the logout');

  await settle();
  hunt.note('log of the backend', backend.log());
  expect(hunt.leaks()).toEqual([]);
  expect(referrers).toEqual([]);
  // Guards against a search that finds nothing: every kind of secret and place was seen.
  expect(hunt.kinds()).toEqual(KINDS);
  const places = ['document', 'store, ', 'database data-manager', 'local storage download-list', 'address of PUT'];
  expect(places.filter((place) => hunt.seen(place) === 0)).toEqual([]);
  expect(hunt.seen('Redux DevTools')).toBe(0);
});

test('secrets are detected in every place they could leak to', async ({ page, context, backend }) => {
  const hunt = createSecretHunt();
  const { look, settle } = await eavesdrop(context, hunt, { app: backend.appUrl, api: backend.url });
  await walkLogin(page, backend.appUrl, ACME_ADMIN);
  // The list replaces the title once it has loaded.
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
  await page.evaluate(async (elsewhere) => {
    const token = localStorage.getItem('access_token') ?? '';
    const [, claims = '', signature = ''] = token.split('.');
    // eslint-disable-next-line no-console -- simulates a leak
    console.debug('a note', { deep: { claims } });
    sessionStorage.setItem('draft', signature);
    localStorage.setItem('draft', signature);
    new BroadcastChannel('anything').postMessage({ signature });
    const opening = indexedDB.open('drafts');
    await new Promise((resolve) => {
      opening.onupgradeneeded = () => opening.result.createObjectStore('drafts').put({ signature }, 1);
      opening.onsuccess = resolve;
    });
    opening.result.close();
    await fetch(`${elsewhere}/project?from=${encodeURIComponent(signature)}`, {
      headers: { accept: signature },
      method: 'POST',
      body: signature,
    }).catch(() => undefined);
    const flash = document.createElement('p');
    flash.textContent = `refused: ${token}`;
    document.body.append(flash);
    await new Promise((passed) => setTimeout(passed));
    flash.remove();
    document.title = signature;
    history.replaceState({ signature }, '', `?${signature}`);
  }, backend.url);
  await look('leaks');
  await settle();
  const places = [...new Set(hunt.leaks().map(({ what, where }) => `${what}: ${where}`))].sort();
  expect(places).toEqual(
    [
      'address of POST /project',
      'address, leaks',
      'body of POST /project',
      'console',
      'database drafts, leaks',
      'document',
      'document, leaks',
      'header accept of POST /project',
      'history state, leaks',
      'local storage draft, leaks',
      'message to other tabs',
      'session storage draft, leaks',
      'title, leaks',
    ].map((place) => `access_token: ${place}`),
  );
});
