import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { dataFolderOf, prepareDataFolder, type DataFolder } from '../../server/src/objects/dataFolder';
import { createFolderUploadStore } from '../../server/src/objects/folderUploadStore';
import { multipartChecksum, type UploadStore } from '../../server/src/objects/uploadStore';

const KEY = 'acme/p/a.tif';
const HOUR_MS = 60 * 60 * 1000;

let folder: DataFolder;
let store: UploadStore;
let nowMs: number;

beforeEach(async () => {
  folder = dataFolderOf(await mkdtemp(join(tmpdir(), 'data-manager-')));
  await prepareDataFolder(folder);
  nowMs = Date.now();
  store = createFolderUploadStore(folder, { openPerSponsor: 10 }, () => nowMs);
});
afterEach(() => rm(join(folder.objects, '..'), { recursive: true, force: true }));

/** Completes an upload and returns a function that repeats the call. */
async function complete(): Promise<() => Promise<void>> {
  const uploadId = await store.start(KEY);
  const etag = await store.putPart(uploadId, 1, Readable.from([Buffer.from('part')]));
  const call = (): Promise<void> =>
    store.complete(
      { uploadId, key: KEY },
      {
        parts: [{ partNumber: 1, etag, checksum: etag }],
        checksum: multipartChecksum([etag]),
        place: (putInPlace) => putInPlace(),
      },
    );
  await call();
  return call;
}

test('accepts a repeated completion for a day', async () => {
  const completeAgain = await complete();
  nowMs += 23 * HOUR_MS;
  await store.sweep();
  await completeAgain();
  nowMs += 2 * HOUR_MS;
  await store.sweep();
  expect(await readdir(folder.completed)).toEqual([]);
  await expect(completeAgain()).rejects.toMatchObject({ status: 404, code: 'NO_SUCH_UPLOAD' });
  expect(await readFile(join(folder.objects, KEY), 'utf8')).toBe('part');
});

/** Replaces the record of an upload with a folder, which can't be read. */
async function breakRecord(uploadId: string): Promise<void> {
  const record = join(folder.uploads, uploadId, 'upload.json');
  await rm(record);
  await mkdir(record);
}

test('throws for an unreadable upload instead of reporting it as cancelled', async () => {
  const uploadId = await store.start(KEY);
  await breakRecord(uploadId);
  await expect(store.cancel({ uploadId, key: KEY })).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(folder.uploads)).toEqual([uploadId]);
});

test('counts an unreadable upload towards the limit', async () => {
  await breakRecord(await store.start(KEY));
  store = createFolderUploadStore(folder, { openPerSponsor: 1 }, () => nowMs);
  await expect(store.start(KEY)).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_UPLOADS' });
  store = createFolderUploadStore(folder, { openPerSponsor: 2 }, () => nowMs);
  await expect(store.start(KEY)).resolves.toEqual(expect.any(String));
});

test('ignores damaged uploads and other files in the uploads folder', async () => {
  await writeFile(join(folder.uploads, '.DS_Store'), '');
  await mkdir(join(folder.uploads, 'lost+found'));
  const damaged = await store.start(KEY);
  await writeFile(join(folder.uploads, damaged, 'upload.json'), '{');
  store = createFolderUploadStore(folder, { openPerSponsor: 1 }, () => nowMs);
  await store.start(KEY);
  await store.cancel({ uploadId: damaged, key: KEY });
  await store.cancel({ uploadId: 'lost+found', key: KEY });
  await expect(store.check({ uploadId: damaged })).rejects.toMatchObject({ status: 404, code: 'NO_SUCH_UPLOAD' });
});
