import type { Failure } from '@data-manager/domain/failures/failure';
import { compositeChecksum } from '@data-manager/domain/uploads/checksums';
import { UPLOAD_MAX_BYTES } from '@data-manager/domain/uploads/uploadPlan';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import type { FakeAnswer } from '../../support/fakeServer';
import { aFile, bytesOfParts, md5OfPart, PUT_MS } from './fakeStorage';
import { openUploadPage } from './openUploadPage';

const LOST = { status: 404, json: { msg: 'No such upload', code: 'NO_SUCH_UPLOAD' } };
const MIB_64 = 64 * 1024 * 1024;

const pages = createReplayedPages();
const visit = () => openUploadPage(pages);

describe('uploading a file', () => {
  it('starts, sends its parts, completes with the checksum and leaves the queue', async () => {
    const { upload, operations, completions, files, pass, story, ports } = await visit();
    upload(aFile('a.tif', bytesOfParts(2)));
    expect(ports.recorded.unloadGuarded).toBe(true);
    await pass(2 * PUT_MS);
    expect(operations).toEqual(['start a.tif', 'urls 1', 'PUT 1', 'PUT 2', 'complete a.tif up-1']);
    const md5s = [md5OfPart('a.tif', 1), md5OfPart('a.tif', 2)];
    expect(completions).toEqual([
      {
        key: 'acme/brains/TC042/a.tif',
        uploadId: 'up-1',
        parts: md5s.map((md5, index) => ({ PartNumber: index + 1, ETag: md5.toUpperCase(), checksum: md5 })),
        checksum: compositeChecksum(md5s),
        lastFile: true,
      },
    ]);
    expect(files()).toEqual([]);
    expect(ports.recorded.unloadGuarded).toBe(false);
    expect(story()).toEqual([
      'uploads/uploadRequested',
      'uploads/filesQueued',
      'uploads/startSent',
      'uploads/uploadStarted',
      'uploads/partUploaded',
      'uploads/partUploaded',
      'uploads/completionSent',
      'uploads/fileCompleted',
    ]);
  });

  it('sends two parts at the same time before the throughput is known', async () => {
    const { upload, mostInFlight, completions, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(8)));
    await pass(10 * PUT_MS);
    expect(mostInFlight()).toBe(2);
    expect(completions).toHaveLength(1);
  });

  it('keeps the names of its folders in the key', async () => {
    const { store, choose, pass, completions } = await visit();
    const file = choose(aFile('a.tif', 1), { webkitRelativePath: 'TC042/raw/a.tif', newName: 'b.tif' });
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [file] }));
    await pass(2 * PUT_MS);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/raw/b.tif' }]);
  });

  it('rejects a file of more than 10,000 parts before anything is sent', async () => {
    const { upload, operations, files, toasts, pass } = await visit();
    upload(aFile('huge.tif', UPLOAD_MAX_BYTES + 1));
    await pass(60_000);
    expect(operations).toEqual([]);
    expect(files()).toEqual([]);
    expect(toasts()).toEqual(['huge.tif is too large and was left out. The limit is 625.00 GB per file.']);
  });

  it('sends an empty file as one empty part', async () => {
    const { upload, operations, pass } = await visit();
    upload(aFile('a.tif', 0));
    await pass(2 * PUT_MS);
    expect(operations).toEqual(['start a.tif', 'urls 1', 'PUT 1', 'complete a.tif up-1']);
  });

  it.each<[string, 'urls' | 'complete', FakeAnswer, Failure['kind'], number]>([
    ['the server loses its upload twice', 'complete', LOST, 'not-found', 2],
    ['the API returns no URL', 'urls', { json: [] }, 'bad-answer', 1],
  ])('a file fails without a retry if %s', async (_what, call, response, kind, starts) => {
    const { upload, operations, files, answer, pass, story } = await visit();
    answer(call, response, response);
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind } } }]);
    expect(operations.filter((one) => one.startsWith('start'))).toHaveLength(starts);
    expect(story()).not.toContain('uploads/partRetried');
  });

  it('samples the progress every 500 ms, and counts a part that is sent again once', async () => {
    const { upload, inFlight, pass, failPart } = await visit();
    failPart(1, 'wrong-etag');
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(499);
    expect(inFlight()).toEqual({});
    await pass(1);
    expect(inFlight()).toEqual({ 1: MIB_64 / 2, 2: 0 });
    await pass(1_000);
    expect(inFlight()).toEqual({});
    await pass(1_000);
    expect(inFlight()).toEqual({ 1: MIB_64 / 2 });
  });
});

