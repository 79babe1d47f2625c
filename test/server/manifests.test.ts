import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { MANIFEST_ALGORITHMS, MANIFEST_NAMES } from '@data-manager/domain/checksums/manifest';
import { requestChecksums } from '../../server/src/database/files/checksums';
import { deleteFiles, moveFiles, restoreFiles } from '../../server/src/database/files/fileChanges';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import { startQuietRunner } from '../../server/src/jobs/quietRunner';
import { checksumJobs } from '../../server/src/objects/checksums';
import { createObjectStore, type ObjectStore } from '../../server/src/objects/objectStore';
import type { BlobStore } from '../../server/src/storage/blobStore';
import { prepareArchive, type ZipSelection } from '../../server/src/zips/archiveContents';
import { signIn } from '../support/signIn';
import { startBackend } from '../support/startBackend';
import { temporaryFolder } from '../support/temporaryFolder';
import { openTestStore } from '../support/testStore';
import { until } from '../support/until';
import { md5, uploadFile } from '../support/uploadFile';

const ACTOR = { sponsorId: 'acme', userId: 'u' };
const NAMES = [
  'plain.tif',
  ' two  spaces.tif',
  '"quoted" \'names\' `$(id)`.tif',
  '100%25 %s.tif',
  '-rf',
  '#1 & *?.tif',
  'Straße Größe 5µm.tif',
  '脳の切片.tif',
  'مخ فأر.tif',
  '🧠/deep/er/🧠.tif',
  'MD5SUMS',
  'empty.txt',
];

const run = promisify(execFile);

/** Runs the tools of coreutils in a folder, and returns the names of those that found a difference. */
async function failuresIn(folder: string, names = Object.values(MANIFEST_NAMES) as readonly string[]) {
  const failed: string[] = [];
  for (const [index, algorithm] of MANIFEST_ALGORITHMS.entries()) {
    const options = ['-c', '--strict', '--quiet', names[index]!];
    await run(`${algorithm}sum`, options, { cwd: folder }).catch(() => failed.push(algorithm));
  }
  return failed;
}

async function unpack(file: string): Promise<string> {
  const folder = await temporaryFolder();
  const archive = await yauzl.openPromise(file, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    const path = join(folder, entry.fileName);
    await mkdir(entry.fileName.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!entry.fileName.endsWith('/'))
      await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(path));
  }
  return folder;
}

