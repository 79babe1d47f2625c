import { access, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { dataFolderOf, prepareDataFolder } from '../../server/src/objects/dataFolder';
import type { ReadableObjects } from '../../server/src/objects/objectStore';
import type { Previews } from '../../server/src/previews/previews';
import { createZipJobs, type ZipJobs } from '../../server/src/zips/zipJobs';
import { folderBlobs } from '../support/folderBlobs';
import { until } from '../support/until';

const DAY_MS = 24 * 60 * 60 * 1000;
const SELECTION = { onlyDownSamples: false, folder: 'acme/p' };

let dataDir: string;
let jobs: ZipJobs;
let nowMs: number;
/** Listings for archives: one to measure the files and one to write them. They wait for `letGoOn`. */
let listings: number;
let letGoOn: () => void;
let isStarting: boolean;
/** The error that the next archive fails with. */
let trouble: Error | undefined;
let reported: unknown[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'data-manager-'));
  const folder = dataFolderOf(dataDir);
  await prepareDataFolder(folder);
  nowMs = Date.now();
  listings = 0;
  isStarting = false;
  trouble = undefined;
  reported = [];
  const goOn = new Promise<void>((resolve) => (letGoOn = resolve));
  const { list, ...others } = objectsWith({ 'acme/p/a.tif': Buffer.from('image') });
  const objects: ReadableObjects = {
    ...others,
    async list(...page) {
      if (isStarting) return list(...page);
      listings += 1;
      await goOn;
      if (trouble !== undefined) throw trouble;
      return list(...page);
    },
  };
  const previews: Previews = { get: () => Promise.resolve(undefined) };
  const report = (error: unknown) => void reported.push(error);
  jobs = createZipJobs({ blobs: folderBlobs(dataDir), folder, previews, objects, report }, () => nowMs);
});
afterEach(async () => {
  letGoOn();
  await jobs.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns a store with some files. */
function objectsWith(files: Readonly<Record<string, Buffer>>): ReadableObjects {
  const objects = Object.entries(files).map(([key, body]) => ({
    key,
    blob: key,
    size: body.length,
    lastModified: '2030-01-02T03:04:05.000Z',
  }));
  return {
    list: () => Promise.resolve({ objects }),
    find: () => Promise.resolve(new Map(objects.map((object) => [object.key, object]))),
    read: ({ blob }) => Readable.from([files[blob] ?? Buffer.of()]),
  };
}

/** Starts a job and returns its reference. */
async function start(name: string): Promise<string> {
  isStarting = true;
  const record = jobs.start('acme', name, SELECTION);
  isStarting = false;
  return (await record).ref;
}

const isDone = (ref: string) => () =>
  Promise.resolve(jobs.progress('acme', ref)?.status === 'COMPLETED' ? true : undefined);

test('writes at most two archives at a time', async () => {
  const refs = [await start('a.zip'), await start('b.zip'), await start('c.zip')];
  await setImmediate();
  expect(listings).toBe(2);
  letGoOn();
  for (const ref of refs) await until('the archive is written', isDone(ref));
  expect(listings).toBe(6);
});

test.each([
  [
    'reports unexpected errors without showing them to the client',
    new Error("EIO, read '/data/acme/p/a.tif'"),
    1,
    /^The archive could not be written\. See the server's log/,
  ],
  [
    'reports to the client that the disk is full',
    Object.assign(new Error('no space'), { code: 'ENOSPC' }),
    0,
    /run out of disk space/,
  ],
])('%s', async (_, error, logged, words) => {
  trouble = error;
  const ref = await start('a.zip');
  letGoOn();
  await until('the archive fails', () =>
    Promise.resolve(jobs.progress('acme', ref)?.status === 'FAILED' ? true : undefined),
  );
  expect(jobs.progress('acme', ref)?.msg).toMatch(words);
  expect(reported).toHaveLength(logged);
});

test('limits the archives that a sponsor has in preparation, and the keys that they select', async () => {
  const selection = { onlyDownSamples: false, files: ['acme/p/a.tif'] };
  const startMany = (): Promise<unknown> =>
    Promise.all(Array.from({ length: 101 }, () => jobs.start('acme', 'a.zip', selection)));
  const refused = { status: 429, code: 'TOO_MANY_DOWNLOADS' };
  await expect(startMany()).rejects.toMatchObject(refused);
  await expect(jobs.start('acme', 'a.zip', selection)).rejects.toMatchObject(refused);
  const long = { onlyDownSamples: false, files: Array<string>(70_000).fill('k'.repeat(1_000)) };
  await expect(jobs.start('globex', 'a.zip', long)).rejects.toMatchObject(refused);
  await expect(jobs.start('globex', 'a.zip', selection)).resolves.toMatchObject({ status: 'PREPARING' });
});

test('forgets the selected files when the archive has ended', async () => {
  const ref = await start('a.zip');
  letGoOn();
  await until('the archive is written', isDone(ref));
  const record: unknown = JSON.parse(await readFile(join(dataDir, 'zips', `${ref}.json`), 'utf8'));
  expect(record).toMatchObject({ status: 'COMPLETED', selection: { onlyDownSamples: false } });
  expect(JSON.stringify(record)).not.toContain('acme/p');
  await jobs.resume();
  expect(jobs.progress('acme', ref)).toMatchObject({ status: 'COMPLETED', completedSize: 5, totalSize: 5 });
});

test('keeps and reports an unreadable record at startup, and loads the others', async () => {
  const [bad, good] = ['b'.repeat(32), await start('good.zip')];
  letGoOn();
  await until('the archive is written', isDone(good));
  await mkdir(join(dataDir, 'zips', `${bad}.json`));
  await writeFile(join(dataDir, 'zips', `${bad}.zip`), 'archive');
  await jobs.resume();
  expect(jobs.progress('acme', good)?.status).toBe('COMPLETED');
  expect(jobs.progress('acme', bad)).toBeUndefined();
  expect(reported).toEqual([expect.objectContaining({ code: 'EISDIR' })]);
  await access(join(dataDir, 'zips', `${bad}.zip`));
});

describe('an archive of downsampled images', () => {
  const image = { image: Buffer.alloc(100), type: 'image/png', width: 1, height: 1, pages: 1, page: 1 } as const;
  let renderNext: () => void;

  /** Prepares an archive of `a.tif` and `b.tif`, whose second image is rendered by `renderNext`. */
  async function startDownsampled(): Promise<string> {
    const objects = objectsWith({ 'acme/p/a.tif': Buffer.alloc(3_000), 'acme/p/b.tif': Buffer.alloc(1_000) });
    const second = new Promise<void>((resolve) => (renderNext = resolve));
    const previews: Previews = {
      get: async ({ key }) => {
        if (key.endsWith('b.tif')) await second;
        return image;
      },
    };
    const report = (error: unknown) => void reported.push(error);
    const folder = dataFolderOf(dataDir);
    jobs = createZipJobs({ blobs: folderBlobs(dataDir), folder, previews, objects, report });
    return (await jobs.start('acme', 'a.zip', { ...SELECTION, onlyDownSamples: true })).ref;
  }

  test('has an unknown size before the first image, and an estimated one until it is complete', async () => {
    const ref = await startDownsampled();
    expect(jobs.progress('acme', ref)).toMatchObject({ completedSize: 0, totalSize: undefined });
    await until('the first image is in the archive', () =>
      Promise.resolve(jobs.progress('acme', ref)?.completedSize === 100 ? true : undefined),
    );
    expect(jobs.progress('acme', ref)?.totalSize).toBe(133);
    renderNext();
    await until('the archive is written', isDone(ref));
    const { size } = await stat(join(dataDir, 'zips', `${ref}.zip`));
    expect(jobs.progress('acme', ref)).toMatchObject({ completedSize: size, totalSize: size });
    await jobs.resume();
    expect(jobs.progress('acme', ref)).toMatchObject({ completedSize: size, totalSize: size });
  });
});

test('keeps an archive for a day, and one in preparation for longer', async () => {
  const ref = await start('a.zip');
  nowMs += DAY_MS + 1;
  await jobs.sweep();
  expect(jobs.progress('acme', ref)).toMatchObject({ status: 'PREPARING' });
  letGoOn();
  await until('the archive is written', isDone(ref));
  nowMs -= 1;
  await jobs.sweep();
  expect(jobs.progress('acme', ref)).toMatchObject({ status: 'COMPLETED' });
  nowMs += 1;
  await jobs.sweep();
  expect(jobs.progress('acme', ref)).toBeUndefined();
});
