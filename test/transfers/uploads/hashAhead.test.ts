import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import { retryRequested, uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { chosenFile } from '../../support/chosenFile';
import { createTestStore } from '../../support/createTestStore';
import { signedInPorts } from '../../support/fakePorts';
import { stopAfterTest } from '../../support/stopAfterTest';
import { pass } from '../../support/virtualTime';
import { aFile, bytesOfParts, createFakeStorage, PUT_MS } from './fakeStorage';

beforeEach(() => void jest.useFakeTimers());

/** A hash that makes no progress. */
const STALLED = Promise.resolve({ kind: 'stalled' } as const);

/** Uploads a file and records each hash among the operations of the storage. */
async function visit({ stalls = 0 } = {}) {
  const storage = createFakeStorage();
  const ports = signedInPorts({
    ...storage.ports,
    hashPart: (body, signal) => {
      storage.operations.push('hash');
      stalls -= 1;
      if (stalls >= 0) return STALLED;
      return storage.ports.hashPart(body, signal);
    },
  });
  const { store, rehydrated } = stopAfterTest(createTestStore({ ports }));
  await rehydrated();
  const upload = (file: File) => {
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [chosenFile(ports, file)] }));
    return pass(20 * PUT_MS);
  };
  const left = () => selectAllUploads(store.getState());
  return { ...storage, store, upload, left };
}

describe('hashing a file', () => {
  it('hashes a small file once, while the upload starts', async () => {
    const { upload, operations, left } = await visit();
    await upload(aFile('a.tif', 1_000));
    expect(operations).toEqual(['hash', 'start a.tif', 'urls 1', 'PUT 1', 'complete a.tif up-1']);
    expect(left()).toEqual([]);
  });

  it('hashes a large file part by part while it is sent', async () => {
    const { upload, operations } = await visit();
    await upload(aFile('a.tif', bytesOfParts(2)));
    expect(operations.slice(0, 4)).toEqual(['start a.tif', 'urls 1', 'hash', 'PUT 1']);
    expect(operations.filter((operation) => operation === 'hash')).toHaveLength(2);
  });

  it('hashes the file again for each retry, since it may have changed', async () => {
    const { upload, operations, failPart, left } = await visit();
    failPart(1, 'wrong-etag');
    await upload(aFile('a.tif', 1_000));
    expect(operations.filter((operation) => operation === 'hash')).toHaveLength(2);
    expect(left()).toEqual([]);
  });

  it('retries a file whose hash stalled before it was sent', async () => {
    const { upload, operations, left } = await visit({ stalls: 1 });
    await upload(aFile('a.tif', 1_000));
    expect(operations).toEqual(['hash', 'start a.tif', 'urls 1', 'urls 1', 'hash', 'PUT 1', 'complete a.tif up-1']);
    expect(left()).toEqual([]);
  });

  it('retries a part whose hash stalled, and aborts its PUT', async () => {
    const { upload, operations, left } = await visit({ stalls: 1 });
    await upload(aFile('a.tif', bytesOfParts(2)));
    expect(operations).toContain('PUT 1 aborted');
    expect(operations.filter((operation) => operation === 'PUT 1')).toHaveLength(2);
    expect(left()).toEqual([]);
  });

  it('fails the file after three retries if its hash stalls each time', async () => {
    const { upload, left } = await visit({ stalls: 4 });
    await upload(aFile('a.tif', bytesOfParts(1)));
    expect(left()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'stalled', partNumber: 1 } } }]);
  });

  it('hashes a retried file while it is sent', async () => {
    const { store, upload, operations, failPart, left } = await visit();
    failPart(1, ...Array.from({ length: 4 }, () => 'wrong-etag' as const));
    await upload(aFile('a.tif', 1_000));
    operations.length = 0;
    store.dispatch(retryRequested({}));
    await pass(20 * PUT_MS);
    expect(operations).toEqual(['urls 1', 'hash', 'PUT 1', 'complete a.tif up-1']);
    expect(left()).toEqual([]);
  });
});
