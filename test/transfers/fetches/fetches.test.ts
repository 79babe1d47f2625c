import { manifestLine } from '@data-manager/domain/checksums/manifest';
import { FETCH_RANGE_BYTES, UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { receiptsCsv } from '@data-manager/domain/transfers/receiptExport';
import { ownReceipts } from '@data-manager/domain/transfers/receipts';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import {
  cancelRequested,
  pauseRequested,
  progressSampled,
  resumeRequested,
  retryRequested,
} from '../../../src/transfers/fetches/fetchesSlice';
import { requestFetch } from '../../../src/transfers/fetches/requestedFiles';
import { anOwner } from '../../support/builders';
import { aStoredFile, createFakeDisk, fileUrlsOf } from '../../support/fakeDisk';
import { createFakeProfile, createMemoryRecords } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { cacheFeatures } from '../../support/renderRoute';
import { pass, passUntil } from '../../support/virtualTime';
import { createUrlServer, openFetchPage } from './openFetchPage';

const MINUTE_MS = 60_000;
const key = (name: string): string => `acme/brains/TC042/${name}`;
const path = (name: string): string => `TC042/${name}`;
const SMALL = aStoredFile(key('small.tif'), 1_000);
const LARGE = aStoredFile(key('large.tif'), 10 * UPLOAD_PART_BYTES + 5, UPLOAD_PART_BYTES);
const MEDIUM = aStoredFile(key('medium.tif'), 6 * FETCH_RANGE_BYTES);
const EMPTY = aStoredFile(key('empty.tif'), 0);

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 2) }));

