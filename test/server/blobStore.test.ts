import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { dataFolderOf, prepareDataFolder } from '../../server/src/disk/dataFolder';
import { setErrorHandlers } from '../../server/src/http/errorHandler';
import { ErrorBody } from '../../server/src/http/schemas';
import { newBlobKey, type BlobStore, type BlobUpload } from '../../server/src/storage/blobStore';
import { multipartChecksum, type CompletedPart } from '../../server/src/storage/parts';
import { createS3BlobStore } from '../../server/src/storage/s3/s3BlobStore';
import { folderBlobs } from '../support/folderBlobs';
import { freePort } from '../support/startBackend';
import { temporaryFolder } from '../support/temporaryFolder';
import { hasTestStorage, makeTestBucket } from '../support/testBucket';
import { md5, putPart } from '../support/uploadFile';

const APP_URL = 'http://localhost:3000';
const PROJECT = 'a'.repeat(32);
const MIB = 1024 * 1024;

interface OpenStore {
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

async function openFolderStore(dataDir: string): Promise<OpenStore> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${String(port)}`;
  const blobs = folderBlobs(dataDir, publicUrl);
  const server = fastify();
  server.addSchema(ErrorBody);
  setErrorHandlers(server);
  if (blobs.routes !== undefined) await server.register(blobs.routes);
  await server.listen({ port, host: '127.0.0.1' });
  return { blobs, close: () => server.close() };
}

async function openS3Store(dataDir: string): Promise<OpenStore> {
  const bucket = await makeTestBucket(APP_URL);
  const blobs = await createS3BlobStore(bucket, { folder: dataFolderOf(dataDir), seconds: 60 });
  return { blobs, close: () => bucket.remove() };
}

const STORES: [string, (dataDir: string) => Promise<OpenStore>][] = [['a folder', openFolderStore]];
if (hasTestStorage) STORES.push(['S3', openS3Store]);

describe.each(STORES)('the blob store in %s', (_name, openStore) => {
  let dataDir: string;
  let store: OpenStore;
  let blobs: BlobStore;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    await prepareDataFolder(dataFolderOf(dataDir));
    store = await openStore(dataDir);
    ({ blobs } = store);
  });
  afterAll(() => store.close());

  const newUpload = async (): Promise<BlobUpload> => {
    const blob = newBlobKey(PROJECT);
    return { uploadId: await blobs.startUpload(blob), blob };
  };

  /** Sends a part as a browser does, and returns what the client lists at the end. */
  const sendPart = async (upload: BlobUpload, partNumber: number, body: Buffer): Promise<CompletedPart> => {
    const response = await putPart(await blobs.partUrl(upload, partNumber), body);
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe(`"${md5(body)}"`);
    return { partNumber, etag: md5(body), checksum: md5(body) };
  };

  describe('for contents', () => {
    test('reads what was written, whole and in ranges', async () => {
      const blob = newBlobKey(PROJECT);
      const body = randomBytes(100_000);
      await blobs.put(blob, body);
      expect(await blobs.has(blob)).toBe(true);
      expect(await buffer(blobs.read(blob))).toEqual(body);
      expect(await buffer(blobs.read(blob, { start: 10, end: 19 }))).toEqual(body.subarray(10, 20));
      const [middle, end, beyond] = await blobs.withReader(blob, (readAt) =>
        Promise.all([readAt(50_000, 8), readAt(99_990, 100), readAt(100_000, 8)]),
      );
      expect([middle, end, beyond]).toEqual([body.subarray(50_000, 50_008), body.subarray(99_990), Buffer.alloc(0)]);
      expect(await blobs.withFile(blob, (path) => readFile(path))).toEqual(body);
    });

    test('sends a blob and its ranges to holders of its URL, with its checksum', async () => {
      const upload = await newUpload();
      const bodies = [randomBytes(5 * MIB), randomBytes(1_000)];
      const parts: CompletedPart[] = [];
      for (const [index, body] of bodies.entries()) parts.push(await sendPart(upload, index + 1, body));
      await blobs.completeUpload(upload, parts);
      const etag = multipartChecksum(parts.map(({ checksum }) => checksum));
      const url = await blobs.contentUrl(upload.blob, { etag, seconds: 60 });
      const whole = await fetch(url);
      expect([whole.status, whole.headers.get('etag')]).toEqual([200, `"${etag}"`]);
      expect(md5(Buffer.from(await whole.arrayBuffer()))).toBe(md5(Buffer.concat(bodies)));
      const range = await fetch(url, { headers: { range: `bytes=${String(5 * MIB - 2)}-${String(5 * MIB + 1)}` } });
      expect(range.status).toBe(206);
      expect(range.headers.get('content-range')).toBe(
        `bytes ${String(5 * MIB - 2)}-${String(5 * MIB + 1)}/${String(5 * MIB + 1_000)}`,
      );
      expect(md5(Buffer.from(await range.arrayBuffer()))).toBe(
        md5(Buffer.concat(bodies).subarray(5 * MIB - 2, 5 * MIB + 2)),
      );
      expect((await fetch(url, { headers: { range: 'bytes=9999999-' } })).status).toBe(416);
    });

    test('refuses to send a blob other than the URL’s, and a removed one', async () => {
      const [one, other] = [newBlobKey(PROJECT), newBlobKey(PROJECT)];
      for (const blob of [one, other]) await blobs.put(blob, Buffer.of(1));
      const url = await blobs.contentUrl(one, { etag: undefined, seconds: 60 });
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(url.replaceAll(one.split('/')[1] ?? '', other.split('/')[1] ?? ''))).status).toBe(403);
      await blobs.remove([one]);
      expect((await fetch(url)).status).toBe(404);
    });

    test('stores an empty blob', async () => {
      const blob = newBlobKey(PROJECT);
      await blobs.put(blob, Buffer.alloc(0));
      expect(await blobs.has(blob)).toBe(true);
      expect(await buffer(blobs.read(blob))).toHaveLength(0);
    });

    test('removes blobs and skips those that do not exist', async () => {
      const [kept, removed, never] = [newBlobKey(PROJECT), newBlobKey(PROJECT), newBlobKey(PROJECT)];
      for (const blob of [kept, removed]) await blobs.put(blob, Buffer.of(1));
      await blobs.remove([removed, never]);
      expect(await Promise.all([kept, removed, never].map((blob) => blobs.has(blob)))).toEqual([true, false, false]);
      await expect(buffer(blobs.read(removed))).rejects.toThrow();
      expect(await blobs.withFile(removed, (path) => Promise.resolve(existsSync(path)))).toBe(false);
    });

    test('refuses keys that it has not created', async () => {
      await expect(blobs.put('../../etc/passwd', Buffer.of(1))).rejects.toThrow('malformed');
      await expect(blobs.derived.open('zips/../../secret')).rejects.toThrow('malformed');
    });
  });

  describe('for uploads', () => {
    test('joins the parts in the order of their numbers, and can do so again', async () => {
      const upload = await newUpload();
      const bodies = [randomBytes(5 * MIB), randomBytes(5 * MIB), randomBytes(1_000)];
      const parts: CompletedPart[] = [];
      for (const index of [2, 0, 1]) parts[index] = await sendPart(upload, index + 1, bodies[index] ?? Buffer.of());
      expect(await blobs.has(upload.blob)).toBe(false);
      const partSizes = bodies.map(({ length }) => length);
      const content = { size: 10 * MIB + 1_000, partSize: 5 * MIB, partSizes };
      expect(await blobs.completeUpload(upload, parts)).toEqual(content);
      expect(await blobs.completeUpload(upload, parts)).toMatchObject({ size: 10 * MIB + 1_000 });
      await blobs.endUpload(upload);
      expect((await buffer(blobs.read(upload.blob))).equals(Buffer.concat(bodies))).toBe(true);
    });

    test('accepts an empty file', async () => {
      const upload = await newUpload();
      const part = await sendPart(upload, 1, Buffer.alloc(0));
      expect(await blobs.completeUpload(upload, [part])).toEqual({ size: 0, partSizes: [0] });
      expect(await buffer(blobs.read(upload.blob))).toHaveLength(0);
    });

    test('keeps the last of two contents of a part', async () => {
      const upload = await newUpload();
      const first = await sendPart(upload, 1, Buffer.from('first'));
      const second = await sendPart(upload, 1, Buffer.from('second'));
      const part = { status: 400, msg: expect.stringContaining('Part 1') as string };
      await expect(blobs.completeUpload(upload, [first])).rejects.toMatchObject(part);
      await blobs.completeUpload(upload, [second]);
      expect((await buffer(blobs.read(upload.blob))).toString()).toBe('second');
    });

    test('names a part that was not sent, and completes once it was', async () => {
      const upload = await newUpload();
      const [one, two] = [randomBytes(5 * MIB), Buffer.from('two')];
      const listed = [await sendPart(upload, 1, one), { partNumber: 2, etag: md5(two), checksum: md5(two) }];
      await expect(blobs.completeUpload(upload, listed)).rejects.toMatchObject({
        status: 400,
        msg: expect.stringContaining('Part 2') as string,
      });
      await sendPart(upload, 2, two);
      expect(await blobs.completeUpload(upload, listed)).toMatchObject({ size: 5 * MIB + 3 });
    });

    test('names the only part if it was not sent, and describes its content again when the completion is repeated', async () => {
      const upload = await newUpload();
      const body = Buffer.from('only');
      const listed = { partNumber: 1, etag: md5(body), checksum: md5(body) };
      await expect(blobs.completeUpload(upload, [listed])).rejects.toMatchObject({
        status: 400,
        msg: expect.stringContaining('Part 1') as string,
      });
      await sendPart(upload, 1, body);
      for (let times = 0; times < 2; times += 1) {
        expect(await blobs.completeUpload(upload, [listed])).toEqual({ size: 4, partSize: 4, partSizes: [4] });
      }
    });

    test('leaves no upload behind after a completion, unless it keeps the parts', async () => {
      const upload = await newUpload();
      await blobs.completeUpload(upload, [await sendPart(upload, 1, Buffer.from('x'))]);
      if (blobs.keepsParts) await blobs.endUpload(upload);
      for await (const batch of blobs.uploadsBefore(new Date(Date.now() + 60_000))) {
        expect(batch.map(({ uploadId }) => uploadId)).not.toContain(upload.uploadId);
      }
    });

    test('refuses to complete an upload that was cancelled or never started', async () => {
      const upload = await newUpload();
      const part = await sendPart(upload, 1, Buffer.from('x'));
      await blobs.endUpload(upload);
      await blobs.endUpload(upload);
      const gone = { status: expect.any(Number) as number, name: 'HttpError' };
      await expect(blobs.completeUpload(upload, [part])).rejects.toMatchObject(gone);
      const never = { uploadId: 'f'.repeat(48), blob: newBlobKey(PROJECT) };
      await expect(blobs.completeUpload(never, [part])).rejects.toMatchObject(gone);
      expect(await blobs.has(upload.blob)).toBe(false);
      expect((await putPart(await blobs.partUrl(upload, 1), Buffer.from('x'))).status).toBe(404);
    });

    test('rejects a URL that was changed to another part', async () => {
      const upload = await newUpload();
      const url = await blobs.partUrl(upload, 1);
      const changed = url.includes('partNumber=1')
        ? url.replace('partNumber=1', 'partNumber=2')
        : url.replace('/1?', '/2?');
      expect((await putPart(changed, Buffer.from('x'))).status).toBe(403);
    });

    test('lists the uploads that were started before a time', async () => {
      const upload = await newUpload();
      const listed = async (time: Date): Promise<string[]> => {
        const ids: string[] = [];
        for await (const batch of blobs.uploadsBefore(time)) ids.push(...batch.map(({ uploadId }) => uploadId));
        return ids;
      };
      expect(await listed(new Date(Date.now() + 60_000))).toContain(upload.uploadId);
      expect(await listed(new Date(Date.now() - 60_000))).not.toContain(upload.uploadId);
    });
  });

  describe('for derived files', () => {
    const signal = new AbortController().signal;
    const archive = (digit: string): string => `zips/${digit.repeat(32)}.zip`;

    test('writes a stream and serves it as an archive until it is removed', async () => {
      const name = archive('1');
      const body = randomBytes(20 * MIB);
      const chunks = Array.from({ length: 20 }, (_, index) => body.subarray(index * MIB, (index + 1) * MIB));
      expect(await blobs.derived.write(name, Readable.from(chunks), { signal })).toBe(body.length);
      expect(await blobs.derived.size(name)).toBe(body.length);
      expect(await blobs.derived.list('zips')).toContain(`${'1'.repeat(32)}.zip`);

      const url = await blobs.derived.archiveUrl(name, { fileName: 'größe (1).zip', seconds: 60 });
      const response = await fetch(url);
      expect(response.headers.get('content-type')).toBe('application/zip');
      expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''gr%C3%B6%C3%9Fe%20%281%29.zip");
      expect(md5(Buffer.from(await response.arrayBuffer()))).toBe(md5(body));
      const range = await fetch(url, { headers: { range: 'bytes=5-9' } });
      expect([range.status, Buffer.from(await range.arrayBuffer())]).toEqual([206, body.subarray(5, 10)]);
      const other = url.replace('1'.repeat(32), '2'.repeat(32));
      expect((await fetch(other)).status).toBe(403);

      await blobs.derived.remove(name);
      await blobs.derived.remove(name);
      expect((await fetch(url)).status).toBe(404);
      expect(await blobs.derived.size(name)).toBeUndefined();
    });

    test('leaves nothing of a stream that fails or is aborted', async () => {
      const failing = Readable.from(
        (async function* fail() {
          yield randomBytes(17 * MIB);
          await Promise.resolve();
          throw new Error('torn');
        })(),
      );
      await expect(blobs.derived.write(archive('3'), failing, { signal })).rejects.toThrow('torn');
      const stop = new AbortController();
      const endless = Readable.from(
        (async function* repeat() {
          for (let count = 1; ; count += 1) {
            yield Buffer.alloc(MIB);
            if (count === 20) stop.abort();
            await setImmediate();
          }
        })(),
      );
      await expect(blobs.derived.write(archive('4'), endless, { signal: stop.signal })).rejects.toThrow();
      endless.destroy();
      expect(await blobs.derived.size(archive('3'))).toBeUndefined();
      expect(await blobs.derived.size(archive('4'))).toBeUndefined();
    });

    test('moves a folder into the store, and removes it', async () => {
      const path = join(dataDir, 'tmp', 'pyramid');
      await mkdir(join(path, '1-1-1', '0'), { recursive: true });
      await writeFile(join(path, 'manifest.json'), '{}');
      await writeFile(join(path, '1-1-1', '0', '0_0.png'), 'tile');
      await blobs.derived.moveFolder(path, 'pyramids/d1/j1');
      expect(existsSync(path)).toBe(false);
      expect(await blobs.derived.list('pyramids/d1')).toEqual(['j1']);
      const tile = await blobs.derived.open('pyramids/d1/j1/1-1-1/0/0_0.png');
      expect(tile?.size).toBe(4);
      expect(tile && (await buffer(tile.body)).toString()).toBe('tile');
      expect(await blobs.derived.open('pyramids/d1/j1/1-1-1/0/0_1.png')).toBeUndefined();
      await blobs.derived.remove('pyramids/d1');
      expect(await blobs.derived.list('pyramids')).toEqual([]);
      expect(await blobs.derived.open('pyramids/d1/j1/manifest.json')).toBeUndefined();
    });

    test('keeps previews', async () => {
      expect(await blobs.previews.get('p')).toBeUndefined();
      await blobs.previews.put('p', Buffer.from('preview'));
      expect((await blobs.previews.get('p'))?.toString()).toBe('preview');
    });
  });
});
