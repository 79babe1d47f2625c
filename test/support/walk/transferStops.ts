import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Route } from '@playwright/test';
import { drawnTiff } from '../drawnTiff';
import { giveFolderPicker, removeFolder, writeIntoFolder } from '../folderPicker';
import { eventually } from '../settled';
import { SERVICE, type GivenAnswer } from '../standIn';
import { chooseFiles, DATASET, escape, PROJECT, type Walk } from './walk';

/** Files that never reach a server. */
const SENT = ['TC042_S000022_L01_ch01.tif', 'TC042_S000023_L01_ch01.tif', 'TC042_S000024_L01_ch01.tif'] as const;

/** Visits the activity without entries, and the transfers panel with a download that is being prepared, a queued one, and a failed one. */
export async function visitDownloads({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  await page.goto(appUrl + PROJECT);
  standIn.answer(/\/activity$/, { status: 409, json: { msg: 'The disk is full' } });
  standIn.answer(/\/deleted$/, { json: { deleted: [], files: [] } });
  standIn.answer(/\/receipts\?/, { json: { receipts: [] } });
  await page.getByRole('button', { name: 'Transfer history' }).click();
  await visit('history-refused', page.getByText('The activity on the server could not be loaded'));
  standIn.answer(/\/activity$/, { json: { activity: [] } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await visit('history-empty', page.getByText('Nothing is recorded'));
  await page.getByRole('tab', { name: 'Deleted' }).click();
  await visit('history-nothing-deleted', page.getByText('Nothing to restore'));
  await escape(page);

  standIn.answer(/\/download$/, { json: { ref: 'a'.repeat(32), totalFiles: 72, totalSize: 9_000_000 } });
  standIn.answer(SERVICE.progress, {
    json: { status: 'PREPARING', completedSize: 3_000_000, totalSize: 9_000_000, totalFiles: 72 },
  });
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(page.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  await visit('transfers', transfers.getByRole('button', { name: 'Cancel' }));
  await page.getByRole('switch', { name: 'Downsampled only' }).check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await visit('transfers-queued', page.getByRole('tab', { name: 'Downloads (2)' }));
  await transfers.getByRole('button', { name: 'More', exact: false }).click();
  await visit('transfers-menu', page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await transfers.getByRole('button', { name: 'Collapse' }).click();
  await visit('transfers-collapsed');
  await transfers.getByRole('button', { name: 'Expand' }).click();
  await transfers.getByRole('button', { name: 'Clear All' }).click();
  await transfers.getByRole('button', { name: 'Cancel' }).click();
  await visit('cancel', page.getByRole('dialog', { name: 'Are you sure?' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(transfers).toBeHidden();
  await standIn.clear();

  standIn.answer(/\/download$/, { status: 409, json: { msg: 'The disk is full' } });
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await visit('transfers-failed', transfers.getByRole('button', { name: 'Retry' }));
  await transfers.getByRole('button', { name: 'Remove' }).click();
  await expect(transfers).toBeHidden();
  await standIn.clear();
}

/** Visits a download into a folder that asks before it replaces a file, is running, paused by a refusal, and has ended without some files. */
export async function visitFolders({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  await giveFolderPicker(page);
  standIn.hold(/\/contents\//);
  await page.goto(appUrl + DATASET);
  for (const name of ['TC042_S000001_L01_ch01.tif', 'TC042_S000001_L01_ch02.tif']) {
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await writeIntoFolder(page, 'TC042_S000001_L01_ch01.tif', Buffer.from('processed'));
  await page.getByRole('button', { name: 'Download into a folder' }).click();
  await visit('fetch-replaces', page.getByRole('dialog', { name: 'Replace files' }));
  await page.getByRole('button', { name: 'Replace' }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(transfers.getByRole('progressbar', { name: 'TC042_S000001_L01_ch01.tif' })).toBeAttached();
  await visit('fetching');
  await transfers.getByRole('button', { name: 'Pause' }).click();
  await expect(transfers.getByText('Paused')).toBeVisible();
  await standIn.clear();

  standIn.answer(/\/manage\/files\/urls$/, { status: 409, json: { msg: 'The disk is full' } });
  await page.reload();
  await expect(transfers.getByRole('button', { name: 'Resume' })).toBeVisible();
  const allow = await page.evaluateHandle(denyFolders);
  await transfers.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This page may not write into lab disk.' })).toBeVisible();
  await visit('fetch-not-allowed');
  await allow.evaluate((restore) => restore());
  await transfers.getByRole('button', { name: 'Resume' }).click();
  await visit('fetch-refused', transfers.getByText('The disk is full'));
  await transfers.getByRole('button', { name: 'Cancel' }).click();
  await visit('fetch-cancel', page.getByRole('dialog', { name: 'Are you sure?' }));
  await escape(page);
  await standIn.clear();

  standIn.answer(/\/contents\//, { status: 404, json: {} });
  await transfers.getByRole('button', { name: 'Resume' }).click();
  await visit('fetch-ended', transfers.getByRole('list', { name: 'Files that could not be saved' }));
  await standIn.clear();
  await transfers.getByRole('button', { name: 'Retry' }).click();
  // A busy server computes the checksums late. The download waits a minute for them.
  await expect(transfers).toBeHidden({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Transfer history' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Downloads' }).click();
  const act = page
    .getByRole('dialog')
    .getByRole('button', { name: /downloaded 2 files .* into a folder$/ })
    .first();
  // Receipts are read every two seconds. A line that gets an earlier receipt is folded again.
  await expect(async () => {
    if ((await act.getAttribute('aria-expanded')) !== 'true') await act.click();
    for (const name of ['TC042_S000001_L01_ch01.tif', 'TC042_S000001_L01_ch02.tif']) {
      const row = page.getByRole('dialog').getByRole('row').filter({ hasText: name }).first();
      await expect(row).toBeVisible({ timeout: 1_000 });
    }
  }).toPass();
  await visit('history, two files in a folder');
  await escape(page);
  // It would be followed, and its images uploaded.
  await removeFolder(page);
}

/** Runs in a page. Refuses access to all folders until the returned function is called. */
function denyFolders(): () => void {
  const { prototype } = FileSystemHandle;
  const names = ['queryPermission', 'requestPermission'] as const;
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const);
  for (const name of names)
    Object.defineProperty(prototype, name, { value: () => Promise.resolve('denied'), configurable: true });
  return () => {
    for (const [name, descriptor] of before)
      if (descriptor !== undefined) Object.defineProperty(prototype, name, descriptor);
  };
}

/** Jobs, renames and deletions of another day. */
function answerActivity({ standIn }: Walk): void {
  const at = '2026-03-02T10:15:00Z';
  const name = 'mouse-brain-atlas/TC042';
  const file = `acme/${name}/again/TC042_S000001_L01_ch01.tif`;
  standIn.answer(/\/activity$/, {
    json: {
      activity: [
        { at, userId: 'ada', action: 'start', type: 'job', name: `acme/${name}`, details: 'atlas' },
        {
          at,
          userId: 'ada',
          action: 'rename',
          type: 'file',
          name: file,
          details: `from acme/${name}/scan 7.tif`,
          count: 1_188,
        },
        { at, userId: 'max', action: 'rename', type: 'dataset', name: 'TC042', details: 'from TC041' },
      ],
    },
  });
  const times = { deletedAt: at, removedAfter: '2026-04-01T10:15:00Z' };
  standIn.answer(/\/deleted$/, {
    json: {
      deleted: [{ type: 'project', hash: 'a'.repeat(32), name: 'spinal-cord-with-a-rather-long-title', ...times }],
      files: [{ key: file, size: 1, ...times }],
    },
  });
}

/** Visits a followed folder with a file that was set aside, and one that is no longer followed. */
export async function visitFollow({ page, appUrl, visit }: Walk): Promise<void> {
  await giveFolderPicker(page);
  await page.clock.install();
  await page.goto(`${appUrl}${DATASET}/upload`);
  await writeIntoFolder(page, 'scan 7.tif', drawnTiff(20_000, 7));
  await page.getByRole('button', { name: 'Follow this folder' }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await eventually(page, () => expect(transfers.getByText('Invalid name')).toBeVisible({ timeout: 100 }));
  await visit('following');
  await transfers.getByRole('button', { name: 'Stop following' }).click();
  await visit('follow-ended', transfers.getByText('No longer following lab disk.'));
  await transfers.getByRole('button', { name: 'Dismiss' }).click();
  await expect(transfers).toBeHidden();
}

/** Visits an upload that is running, offline, paused, interrupted, failed and finished. All its requests are mocked. */
export async function visitUploads(walk: Walk): Promise<void> {
  const { page, visit, standIn } = walk;
  // The page asks for confirmation before unloading during an upload.
  page.on('dialog', (dialog) => void dialog.accept());
  const transfers = page.getByRole('region', { name: 'Transfers' });
  storeInWalk(walk);
  standIn.hold(new RegExp(`/storage/walk/.*${SENT[1]}`));
  await startUpload(walk);
  await expect(transfers.getByRole('tab', { name: 'Uploads (2)' })).toBeVisible();
  await visit('uploading', transfers.getByText('Uploading'));
  await page.context().setOffline(true);
  await standIn.dropHeld();
  await expect(page.getByText('You’re offline. Transfers resume automatically.')).toBeVisible();
  await visit('upload-offline', transfers.getByText('Offline', { exact: true }));
  await page.context().setOffline(false);
  await transfers.getByRole('button', { name: 'Pause' }).click();
  await visit('upload-paused', transfers.getByRole('button', { name: 'Resume' }));
  await page.reload();
  const bar = page.getByRole('region', { name: 'Interrupted upload' });
  await visit('upload-interrupted', bar);
  await bar.getByRole('button', { name: 'Resume' }).click();
  await visit('upload-rechoose', bar.getByRole('button', { name: 'Choose files' }));
  await bar.getByRole('button', { name: 'Discard' }).click();
  await visit('upload-discard', page.getByRole('dialog', { name: 'Are you sure?' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(bar).toBeHidden();
  await standIn.clear();

  let isRefused = true;
  storeInWalk(walk, (key) =>
    isRefused && !key.endsWith(SENT[0]) ? { status: 409, json: { msg: 'The disk is full' } } : undefined,
  );
  await startUpload(walk);
  await expect(transfers.getByRole('tab', { name: 'Uploads (2)' })).toBeVisible();
  await expect(transfers.getByRole('button', { name: 'retry' })).toHaveCount(3);
  await visit('upload-failed');
  isRefused = false;
  await transfers.getByRole('button', { name: 'retry' }).first().click();
  const result = page.getByRole('heading', { name: 'All 3 files are uploaded.' });
  await expect(result).toBeVisible();
  const end = page.getByRole('region', { name: 'Finished upload' });
  // The bar counts as seen after five seconds beside the result, and disappears with the page.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click();
  await expect(result).toBeHidden();
  await visit('upload-end', end.getByRole('link', { name: 'Show the files' }));
  await page.goBack();
  await visit('upload-result', result);

  answerReceipts(walk);
  answerActivity(walk);
  // The bar may have disappeared by itself meanwhile.
  await page.getByRole('button', { name: 'Transfer history' }).click();
  const history = page.getByRole('dialog');
  // The latest act comes first.
  await history
    .getByRole('button', { name: / uploaded \d+ files into / })
    .first()
    .click();
  await history.getByRole('button', { name: SENT[1], exact: true }).click();
  await visit('history', history.getByText('MD5 of 1 part'));
  await history.getByRole('button', { name: 'Clear receipts' }).click();
  const asking = page.getByRole('dialog', { name: 'Clear the receipts?' });
  await visit('history-clear', asking);
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  await history.getByRole('searchbox').fill('no such name');
  await visit('history-none-found', history.getByText('No matches'));
  await history.getByRole('searchbox').fill('');
  for (const tab of ['Downloads', 'Jobs and renames', 'Deleted']) {
    await history.getByRole('tab', { name: tab }).click();
    // Once its list is loaded.
    await visit(`history, ${tab}`, history.getByRole('tabpanel').getByRole('grid'));
  }
  await escape(page);
  await standIn.clear();
}

/** The receipts of the files, which never reach a server. */
function answerReceipts({ standIn }: Walk): void {
  const md5 = 'a'.repeat(32);
  const receipts = SENT.map((name) => ({
    ...{ id: name, key: `acme/mouse-brain-atlas/TC042/${name}`, size: 20_000, checksum: `${md5}-1` },
    parts: [{ partNumber: 1, size: 20_000, md5 }],
    ...{ userId: 'ada', userName: 'Ada Admin', completedAt: new Date().toISOString() },
  }));
  standIn.answer(/\/receipts\?/, { json: { receipts } });
}

async function startUpload(walk: Walk): Promise<void> {
  const { page, appUrl } = walk;
  await page.goto(`${appUrl}${DATASET}/upload`);
  await chooseFiles(walk, SENT);
  await page.getByRole('button', { name: 'Replace all' }).click();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
}

/** Mocks the storage and the upload endpoints. */
function storeInWalk(
  { standIn, disk }: Walk,
  refuse: (key: string) => GivenAnswer | undefined = () => undefined,
): void {
  const keyOf = (route: Route) => new URL(route.request().url()).searchParams.get('key') ?? '';
  standIn.answer(SERVICE.uploadStart, (route) => {
    const { key } = route.request().postDataJSON() as { readonly key: string };
    return refuse(key) ?? { json: { uploadId: `walk ${key}` } };
  });
  standIn.answer(SERVICE.uploadUrls, (route) => {
    const url = new URL(route.request().url());
    return { json: [{ partNumber: 1, url: `${url.origin}/storage/walk/1?key=${encodeURIComponent(keyOf(route))}` }] };
  });
  standIn.answer(SERVICE.parts, (route) => {
    const file = fs.readFileSync(path.join(disk, path.basename(keyOf(route))));
    return { json: {}, headers: { etag: `"${createHash('md5').update(file).digest('hex')}"` } };
  });
  standIn.answer(SERVICE.uploadComplete, { json: {} });
  standIn.answer(SERVICE.uploadCancel, { json: {} });
}