describe('a fetch into a folder', () => {
  it('saves every file after it was verified, and leaves the list', async () => {
    const disk = createFakeDisk();
    const page = await openFetchPage({ disk });
    page.start([SMALL, LARGE, EMPTY]);
    await passUntil(() => page.items().length === 1);
    await passUntil(() => page.items().length === 0);
    expect([...disk.files.keys()]).toEqual([path('small.tif'), path('large.tif'), path('empty.tif')]);
    expect(disk.has(path('large.tif'), LARGE)).toBe(true);
    expect(disk.writers.size).toBe(0);
    expect(page.toasts()).toEqual(['TC042: 3 files in Disk.']);
    expect(page.story()).toContain('fetches/progressSampled');
  });

  it('writes the checksum files of the saved files beside them, under names that no file has', async () => {
    const MD5 = '0'.repeat(32);
    const manifest = ['LARGE', 'MD5SUMS', 'small', 'unasked'].map((name) => manifestLine(MD5, `${name}.tif`)).join('');
    const text = manifest.replace('MD5SUMS.tif', 'MD5SUMS');
    let polls = 0;
    const server = createFakeServer({
      'POST /manage/files/urls': ({ body }) => fileUrlsOf(body),
      'GET /manage/manifest': () =>
        (polls += 1) > 1 ? { text } : { status: 202, json: { status: 'PREPARING', done: 1, total: 4 } },
    });
    const disk = createFakeDisk();
    disk.put(path('SHA256SUMS'), SMALL);
    const page = await openFetchPage({ disk, server });
    page.dispatch(cacheFeatures(['manifests']));
    page.start([SMALL, aStoredFile(key('MD5SUMS'), 5), aStoredFile(key('LARGE.tif'), 7)]);
    await passUntil(() => page.items().length === 1);
    await passUntil(() => page.items().length === 0);
    const written = (name: string) => disk.files.get(path(name))?.ranges.get(0);
    expect(written('MD5SUMS (2)')).toBe(`${MD5}  LARGE.tif\n${MD5}  MD5SUMS\n${MD5}  small.tif\n`);
    expect(written('SHA256SUMS (2)')).toBe(written('MD5SUMS (2)'));
    expect(page.toasts()).toEqual(['TC042: 3 files in Disk.']);
    expect(server.calls.at(-1)?.query.get('path')).toBe('acme/brains/TC042');
  });

  it('a sealed dataset is laid out as a bag, and gets the files of its seal', async () => {
    const server = createFakeServer({
      'POST /manage/files/urls': ({ body }) => fileUrlsOf(body),
      'GET /seal/dataset-1/files': { json: { files: { 'bagit.txt': 'BagIt', 'manifest-sha256.txt': 'sums' } } },
    });
    const disk = createFakeDisk();
    const page = await openFetchPage({ disk, server });
    page.dispatch(cacheFeatures(['manifests', 'seal']));
    const request = { title: 'TC042', folderId: 'folder-1', folderName: 'Disk', sealed: 'dataset-1' };
    const files = [SMALL, aStoredFile(key('sub/100%.tif'), 5)];
    const asked = { files, prefix: 'acme/brains/', sealed: 'acme/brains/TC042' };
    page.dispatch(requestFetch(disk.folders, request, asked));
    await passUntil(() => page.items().length === 1);
    await passUntil(() => page.items().length === 0);
    expect([...disk.files.keys()]).toEqual(
      ['data/small.tif', 'data/sub/100_.tif', 'bagit.txt', 'manifest-sha256.txt'].map(path),
    );
    expect(disk.files.get(path('bagit.txt'))?.ranges.get(0)).toBe('BagIt');
  });

  it('a download into a folder ends without checksum files if the server takes too long to compute them', async () => {
    const server = createFakeServer({
      'POST /manage/files/urls': ({ body }) => fileUrlsOf(body),
      'GET /manage/manifest': { status: 202, json: { status: 'PREPARING', done: 0, total: 1 } },
    });
    const page = await openFetchPage({ disk: createFakeDisk(), server });
    page.dispatch(cacheFeatures(['manifests']));
    page.start([SMALL]);
    await passUntil(() => page.items().length === 1);
    await pass(2 * MINUTE_MS);
    expect(page.items()).toEqual([]);
    expect(page.toasts()).toEqual(['TC042: 1 file in Disk. The checksum files could not be written.']);
  });

  it('stores a receipt of every verified file with its date, which the file in the folder can’t have', async () => {
    const modified = '2030-11-29T12:00:00.000Z';
    const disk = createFakeDisk();
    disk.put(path('small.tif'), SMALL);
    const page = await openFetchPage({ disk });
    page.start([SMALL, { ...LARGE, modified }]);
    await passUntil(() => page.items().length === 1);
    await passUntil(() => page.items().length === 0);
    await pass(0);
    const stored = (await page.ports.records('receipts').readAll()) ?? new Map<string, unknown>();
    const { receipts } = ownReceipts(stored, anOwner());
    expect(receipts).toMatchObject([
      { key: LARGE.key, size: LARGE.size, checksum: LARGE.etag, savedTo: 'Disk/TC042/large.tif', modified },
    ]);
    expect(receiptsCsv(receipts)).toMatch(
      /,saved_to,modified_at\r\n.*,0,Disk\/TC042\/large\.tif,2030-11-29T12:00:00\.000Z\r\n$/,
    );
  });

  it('fetches several ranges of a file at the same time, and keeps the screen awake', async () => {
    const disk = createFakeDisk();
    const page = await openFetchPage({ disk });
    page.start([MEDIUM]);
    await passUntil(() => disk.requests.length > 0);
    expect(disk.requests).toHaveLength(4);
    expect(page.ports.recorded.isAwake).toBe(true);
  });

  it('skips a file that is in the folder with the same content, and sets aside one with other content', async () => {
    const disk = createFakeDisk();
    disk.put(path('small.tif'), SMALL);
    disk.put(path('medium.tif'), aStoredFile('another key', MEDIUM.size));
    disk.put(path('large.tif'), aStoredFile('another key', 1));
    const page = await openFetchPage({ disk });
    page.start([SMALL, MEDIUM, LARGE, EMPTY]);
    await passUntil(() => page.first()?.next === 3);
    expect(page.first()?.saved).toEqual({ verified: 0, present: 1, unverifiable: 0 });
    expect(page.first()?.setAside).toEqual(
      ['medium.tif', 'large.tif'].map((fileName, index) => ({
        index: index + 1,
        failure: { kind: 'local-differs', fileName },
      })),
    );
    expect(disk.requests.filter(({ url }) => url.includes('small'))).toEqual([]);
    expect(disk.has(path('medium.tif'), MEDIUM)).toBe(false);
  });

  it('replaces a file with other content if the user agreed, also after a reload', async () => {
    const disk = createFakeDisk();
    disk.put(path('medium.tif'), aStoredFile('another key', MEDIUM.size));
    const records = createMemoryRecords();
    const first = await openFetchPage({ disk, records });
    first.start([LARGE, MEDIUM], new Set([path('medium.tif')]));
    await passUntil(() => disk.requests.length > 0);
    first.stop();
    disk.closePage();
    const second = await openFetchPage({ disk, records });
    await passUntil(() => second.items().length === 0);
    expect(disk.has(path('medium.tif'), MEDIUM)).toBe(true);
  });

  it('fetches a damaged file again', async () => {
    const disk = createFakeDisk();
    let damages = 2;
    disk.answer(() => ({ kind: (damages -= 1) >= 0 ? 'damaged' : 'written' }));
    const page = await openFetchPage({ disk });
    page.start([MEDIUM]);
    await passUntil(() => page.items().length === 1);
    await passUntil(() => page.items().length === 0);
    expect(disk.has(path('medium.tif'), MEDIUM)).toBe(true);
    expect(page.story().filter((type) => type === 'fetches/fileRetried')).toHaveLength(1);
    await pass(0);
    const stored = (await page.ports.records('receipts').readAll()) ?? new Map<string, unknown>();
    expect([...stored.values()]).toMatchObject([{ retries: 1 }]);
  });

  it('sets a file aside after its content was wrong four times, and fetches the others', async () => {
    const disk = createFakeDisk();
    disk.answer((one) => ({ kind: one === SMALL.key ? 'damaged' : 'written' }));
    const page = await openFetchPage({ disk });
    page.start([SMALL, MEDIUM]);
    await passUntil(() => page.first()?.phase === 'ended');
    expect(page.first()).toMatchObject({
      saved: { verified: 1, present: 0, unverifiable: 0 },
      setAside: [{ index: 0, failure: { kind: 'content-differs', fileName: 'small.tif' } }],
    });
    expect(page.toasts()).toEqual(['TC042: 1 of 2 files saved in Disk.']);
    expect(disk.requests.filter(({ url }) => url.includes('small'))).toHaveLength(4);
    expect(disk.files.has(path('small.tif'))).toBe(false);
    disk.answer(() => ({ kind: 'written' }));
    page.dispatch(retryRequested({ id: page.first()?.id ?? '' }));
    await passUntil(() => page.items().length === 0);
    expect(disk.has(path('small.tif'), SMALL)).toBe(true);
  });

  it('saves a file whose ETag can’t be compared without counting it as verified', async () => {
    const disk = createFakeDisk();
    disk.put(path('odd.tif'), aStoredFile('another key', 10));
    // A crash has left an empty file.
    disk.put(path('large.tif'), aStoredFile('another key', 0));
    const page = await openFetchPage({ disk });
    page.start([{ key: key('odd.tif'), size: 10, etag: 'v1-odd' }, LARGE]);
    await passUntil(() => page.first()?.next === 1);
    expect(page.first()?.saved).toEqual({ verified: 0, present: 0, unverifiable: 1 });
    await passUntil(() => page.items().length === 0);
    expect(page.toasts()[0]).toMatch(/1 could not be verified/);
  });

  it('requests a new URL when the storage refuses an expired one', async () => {
    const disk = createFakeDisk();
    let refusals = 1;
    disk.answer(() => ((refusals -= 1) >= 0 ? { kind: 'refused', status: 403 } : { kind: 'written' }));
    const page = await openFetchPage({ disk });
    page.start([SMALL]);
    await passUntil(() => page.items().length === 1);
    await passUntil(() => page.items().length === 0);
    expect(disk.has(path('small.tif'), SMALL)).toBe(true);
    expect(page.server.calls).toHaveLength(2);
  });

  it('requests the URLs of 100 files at a time', async () => {
    const disk = createFakeDisk();
    const page = await openFetchPage({ disk });
    page.start(Array.from({ length: 150 }, (_, index) => aStoredFile(key(`${String(index)}.tif`), 10)));
    await passUntil(() => page.items().length === 1);
    await passUntil(() => page.items().length === 0);
    expect(disk.files.size).toBe(150);
    expect(page.server.calls.map(({ body }) => (body as { keys: unknown[] }).keys.length)).toEqual([100, 50]);
  });

  it('sets aside a file that is no longer on the server', async () => {
    const disk = createFakeDisk();
    const server = createUrlServer();
    server.on('POST /manage/files/urls', ({ body }) => {
      const { keys } = body as { readonly keys: readonly string[] };
      if (keys.includes(SMALL.key)) return { status: 404, json: { msg: 'not found', code: 'NO_SUCH_FILE' } };
      return fileUrlsOf(body);
    });
    const page = await openFetchPage({ disk, server });
    page.start([SMALL, MEDIUM]);
    await passUntil(() => page.first()?.phase === 'ended');
    expect(page.first()?.setAside).toEqual([{ index: 0, failure: { kind: 'source-gone', fileName: 'small.tif' } }]);
    expect(disk.has(path('medium.tif'), MEDIUM)).toBe(true);
  });

  it('pauses instead of setting aside every file when the storage refuses two in a row', async () => {
    const disk = createFakeDisk();
    disk.answer(() => ({ kind: 'refused', status: 503 }));
    const page = await openFetchPage({ disk });
    page.start([SMALL, MEDIUM, LARGE]);
    await passUntil(() => page.first()?.phase === 'paused');
    expect(page.first()).toMatchObject({ next: 1, fault: { kind: 'source-refused', status: 503 } });
    disk.answer(() => ({ kind: 'written' }));
    page.dispatch(resumeRequested({ id: page.first()?.id ?? '' }));
    await passUntil(() => page.first()?.phase === 'ended');
    expect(disk.files.size).toBe(2);
  });

  it.each([
    ['full', 'write', 'folder-full'],
    ['gone', 'open', 'folder-gone'],
    ['forbidden', 'save', 'folder-forbidden'],
    ['forbidden', 'access', 'folder-forbidden'],
  ] as const)('pauses when the folder is %s during %s, and continues after that', async (fault, call, kind) => {
    const disk = createFakeDisk();
    disk.fail((one) => (one === call ? fault : undefined));
    const page = await openFetchPage({ disk });
    page.start([SMALL, MEDIUM]);
    await passUntil(() => page.first()?.phase === 'paused');
    expect(page.first()).toMatchObject({ next: 0, fault: { kind } });
    expect(page.toasts()[0]).toMatch(/^The download of TC042 is paused\. /);
    disk.fail(() => undefined);
    page.dispatch(resumeRequested({ id: page.first()?.id ?? '' }));
    await passUntil(() => page.items().length === 0);
    expect(page.toasts()).toEqual(['TC042: 2 files in Disk.']);
    expect(disk.has(path('medium.tif'), MEDIUM)).toBe(true);
  });

  it('waits for the network without counting a retry or sampling its progress', async () => {
    const disk = createFakeDisk();
    const page = await openFetchPage({ disk });
    page.start([MEDIUM]);
    disk.answer(() => ({ kind: 'unreachable' }));
    page.ports.control.setOnline(false);
    await pass(10 * MINUTE_MS);
    expect(page.first()).toMatchObject({ phase: 'running', waiting: 'network' });
    expect(page.story()).not.toContain(progressSampled.type);
    disk.answer(() => ({ kind: 'written' }));
    page.ports.control.setOnline(true);
    await passUntil(() => page.items().length === 0);
    expect(disk.has(path('medium.tif'), MEDIUM)).toBe(true);
  });

  it('waits for its owner to sign in again', async () => {
    const disk = createFakeDisk();
    const page = await openFetchPage({ disk });
    page.start([SMALL, MEDIUM]);
    await pass(100);
    page.dispatch(sessionLost());
    await pass(MINUTE_MS);
    expect(page.first()).toMatchObject({ phase: 'running', waiting: 'session' });
    page.dispatch(loginFound(anOwner()));
    await passUntil(() => page.items().length === 0);
    expect(disk.files.size).toBe(2);
  });

  it('keeps the received ranges over a pause', async () => {
    const disk = createFakeDisk();
    const page = await openFetchPage({ disk });
    page.start([LARGE]);
    await passUntil(() => page.first()?.phase === 'running' && disk.requests.length >= 20);
    page.dispatch(pauseRequested({ id: page.first()?.id ?? '' }));
    await pass(MINUTE_MS);
    const atPause = disk.requests.length;
    await pass(MINUTE_MS);
    expect(disk.requests).toHaveLength(atPause);
    expect(disk.files.size).toBe(0);
    page.dispatch(resumeRequested({ id: page.first()?.id ?? '' }));
    await passUntil(() => page.items().length === 0);
    expect(disk.has(path('large.tif'), LARGE)).toBe(true);
    // Only the ranges in flight were fetched again.
    expect(disk.requests.length).toBeLessThanOrEqual(Math.ceil(LARGE.size / FETCH_RANGE_BYTES) + 4);
  });

  it('discards the open file and forgets the folder when it is cancelled', async () => {
    const disk = createFakeDisk();
    const page = await openFetchPage({ disk });
    page.start([LARGE]);
    await passUntil(() => disk.requests.length >= 8);
    page.dispatch(cancelRequested({ id: page.first()?.id ?? '' }));
    await pass(MINUTE_MS);
    expect(page.items()).toEqual([]);
    expect(disk.writers.size).toBe(0);
    expect(disk.files.size).toBe(0);
    expect(disk.released).toEqual(['folder-1']);
  });

  it('continues after a reload with the files that are not verified yet', async () => {
    const disk = createFakeDisk();
    const records = createMemoryRecords();
    const files: readonly FileEntry[] = [SMALL, MEDIUM, LARGE];
    const first = await openFetchPage({ disk, records });
    first.start(files);
    await passUntil(() => first.first()?.next === 2 && disk.requests.length > 12);
    await pass(0);
    first.stop();
    disk.closePage();
    const before = disk.requests.length;
    const second = await openFetchPage({ disk, records });
    expect(second.first()).toMatchObject({ next: 2, saved: { verified: 2, present: 0, unverifiable: 0 } });
    await passUntil(() => second.items().length === 0);
    expect(disk.has(path('large.tif'), LARGE)).toBe(true);
    expect(disk.requests.slice(before).every(({ url }) => url.includes('large'))).toBe(true);
  });

  it('is driven by one tab, shown in the others and obeys their commands', async () => {
    const disk = createFakeDisk();
    const records = createMemoryRecords();
    const profile = createFakeProfile();
    const driver = await openFetchPage({ disk, records, profile });
    const follower = await openFetchPage({ disk, records, profile });
    follower.start([LARGE]);
    await passUntil(() => driver.first()?.phase === 'running');
    await passUntil(() => follower.first()?.phase === 'running');
    expect(driver.items()).toHaveLength(1);
    follower.dispatch(pauseRequested({ id: follower.first()?.id ?? '' }));
    await passUntil(() => driver.first()?.phase === 'paused' && follower.first()?.phase === 'paused');
    driver.stop();
    await pass(0);
    follower.dispatch(resumeRequested({ id: follower.first()?.id ?? '' }));
    await passUntil(() => follower.items().length === 0);
    expect(disk.has(path('large.tif'), LARGE)).toBe(true);
  });
});
