import fs from 'node:fs';
import path from 'node:path';
import { expect, type BrowserContext, type CDPSession, type Page, type Request } from '@playwright/test';
import { usesCluster } from '../cluster/usesCluster';
import { chooseBy } from '../support/chooseBy';
import { dropFolder } from '../support/dropFolder';
import type { SharedBackend } from '../support/sharedBackend';
import { signIn } from '../support/signIn';
import { listKeys, md5OfStored } from '../support/storedFiles';
import { ACME_MEMBER } from '../support/walkLogin';
import { countRecords, md5OfFile, signInAs, test } from './support';

const MIB = 1024 * 1024;
const PART_BYTES = 64 * MIB;

/** Creates a folder with a sparse file of two different parts. */
function makeFolder(parent: string, name: string): { readonly folder: string; readonly file: string } {
  const folder = path.join(parent, name);
  fs.mkdirSync(folder);
  const file = path.join(folder, `${name}_S000001_L01_ch01.tif`);
  const handle = fs.openSync(file, 'w');
  for (const part of [0, 1]) fs.writeSync(handle, `part ${String(part + 1)}`, part * PART_BYTES);
  fs.ftruncateSync(handle, PART_BYTES + MIB);
  fs.closeSync(handle);
  return { folder, file };
}

function choose(page: Page, folder: string): Promise<void> {
  return chooseBy(page, 'Choose folder', folder);
}

const PART_URL = usesCluster ? /X-Amz-.*&partNumber=(\d+)&/ : /\/storage\/[^/]+\/(\d+)\?/;

/** The pattern of the URLs of the second part in the DevTools protocol. */
const SECOND_PART = usesCluster ? '*X-Amz-*&partNumber=2&*' : '*/storage/*/2?*';

/** Returns the number of the part that a request uploads, or undefined for other requests. */
function sentPart(request: Request): number | undefined {
  const [, number] = PART_URL.exec(request.url()) ?? [];
  return request.method() === 'PUT' && number !== undefined ? Number(number) : undefined;
}

/** Records the upload requests of all pages in order: `start`, `PUT 2`, `complete`, `cancel`. */
function recordUploadRequests(context: BrowserContext): string[] {
  const requests: string[] = [];
  context.on('request', (request) => {
    const part = sentPart(request);
    if (part !== undefined) requests.push(`PUT ${String(part)}`);
    const [, call] = /\/upload\/(start|complete|cancel)$/.exec(request.url()) ?? [];
    if (call !== undefined && request.method() !== 'OPTIONS') requests.push(call);
  });
  return requests;
}

/** Uploads the folder until the first part has arrived. The second one is held back. */
async function uploadHalf(page: Page, backend: SharedBackend, folder: string, select = choose): Promise<CDPSession> {
  await signInAs(page, backend, ACME_MEMBER);
  // Uses the DevTools protocol because a Playwright route would send every part through the test process.
  const holding = await page.context().newCDPSession(page);
  await holding.send('Fetch.enable', { patterns: [{ urlPattern: SECOND_PART }] });
  const arrived = new Set<number>();
  page.on('requestfinished', (request) => {
    const part = sentPart(request);
    if (part !== undefined) arrived.add(part);
  });
  await page.goto('/acme/mouse-brain-atlas/upload');
  await select(page, folder);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('link', { name: 'Show the files' }).click();
  await expect.poll(() => [...arrived].sort(), { timeout: 60_000 }).toEqual([1]);
  await expect.poll(() => countRecords(page, 'upload-journal-parts')).toBe(1);
  return holding;
}

test('an upload interrupted by a crash of its tab sends only the missing parts, and every byte arrives', async ({
  page: first,
  context,
  backend,
  disk,
}) => {
  const { folder, file } = makeFolder(disk, 'TC902');
  test.slow();
  const md5 = await md5OfFile(file);
  const requests = recordUploadRequests(context);
  await uploadHalf(first, backend, folder);
  const crashed = first.waitForEvent('crash');
  first.goto('chrome://crash').catch(() => undefined);
  await crashed;
  const page = await context.newPage();
  await page.goto('/acme/mouse-brain-atlas');
  const bar = page.getByRole('region', { name: 'Interrupted upload' });
  await expect(bar).toContainText('Upload interrupted: 1 file remaining (64.00 MB of ');

  await expect(bar).toContainText(`Folder: ${path.basename(folder)}.`);

  requests.length = 0;
  const dialog = page.waitForEvent('filechooser');
  await bar.getByRole('button', { name: 'Resume' }).click();
  await (await dialog).setFiles(folder);
  await expect.poll(() => [...requests].sort(), { timeout: 60_000 }).toEqual(['PUT 2', 'complete']);
  await expect(page.getByRole('region', { name: 'Transfers' })).toBeHidden();
  await expect(bar).toBeHidden();
  expect(await storedMd5(backend, path.basename(file))).toBe(md5);

  await page.reload();
  await expect(page.getByRole('link', { name: 'TC902' })).toBeVisible();
  await expect(bar).toBeHidden();
});

test('an interrupted upload of a dropped folder resumes with one click', async ({ page, context, backend, disk }) => {
  test.slow();
  const { folder, file } = makeFolder(disk, 'TC903');
  const requests = recordUploadRequests(context);
  const holding = await uploadHalf(page, backend, folder, dropFolder);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await holding.detach();

  requests.length = 0;
  const bar = page.getByRole('region', { name: 'Interrupted upload' });
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => [...requests].sort(), { timeout: 60_000 }).toEqual(['PUT 2', 'complete']);
  await expect(page.getByRole('region', { name: 'Transfers' })).toBeHidden();
  await expect(bar).toBeHidden();
  expect(await storedMd5(backend, path.basename(file))).toBe(await md5OfFile(file));
});

test('a file that is overwritten during its upload fails, even if it keeps its size and time', async ({
  page,
  context,
  backend,
  disk,
}) => {
  test.slow();
  const { folder, file } = makeFolder(disk, 'TC907');
  const requests = recordUploadRequests(context);
  const holding = await uploadHalf(page, backend, folder);
  const { atime, mtime } = fs.statSync(file);
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, 'new version', 0);
  fs.closeSync(handle);
  fs.utimesSync(file, atime, mtime);
  await holding.detach();
  const panel = page.getByRole('region', { name: 'Transfers' });
  await expect(panel).toContainText('has changed since it was chosen', { timeout: 60_000 });
  expect(requests).not.toContain('complete');
});

/** Returns the MD5 of the stored file with a name. */
async function storedMd5(backend: SharedBackend, fileName: string): Promise<string | undefined> {
  const session = await signIn(backend, 'member@acme.example');
  const key = (await listKeys(session, 'acme')).find((found) => found.endsWith(fileName));
  if (key === undefined) throw new Error(`${fileName} is not in the storage.`);
  return md5OfStored(session, key);
}
