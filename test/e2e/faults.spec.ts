import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { startFaultyProxy, type FaultyProxy } from '../support/faultyProxy';
import { signIn } from '../support/signIn';
import { freePort, START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';
import { md5OfStored } from '../support/storedFiles';
import { ACME_MEMBER } from '../support/walkLogin';
import { diskTest as test, md5OfFile, replaceAccessToken, signInAs } from './support';

const MIB = 1024 * 1024;
const PART_BYTES = 64 * MIB;
/** Short enough for a test to wait until a URL expires, long enough for a URL that is used immediately. */
const SIGNED_URL_SECONDS = 6;
const PROJECT = 'faults';

let proxy: FaultyProxy;
let backend: Backend;
let backendPort: string;
let files = 0;

test.beforeAll(async () => {
  test.setTimeout(START_TIMEOUT_MS);
  backendPort = String(await freePort());
  proxy = await startFaultyProxy(Number(backendPort));
  backend = await startBackend({
    PORT: backendPort,
    PUBLIC_URL: proxy.url,
    APP_PORT: String(await freePort()),
    SIGNED_URL_SECONDS: String(SIGNED_URL_SECONDS),
  });
  const member = await signIn(backend, 'member@acme.example');
  expect((await member.call('POST', '/project', { title: PROJECT })).status).toBe(200);
});
test.afterAll(async () => {
  await backend.stop();
  await proxy.close();
});
test.beforeEach(async ({ page }) => {
  await signInAs(page, backend, ACME_MEMBER);
});

/** Returns the path of a new file with a unique name. */
const newPath = (disk: string): string => {
  files += 1;
  return path.join(disk, `TC042_S${String(files).padStart(6, '0')}_L01_ch09.tif`);
};
/** Creates a sparse file in which each part has different content. */
const aSparseFile = (disk: string, bytes: number): string => {
  const file = newPath(disk);
  const handle = fs.openSync(file, 'w');
  fs.ftruncateSync(handle, bytes);
  for (let start = 0; start < bytes; start += PART_BYTES) fs.writeSync(handle, `part from ${start} of ${file}`, start);
  fs.closeSync(handle);
  return file;
};
const transfers = (page: Page) => page.getByRole('region', { name: 'Transfers' });
const upload = async (page: Page, ...chosen: string[]): Promise<void> => {
  await page.goto(`${backend.appUrl}/acme/${PROJECT}/upload`);
  await chooseBy(page, 'Choose files', chosen);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(transfers(page)).toBeVisible();
};
/** Waits for the upload to finish and all faults to occur, then compares the stored files with the originals. */
const expectArrived = async (page: Page, ...sent: string[]): Promise<void> => {
  await expect(transfers(page)).toBeHidden({ timeout: 60_000 });
  expect(proxy.left()).toBe(0);
  const session = await signIn(backend, 'member@acme.example');
  for (const file of sent) {
    const key = `acme/${PROJECT}/${path.basename(file)}`;
    expect(await md5OfStored(session, key)).toBe(await md5OfFile(file));
  }
};

test('an upload survives a reset connection, 503s, a wrong ETag, an expired URL, an expired token and a lost response', async ({
  page,
  disk,
}) => {
  const file = aSparseFile(disk, PART_BYTES + 1_000_000);
  const puts = proxy.count('PUT /storage/');
  const refreshes = proxy.count('POST /auth/token');
  proxy.meet(
    'PUT /storage/',
    { kind: 'reset', afterBytes: 500_000 },
    { kind: 'refuse', status: 503 },
    { kind: 'hold', milliseconds: (SIGNED_URL_SECONDS + 1) * 1_000 },
    { kind: 'refuse', status: 503 },
    { kind: 'etag', etag: '"00000000000000000000000000000000"' },
  );
  proxy.meet('POST /upload/complete', { kind: 'lose-answer' });
  await upload(page, file);
  await expect.poll(() => proxy.count('PUT /storage/')).toBeGreaterThan(puts + 3);
  await replaceAccessToken(page, () => 'expired');
  await expectArrived(page, file);
  expect(proxy.count('POST /auth/token') - refreshes).toBe(1);
  // Two parts and five faults. Each fault costs one more PUT, and another one if a URL expires in the meantime.
  expect(proxy.count('PUT /storage/') - puts).toBeGreaterThanOrEqual(2 + 5);
  expect(proxy.count('PUT /storage/') - puts).toBeLessThanOrEqual(2 + 2 * 5);
});

test('an upload survives a backend that is killed during a part and again while completing the file', async ({
  page,
  disk,
}) => {
  const file = aSparseFile(disk, PART_BYTES + 1_000_000);
  let kills = 0;
  const kill = async (): Promise<void> => {
    await backend.kill();
    kills += 1;
  };
  proxy.meet('PUT /storage/', { kind: 'reset', afterBytes: 300_000, first: kill });
  proxy.meet('POST /upload/complete', { kind: 'reset', afterBytes: 1, first: kill });
  await upload(page, file);
  for (const time of [1, 2]) {
    await expect.poll(() => kills, { timeout: 60_000 }).toBe(time);
    await backend.restart({ PORT: backendPort });
  }
  await expectArrived(page, file);
});
