import fs, { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { newBlobKey } from '../../server/src/objects/blobStore';
import { dataFolderOf, prepareDataFolder } from '../../server/src/objects/dataFolder';
import { folderBlobs } from '../support/folderBlobs';

const PROJECT = '0'.repeat(32);

let dataDir: string;
let steps: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'data-manager-'));
  steps = [];
  const { open, rename } = fs;
  const nameOf = (path: unknown): string => relative(dataDir, String(path)).replace(/[0-9a-f]{32}$/, '*') || '.';
  jest.spyOn(fs, 'open').mockImplementation(async (path, ...others) => {
    const file = await open(path, ...others);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      steps.push(`flush ${nameOf(path)}`);
    };
    return file;
  });
  jest.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to);
    steps.push(`rename ${nameOf(from)} to ${nameOf(to)}`);
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(dataDir, { recursive: true });
});

test('the first file of a project is on disk with its folders when it is stored', async () => {
  await prepareDataFolder(dataFolderOf(dataDir));
  const blobs = folderBlobs(dataDir);
  await blobs.put(newBlobKey(PROJECT), Buffer.from('tissue'));
  const stored = ['flush tmp/*', 'rename tmp/* to blobs/*/*', 'flush blobs/*'].map((step) =>
    step.replace('blobs/*/', `blobs/${PROJECT}/`),
  );
  expect(steps).toEqual([...stored, 'flush blobs']);

  steps = [];
  await blobs.put(newBlobKey(PROJECT), Buffer.from('tissue'));
  expect(steps).toEqual(stored);
});
