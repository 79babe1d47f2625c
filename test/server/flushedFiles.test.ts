import nodeFs, { readlinkSync } from 'node:fs';
import fs, { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { dataFolderOf, prepareDataFolder } from '../../server/src/disk/dataFolder';
import { newBlobKey, type BlobStore } from '../../server/src/storage/blobStore';
import { receivePart, storePart, uploadPath } from '../../server/src/storage/folder/uploadFolder';
import { folderBlobs } from '../support/folderBlobs';
import { temporaryFolder } from '../support/temporaryFolder';
import { md5 } from '../support/uploadFile';

const PROJECT = '0'.repeat(32);

let dataDir: string;
let blobs: BlobStore;
/** The flushes and renames, with `*` for random names. */
let steps: string[];

beforeEach(async () => {
  dataDir = await temporaryFolder();
  await prepareDataFolder(dataFolderOf(dataDir));
  blobs = folderBlobs(dataDir);
  steps = [];
  const { open, rename } = fs;
  const { fsync } = nodeFs;
  const nameOf = (path: unknown): string =>
    relative(dataDir, String(path))
      .replace(/[0-9a-f]{48}/, '*')
      .replace(/(?<=[/.])[0-9a-f]{32}$/, '*') || '.';
  jest.spyOn(fs, 'open').mockImplementation(async (path, ...others) => {
    const file = await open(path, ...others);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      steps.push(`flush ${nameOf(path)}`);
    };
    return file;
  });
  // A stream flushes its file itself.
  jest.spyOn(nodeFs, 'fsync').mockImplementation((descriptor, done) => {
    const path = readlinkSync(`/proc/self/fd/${String(descriptor)}`);
    fsync(descriptor, (error) => {
      steps.push(`flush ${nameOf(path)}`);
      done(error);
    });
  });
  jest.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to);
    steps.push(`rename ${nameOf(from)} to ${nameOf(to)}`);
  });
});

test('the first file of a project is on disk with its folders when it is stored', async () => {
  await blobs.put(newBlobKey(PROJECT), Buffer.from('tissue'));
  const stored = ['flush tmp/*', 'rename tmp/* to blobs/*/*', 'flush blobs/*'].map((step) =>
    step.replace('blobs/*/', `blobs/${PROJECT}/`),
  );
  expect(steps).toEqual([...stored, 'flush blobs']);

  steps = [];
  await blobs.put(newBlobKey(PROJECT), Buffer.from('tissue'));
  expect(steps).toEqual(stored);
});

test('a part is on disk when it is acknowledged', async () => {
  const folder = dataFolderOf(dataDir);
  const uploadId = await blobs.startUpload(newBlobKey(PROJECT));
  const temp = join(folder.tmp, 'part');
  await storePart(uploadPath(folder, uploadId), temp, 1, await receivePart(temp, Readable.from(['tissue']), 100));
  expect(steps).toEqual(['flush uploads', 'flush tmp/part', 'rename tmp/part to uploads/*/00001.*', 'flush uploads/*']);
});

test('a file of several parts is on disk when it is complete', async () => {
  const folder = dataFolderOf(dataDir);
  const blob = newBlobKey(PROJECT);
  const uploadId = await blobs.startUpload(blob);
  const parts = ['tis', 'sue'].map((text, index) => ({ partNumber: index + 1, etag: md5(text), checksum: md5(text) }));
  for (const [index, text] of ['tis', 'sue'].entries()) {
    await writeFile(join(uploadPath(folder, uploadId), `0000${String(index + 1)}.${md5(text)}`), text);
  }
  steps = [];
  await blobs.completeUpload({ uploadId, blob }, parts);
  expect(steps.slice(0, 3)).toEqual(['flush tmp/*', `rename tmp/* to blobs/${PROJECT}/*`, 'flush blobs/*']);
});

test('an archive is on disk when it is ready', async () => {
  await blobs.derived.write('zips/a.zip', Readable.from(['zip']), { signal: new AbortController().signal });
  expect(steps).toEqual(['flush tmp/*', 'rename tmp/* to zips/a.zip', 'flush zips']);
});

test('the images of the viewer are on disk with their folders when they replace earlier ones', async () => {
  const built = join(dataDir, 'tmp', 'built');
  await mkdir(join(built, '1-0-0', '0'), { recursive: true });
  await writeFile(join(built, 'manifest.json'), '{}');
  await writeFile(join(built, '1-0-0', '0', '0_0.png'), 'tile');
  await blobs.derived.moveFolder(built, 'pyramids/dataset/job');
  const move = steps.indexOf('rename tmp/built to pyramids/dataset/job');
  expect(steps.slice(0, move).sort()).toEqual(
    ['', '/1-0-0', '/1-0-0/0', '/1-0-0/0/0_0.png', '/manifest.json'].map((path) => `flush tmp/built${path}`),
  );
  expect(steps.slice(move + 1)).toEqual(['flush pyramids/dataset', 'flush pyramids', 'flush .']);
});
