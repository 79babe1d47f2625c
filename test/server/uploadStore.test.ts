import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type DataFolder, dataFolderOf, prepareDataFolder } from '../../server/src/objects/dataFolder';
import { createFolderUploadStore } from '../../server/src/objects/folderUploadStore';
import { multipartChecksum } from '../../server/src/objects/multipartChecksum';
import type { UploadStore } from '../../server/src/objects/uploadStore';

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

/** Completes an upload; gives the same call once more. */
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

test('a completion is answered again for a day, for whoever lost the answer, and is forgotten then', async () => {
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