describe('uploading to a server that returns URLs when an upload starts', () => {
  const open = () => openUploadPage(pages, { hasStartUrls: true, urlsPerAnswer: 2 });

  it('requests only further URLs', async () => {
    const { upload, operations, pass, files, server } = await open();
    upload(aFile('a.tif', bytesOfParts(3)));
    await pass(3 * PUT_MS);
    expect(operations).toEqual(['start a.tif', 'PUT 1', 'PUT 2', 'urls 3', 'PUT 3', 'complete a.tif up-1']);
    const { body } = server.calls.find(({ path }) => path === '/upload/start') ?? {};
    expect(body).toEqual({ key: 'acme/brains/TC042/a.tif', totalParts: 3 });
    expect(files()).toEqual([]);
  });

  it('retries a failed part with a new URL', async () => {
    const { upload, operations, pass, failPart } = await open();
    failPart(1, { kind: 'answered', status: 403, etag: null });
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations).toEqual(['start a.tif', 'PUT 1', 'urls 1', 'PUT 1', 'complete a.tif up-1']);
  });
});

describe('uploading a part', () => {
  it('retries a failed part with a new URL each time', async () => {
    const { upload, operations, files, pass, story, failPart } = await visit();
    failPart(1, 'wrong-etag', { kind: 'answered', status: 403, etag: null }, { kind: 'stalled' });
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations).toEqual([
      'start a.tif',
      ...['urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1', 'PUT 1'],
      'complete a.tif up-1',
    ]);
    expect(files()).toEqual([]);
    expect(story().filter((type) => type === 'uploads/partRetried')).toHaveLength(3);
  });

  it('doubles the delay before each retry', async () => {
    const { upload, operations, pass, failPart } = await visit();
    failPart(1, 'wrong-etag', 'wrong-etag', 'wrong-etag');
    upload(aFile('a.tif', 10));
    const tries = () => operations.filter((one) => one === 'PUT 1').length;
    // The fake fraction of 0.5 results in no jitter.
    for (const [index, waitMs] of [1_000, 2_000, 4_000].entries()) {
      await pass(PUT_MS);
      await pass(waitMs - 1);
      expect(tries()).toBe(index + 1);
      await pass(1);
      expect(tries()).toBe(index + 2);
    }
  });

  it('fails the file after four attempts, shows a toast and continues with the next file', async () => {
    const { upload, files, pass, failPart, toasts, completions } = await visit();
    failPart(2, 'wrong-etag', 'wrong-etag', 'wrong-etag', 'wrong-etag');
    upload(aFile('a.tif', bytesOfParts(2)), aFile('b.tif', 1));
    await pass(60_000);
    expect(toasts()).toEqual(['Error uploading file.']);
    expect(files()).toMatchObject([
      { name: 'a.tif', progress: { phase: 'failed', failure: { kind: 'checksum-mismatch', partNumber: 2 } } },
    ]);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/b.tif', lastFile: true }]);
  });
});

describe('presigned URLs', () => {
  it('never reach an action or the store', async () => {
    const { upload, pass, actions, store } = await visit();
    upload(aFile('a.tif', bytesOfParts(4)));
    await pass(PUT_MS);
    const seen = JSON.stringify([actions, store.getState()]);
    expect(seen).toContain('up-1');
    expect(seen).not.toContain('storage.test');
  });
});
