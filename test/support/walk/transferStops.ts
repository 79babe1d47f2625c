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
  await page.getByRole('button', { name: 'Transfer history' }).click();
  await expect(page.getByText('No uploads yet')).toBeVisible();
  await visit('history-empty');
  standIn.answer(/\/activity$/, { status: 409, json: { msg: 'The disk is full' } });
  await page.getByRole('tab', { name: 'Jobs and renames' }).click();
  await expect(page.getByText('The jobs and renames could not be loaded')).toBeVisible();
  await visit('history-refused');
  standIn.answer(/\/activity$/, { json: { activity: [] } });
  standIn.answer(/\/deleted$/, { json: { deleted: [], files: [] } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No jobs or renames yet')).toBeVisible();
  await visit('history-no-changes');
  await page.getByRole('tab', { name: 'Deleted' }).click();
  await expect(page.getByText('Nothing was deleted')).toBeVisible();
  await visit('history-nothing-deleted');
  await escape(page);

  standIn.answer(/\/download$/, { json: { ref: 'a'.repeat(32), totalFiles: 72, totalSize: 9_000_000 } });
  standIn.answer(SERVICE.progress, {
    json: { status: 'PREPARING', completedSize: 3_000_000, totalSize: 9_000_000, totalFiles: 72 },
  });
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(page.getByRole('tab', { name: 'Downloads (1)' })).toBeVisible();
  await expect(transfers.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await visit('transfers');
  await page.getByRole('switch', { name: 'Downsampled only' }).check();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Downloads (2)' })).toBeVisible();
  await visit('transfers-queued');
  await transfers.getByRole('button', { name: 'More', exact: false }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await visit('transfers-menu');
  await page.keyboard.press('Escape');
  await transfers.getByRole('button', { name: 'Collapse' }).click();
  await visit('transfers-collapsed');
  await transfers.getByRole('button', { name: 'Expand' }).click();
  await transfers.getByRole('button', { name: 'Clear All' }).click();
  await transfers.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
  await visit('cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(transfers).toBeHidden();
  await standIn.clear();

  standIn.answer(/\/download$/, { status: 409, json: { msg: 'The disk is full' } });
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(transfers.getByRole('button', { name: 'Retry' })).toBeVisible();
  await visit('transfers-failed');
  await transfers.getByRole('button', { name: 'Remove' }).click();
  await expect(transfers).toBeHidden();
  await standIn.clear();
}

/** Visits a download into a folder that is running, paused by a refusal, and has ended without some files. */
export async function visitFolders({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  await giveFolderPicker(page);
  standIn.hold(/\/contents\//);
  await page.goto(appUrl + DATASET);
  for (const name of ['TC042_S000001_L01_ch01.tif', 'TC042_S000001_L01_ch02.tif']) {
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await page.getByRole('button', { name: 'Download into a folder' }).click();
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
  await expect(transfers.getByText('The disk is full')).toBeVisible();
  await visit('fetch-refused');
  await transfers.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
  await visit('fetch-cancel');
  await escape(page);
  await standIn.clear();

  standIn.answer(/\/contents\//, { status: 404, json: {} });
  await transfers.getByRole('button', { name: 'Resume' }).click();
  await expect(transfers.getByRole('list', { name: 'Files that could not be saved' })).toBeVisible();
  await visit('fetch-ended');
  await standIn.clear();
  await transfers.getByRole('button', { name: 'Retry' }).click();
  await expect(transfers).toBeHidden();
  await page.getByRole('button', { name: 'Transfer history' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Folders' }).click();
  await expect(page.getByRole('dialog').getByText('2 of 2')).toBeVisible();
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
  await expect(transfers.getByText('No longer following lab disk.')).toBeVisible();
  await visit('follow-ended');
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
  await expect(transfers.getByText('Uploading')).toBeVisible();
  await visit('uploading');
  await page.context().setOffline(true);
  await standIn.dropHeld();
  await expect(page.getByText('You’re offline. Transfers resume automatically.')).toBeVisible();
  await expect(transfers.getByText('Offline', { exact: true })).toBeVisible();
  await visit('upload-offline');
  await page.context().setOffline(false);
  await transfers.getByRole('button', { name: 'Pause' }).click();
  await expect(transfers.getByRole('button', { name: 'Resume' })).toBeVisible();
  await visit('upload-paused');
  await page.reload();
  const bar = page.getByRole('region', { name: 'Interrupted upload' });
  await expect(bar).toBeVisible();
  await visit('upload-interrupted');
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(bar.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await visit('upload-rechoose');
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
  await visit('upload-discard');
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
  await expect(page.getByRole('heading', { name: 'All 3 files are uploaded.' })).toBeVisible();
  const end = page.getByRole('region', { name: 'Finished upload' });
  await expect(end).toBeHidden();
  await visit('upload-result');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click();
  await expect(end.getByRole('link', { name: 'Show the files' })).toBeVisible();
  await visit('upload-end');

  // The bar may have disappeared by itself meanwhile.
  await page.getByRole('button', { name: 'Transfer history' }).click();
  const history = page.getByRole('dialog');
  await history.getByRole('button', { name: SENT[1], exact: true }).click();
  await expect(history.getByText('MD5 of 1 part')).toBeVisible();
  await visit('history');
  await history.getByRole('button', { name: 'Clear', exact: true }).click();
  const asking = page.getByRole('dialog', { name: 'Clear the receipts?' });
  await expect(asking).toBeVisible();
  await visit('history-clear');
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  await history.getByRole('searchbox').fill('no such name');
  await expect(history.getByText('No matches')).toBeVisible();
  await visit('history-none-found');
  answerActivity(walk);
  for (const tab of ['Downloads', 'Folders', 'Jobs and renames', 'Deleted']) {
    await history.getByRole('tab', { name: tab }).click();
    // Once its list is loaded.
    await expect(history.getByRole('tabpanel').getByRole('grid')).toBeVisible();
    await visit(`history, ${tab}`);
  }
  await escape(page);
  await standIn.clear();
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
