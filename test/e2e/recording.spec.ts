import { execFile } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseBy } from '../support/chooseBy';
import { drawnTiff } from '../support/drawnTiff';
import { startFaultyProxy, type FaultyProxy } from '../support/faultyProxy';
import { signIn } from '../support/signIn';
import { freePort, START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';
import { ACME_MEMBER } from '../support/walkLogin';
import { diskTest as test, nextArchive, signInAs } from './support';

const MIB = 1024 * 1024;
/** A full part and a shorter one. */
const LARGE_BYTES = 64 * MIB + 1_000_000;
const PASSED = { kind: 'hold', milliseconds: 0 } as const;
const ROOT = path.join(__dirname, '..', '..');
const VERDICT = [
  '✓ The reducers reach the recorded state.',
  '✓ The sagas dispatch the same actions in the same order.',
];
const run = promisify(execFile);

/** Runs the replay command and returns its output. Throws if the replay differs from the recording. */
async function replay(file: string): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'test/replay/main.ts', file], {
    cwd: ROOT,
    maxBuffer: 64 * MIB,
  });
  return stdout.trimEnd().split('\n');
}

/** Clicks a button and returns the path of the saved file. */
async function saveBy(page: Page, button: Locator, disk: string): Promise<string> {
  const download = page.waitForEvent('download');
  await button.click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^transfers-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json$/);
  const file = path.join(disk, saved.suggestedFilename());
  await saved.saveAs(file);
  return file;
}

let proxy: FaultyProxy;
let backend: Backend;

test.beforeAll(async () => {
  test.setTimeout(START_TIMEOUT_MS);
  const port = await freePort();
  proxy = await startFaultyProxy(port);
  backend = await startBackend({ PORT: String(port), PUBLIC_URL: proxy.url, APP_PORT: String(await freePort()) });
});
test.afterAll(async () => {
  await backend.stop();
  await proxy.close();
});

test('a recording of transfers replays to the same actions in the same order and contains no secrets', async ({
  page,
  disk,
}) => {
  const fileOf = (section: number) => path.join(disk, `TC042_S${String(section).padStart(6, '0')}_L01_ch09.tif`);
  const small = Array.from({ length: 6 }, (_, index) => fileOf(index + 1));
  for (const [index, file] of small.entries()) fs.writeFileSync(file, drawnTiff(200_000, index));
  const large = fileOf(7);
  fs.writeFileSync(large, '');
  fs.truncateSync(large, LARGE_BYTES);
  const project = path.basename(disk);
  await (await signIn(backend, 'member@acme.example')).make('/project', { title: project });
  await signInAs(page, backend, ACME_MEMBER);
  const paused = new AbortController();
  // The second small file is sent twice. The last part of the large file stalls, and fails while the queue is paused.
  proxy.meet(
    'PUT /storage/',
    PASSED,
    { kind: 'etag', etag: `"${'0'.repeat(32)}"` },
    ...small.slice(1).map(() => PASSED),
    PASSED,
    { kind: 'reset', afterBytes: 1, first: () => once(paused.signal, 'abort').then(() => undefined) },
  );

  await page.goto(`${backend.appUrl}/acme/${project}/upload`);
  await chooseBy(page, 'Choose files', [...small, large]);
  // The large file contains no image.
  await page.getByRole('button', { name: 'Upload anyway' }).click();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(transfers.getByRole('tab', { name: 'Uploads (1)' })).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => proxy.left(), { timeout: 60_000 }).toBe(0);
  await transfers.getByRole('button', { name: 'Pause' }).click();
  await transfers.getByRole('button', { name: 'More actions for transfers' }).click();
  const midway = await saveBy(page, page.getByRole('menuitem', { name: 'Save transfer recording' }), disk);
  expect((await replay(midway)).slice(-2)).toEqual(VERDICT);

  paused.abort();
  await expect(transfers.getByText('Paused', { exact: true })).toBeVisible();
  await transfers.getByRole('button', { name: 'Resume' }).click();
  await expect(transfers).toBeHidden({ timeout: 60_000 });
  await page
    .getByRole('region', { name: 'Result of the upload' })
    .getByRole('link', { name: 'Show the files' })
    .click();
  await page.getByRole('checkbox', { name: path.basename(small[0] ?? '') }).check();
  const archive = nextArchive(page);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await archive;
  await expect(transfers).toBeHidden();

  await page.getByRole('button', { name: 'Transfer history' }).click();
  const saved = await saveBy(page, page.getByRole('button', { name: 'Save transfer recording' }), disk);
  const output = await replay(saved);
  expect(output.slice(-2)).toEqual(VERDICT);
  const times = (action: string): number => output.filter((line) => line.includes(` ${action} `)).length;
  expect(times('uploads/partRetried')).toBe(1);
  expect(times('uploads/fileCompleted')).toBe(small.length + 1);
  expect(times('downloads/downloadSaved')).toBe(1);
  const secrets = await page.evaluate(() =>
    ['A_K', 'S_K', 'session_token', 'id_token', 'access_token', 'refresh_token'].map((key) =>
      localStorage.getItem(key),
    ),
  );
  for (const file of [midway, saved]) {
    const text = fs.readFileSync(file, 'utf8');
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/signature|expires|\/storage\/|eyJ/i);
  }
});