describe('the checksums of contents', () => {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let database: Database;
  let objects: ObjectStore;
  const opened: { close: () => Promise<void> }[] = [];

  beforeAll(async () => {
    store = await openTestStore();
    ({ database } = store);
    objects = createObjectStore(database, store.blobs);
    await createProject(database, { sponsorId: 'acme', title: 'p', description: '' });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((runner) => runner.close()));
    for (const table of ['objects', 'deleted_objects', 'checksums']) await database.query(`delete from ${table}`);
  });
  afterAll(() => store.close());

  const put = (name: string, body: Buffer | string = name) => objects.put(`acme/p/${name}`, Buffer.from(body));
  const blobOf = async (name: string) => (await objects.find([`acme/p/${name}`])).get(`acme/p/${name}`)!.blob;
  const known = async () =>
    (await database.query<{ md5: string }>('select md5 from checksums where sha256 is not null')).rows.map(
      (row) => row.md5,
    );
  const untilKnown = (count: number) =>
    until('the checksums are known', async () => ((await known()).length >= count ? true : undefined));

  /** Starts what a server does in the background, and returns the blobs that it reads and the errors that it reports. */
  function startServer(blobs: Pick<BlobStore, 'read'> = store.blobs, isActive = false) {
    const read: string[] = [];
    const errors: unknown[] = [];
    const counted = {
      read: (blob: string) => {
        read.push(blob);
        return blobs.read(blob);
      },
    };
    const jobs = checksumJobs({ database, blobs: counted });
    const runner = startQuietRunner(
      database,
      [jobs],
      () => isActive,
      (error) => errors.push(error),
    );
    opened.push(runner);
    return { read, errors, runner };
  }

  /** Writes the archive of a selection, and returns the folder into which it was unpacked. */
  async function archived(source: ZipSelection['source'], totalFiles: number, commonFolder = ''): Promise<string> {
    const parts = { database, objects, derived: store.blobs.derived, previews: { get: () => Promise.reject(Error()) } };
    const contents = { selection: { onlyDownSamples: false, source, commonFolder }, totalFiles, totalSize: 1 };
    const progress = { totalFiles, totalSize: 1, bytesRead: 0, downsampledSize: 0 };
    await prepareArchive(parts, 'zips/a.zip', contents, progress, new AbortController().signal);
    return unpack(join(store.dataDir, 'zips/a.zip'));
  }

  test('md5sum and sha256sum accept an unpacked archive with every kind of name, and find a changed byte', async () => {
    for (const name of NAMES) await put(`odd/${name}`, name === 'empty.txt' ? '' : name);
    const folder = await archived('acme/p/odd', NAMES.length);
    expect(await failuresIn(folder)).toEqual([]);
    await appendFile(join(folder, 'odd/plain.tif'), '!');
    expect(await failuresIn(folder)).toEqual(['md5', 'sha256']);
  });

  test('the checksum files of an archive do not replace a file with their name', async () => {
    for (const name of NAMES) await put(`odd/${name}`);
    const keys = NAMES.map((name) => `acme/p/odd/${name}`);
    const folder = await archived(() => [keys], NAMES.length, 'acme/p/odd/');
    expect(await failuresIn(folder, ['MD5SUMS (2)', 'SHA256SUMS'])).toEqual([]);
  });

  test('an archive stores the checksums that it computes, and reads no file for checksums that are known', async () => {
    for (const name of ['d/a', 'd/b', 'c']) await put(name);
    await archived('acme/p/d', 2);
    expect((await known()).sort()).toEqual([md5(Buffer.from('d/a')), md5(Buffer.from('d/b'))].sort());
    const { read } = startServer();
    await untilKnown(3);
    expect(read).toEqual([await blobOf('c')]);
    await database.query("update checksums set sha256 = md5, md5 = 'a0' where blob = $1", [await blobOf('d/a')]);
    expect(await failuresIn(await archived('acme/p/d', 2))).toEqual(['md5', 'sha256']);
  });

  test('each content is read once, by one of several servers, and keeps its checksums under another name', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(name);
    await database.query('delete from objects where path = $1', ['d']);
    const servers = [startServer(), startServer()];
    await untilKnown(3);
    await moveFiles(database, ACTOR, [{ from: 'acme/p/a', to: 'acme/p/e' }]);
    await deleteFiles(database, ACTOR, ['acme/p/e']);
    await restoreFiles(database, ACTOR, ['acme/p/e']);
    await put('f');
    await untilKnown(4);
    const read = servers.flatMap((server) => server.read);
    expect([read.length, new Set(read).size]).toEqual([4, 4]);
    expect((await database.query('select 1 from checksums')).rows).toHaveLength(4);
  });

  test('requested checksums are computed first, and then the latest', async () => {
    for (const name of ['1', '2', '3']) {
      await put(name);
      await database.query('update checksums set added_at = $2 where blob = $1', [
        await blobOf(name),
        new Date(2026, 1, Number(name)),
      ]);
    }
    await requestChecksums(database, [await blobOf('2')]);
    const { read } = startServer();
    await untilKnown(3);
    expect(read).toEqual(await Promise.all(['2', '3', '1'].map(blobOf)));
  });

  test('a server rests while users are active, also within a file, and leaves a file that can’t be read for later', async () => {
    await put('large', Buffer.alloc(20 * 1024 * 1024));
    const failing = startServer({ read: () => Readable.from([Buffer.from('short')]) });
    await until('the error is reported', () => failing.errors[0]);
    await failing.runner.close();
    expect(await known()).toEqual([]);
    await database.query('update checksums set lease_until = null');
    const times: number[] = [];
    const slow = async function* () {
      for (let part = 0; part < 20; part += 1) {
        const begunAt = performance.now();
        while (performance.now() < begunAt + 2);
        times.push(performance.now());
        yield Buffer.alloc(1024 * 1024);
      }
    };
    startServer({ read: () => Readable.from(slow()) }, true);
    await untilKnown(1);
    const pauses = times
      .slice(1)
      .map((at, index) => at - times[index]!)
      .sort((left, right) => left - right);
    const restMs = 9 * 8 * 2 * 0.9;
    const rest = pauses.at(-2)!;
    expect(rest).toBeGreaterThan(restMs);
    // Most pauses are no rests. A busy machine makes them longer, and the rests, too.
    expect(pauses[8]).toBeLessThan(rest / 2);
  });
});

test('GET /manage/manifest returns the checksums of a folder once all are known, also of files that were sent in parts', async () => {
  // Of its own: the server reads one file after another, and rests for a minute after one that was removed meanwhile.
  const backend = await startBackend();
  const member = await signIn(backend, 'member@acme.example');
  await member.make('/project', { title: 'Checksums' });
  const files = [
    ['a 1.tif', [Buffer.from('a')]],
    ['sub/b.tif', [Buffer.alloc(5 * 1024 * 1024, 1), Buffer.from('rest')]],
  ] as const;
  for (const [name, parts] of files) await uploadFile(member, `acme/Checksums/TC9/${name}`, parts);
  const ask = async (algorithm: string) => {
    const query = new URLSearchParams({ path: 'acme/Checksums/TC9', algorithm });
    const response = await fetch(`${backend.url}/manage/manifest?${query}`, {
      headers: { authorization: `Bearer ${member.accessToken}` },
    });
    return { status: response.status, text: await response.text() };
  };
  const first = await ask('md5');
  if (first.status === 202) {
    expect(JSON.parse(first.text)).toEqual({ status: 'PREPARING', done: expect.any(Number) as number, total: 2 });
  }
  await until('the manifest is ready', async () => ((await ask('md5')).status === 200 ? true : undefined));
  const folder = await temporaryFolder();
  for (const [name, parts] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), Buffer.concat(parts));
  }
  for (const algorithm of MANIFEST_ALGORITHMS) {
    await writeFile(join(folder, MANIFEST_NAMES[algorithm]), (await ask(algorithm)).text);
  }
  expect(await failuresIn(folder)).toEqual([]);
  expect((await ask('crc32')).status).toBe(400);
  await backend.stop();
});
