import { access, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { takeArchive } from '../../server/src/database/jobs/archives';
import type { Database } from '../../server/src/database/sql';
import { dataFolderOf, prepareDataFolder } from '../../server/src/disk/dataFolder';
import type { Previews } from '../../server/src/images/previews';
import { sponsorOfKey } from '../../server/src/names/keyRules';
import type { ReadableObjects } from '../../server/src/objects/objectStore';
import { asUser, userOfTask } from '../../server/src/scheduling/fairTurns';
import { ZipJobs } from '../../server/src/zips/zipJobs';
import { folderBlobs } from '../support/folderBlobs';
import { createGate, type Gate } from '../support/gate';
import { temporaryFolder } from '../support/temporaryFolder';
import { openTestDatabase } from '../support/testDatabase';
import { until } from '../support/until';
import { md5OfArchive } from '../support/unzip';

const FOLDER = { onlyDownSamples: false, folder: 'acme/p' };
const FILE = { onlyDownSamples: false, files: ['acme/p/a.tif'] };
const NO_PREVIEWS: Pick<Previews, 'get'> = {
  get: () => Promise.resolve({ unreadable: 'it is not read', found: 'complete' }),
};

let database: Database;
let dataDir: string;
let reported: unknown[];
/** Servers that the test has started. */
let servers: ZipJobs[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  dataDir = await temporaryFolder();
  await prepareDataFolder(dataFolderOf(dataDir));
  reported = [];
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.query('delete from archives');
});

/** Returns a store with some files, which can be read when the gate is open. */
function objectsWith(files: Readonly<Record<string, Buffer>>, gate?: Gate): ReadableObjects {
  const all = Object.entries(files).map(([key, body]) => ({
    key,
    blob: key,
    size: body.length,
    lastModified: '2030-01-02T03:04:05.000Z',
  }));
  async function* read(blob: string): AsyncGenerator<Buffer> {
    await gate?.pass();
    yield files[blob] ?? Buffer.of();
  }
  return {
    list: (path) => Promise.resolve({ objects: all.filter(({ key }) => key.startsWith(`${path}/`)) }),
    find: (keys) =>
      Promise.resolve(new Map(all.filter(({ key }) => keys.includes(key)).map((object) => [object.key, object]))),
    read: ({ blob }) => Readable.from(read(blob)),
  };
}

/** Starts a server on the database of the test. */
function startServer({
  objects = objectsWith({ 'acme/p/a.tif': Buffer.from('image'), 'globex/p/a.tif': Buffer.from('image') }),
  previews = NO_PREVIEWS,
  its = database,
}: { objects?: ReadableObjects; previews?: Pick<Previews, 'get'>; its?: Database } = {}): ZipJobs {
  const report = (error: unknown) => void reported.push(error);
  const server = new ZipJobs({ database: its, blobs: folderBlobs(dataDir), previews, objects, report });
  servers.push(server);
  return server;
}

/** Starts a server that can't read the files until the gate is open. */
function startHeld(gate: Gate, its = database): ZipJobs {
  const files = { 'acme/p/a.tif': Buffer.from('image'), 'globex/p/a.tif': Buffer.from('image') };
  return startServer({ objects: objectsWith(files, gate), its });
}

/** Waits until an archive of acme has ended. */
const ended = (server: ZipJobs, ref: string) =>
  until('the archive ends', async () => {
    const progress = await server.progress('acme', ref);
    return progress?.status === 'PREPARING' ? undefined : progress;
  });

/** Waits until a number of archives is being written, and returns their references in this order. */
async function underWay(count: number): Promise<string[]> {
  return until(`${String(count)} archives are being written`, async () => {
    const { rows } = await database.query<{ ref: string }>(
      "select ref from archives where status = 'PREPARING' and lease_until > now() order by started_at",
    );
    return rows.length === count ? rows.map(({ ref }) => ref) : undefined;
  });
}

test('a server writes at most two archives at a time', async () => {
  const gate = createGate();
  const server = startHeld(gate);
  const refs: string[] = [];
  for (const name of ['a.zip', 'b.zip', 'c.zip']) refs.push((await server.start('acme', name, FOLDER)).ref);
  // Both may have been started in the same moment.
  expect((await underWay(2)).sort()).toEqual(refs.slice(0, 2).sort());
  gate.open();
  for (const ref of refs) expect(await ended(server, ref)).toMatchObject({ status: 'COMPLETED' });
});

test('other queries run while a long selection is stored, and the archive is hidden until it is complete', async () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `acme/p/${String(index)}.tif`);
  const find: ReadableObjects['find'] = (wanted) => {
    const found = wanted.map((key) => ({ key, blob: key, size: 1, lastModified: '2030-01-02T03:04:05.000Z' }));
    return Promise.resolve(new Map(found.map((object) => [object.key, object])));
  };
  const recorded = jest.fn(() => Promise.resolve());
  const seen: unknown[] = [];
  /** Looks from another connection, before each part of the selection is stored. */
  const its: Database = {
    ...database,
    async query(text, values) {
      if (text.startsWith('insert into archive_files')) {
        const { rows } = await database.query<{ batches: number; ref: string; status: string }>(
          `select archives.ref, status, (select count(*) from archive_files where ref = archives.ref) as batches
           from archives`,
        );
        const progress = await server.progress('acme', rows[0]?.ref ?? '');
        seen.push([rows[0]?.batches, rows[0]?.status, progress, recorded.mock.calls.length]);
      }
      return database.query(text, values);
    },
  };
  const server = startServer({ objects: { ...objectsWith({}, createGate()), find }, its });
  const { ref } = await server.start('acme', 'a.zip', { onlyDownSamples: false, files: keys }, { record: recorded });
  expect(seen).toEqual(Array.from({ length: 20 }, (_, batches) => [batches, 'SELECTING', undefined, 0]));
  expect(await server.progress('acme', ref)).toMatchObject({ status: 'PREPARING', totalFiles: 20_000 });
  expect(recorded).toHaveBeenCalledTimes(1);
  await server.cancel('acme', ref);
});

test('the server stops measuring a selection when its client has gone', async () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `acme/p/${String(index)}.tif`);
  const left = new AbortController();
  const find = jest.fn((wanted: readonly string[]) => {
    left.abort(new Error('The client has left.'));
    const found = wanted.map((key) => ({ key, blob: key, size: 1, lastModified: '2030-01-02T03:04:05.000Z' }));
    return Promise.resolve(new Map(found.map((object) => [object.key, object])));
  });
  const server = startServer({ objects: { ...objectsWith({}), find } });
  const contents = { onlyDownSamples: false, files: keys };
  await expect(server.start('acme', 'a.zip', contents, { signal: left.signal })).rejects.toThrow('has left');
  expect(find).toHaveBeenCalledTimes(1);
  expect((await database.query('select ref from archives')).rows).toEqual([]);
});

test('an archive is written in the turns of its own sponsor, even if another sponsor made the latest request', async () => {
  const gate = createGate();
  const files = { 'acme/p/a.tif': Buffer.from('image'), 'globex/p/a.tif': Buffer.from('image') };
  const objects = objectsWith(files, gate);
  const writtenAs = jest.fn();
  const server = startServer({
    objects: {
      ...objects,
      read(object) {
        writtenAs(object.key, userOfTask());
        return objects.read(object);
      },
    },
  });
  const folders = ['acme/p', 'acme/p', 'globex/p'];
  const started = folders.map((folder, index) =>
    asUser(`user ${String(index)}`, () =>
      server.start(sponsorOfKey(folder), 'a.zip', { onlyDownSamples: false, folder }),
    ),
  );
  await Promise.all(started);
  gate.open();
  await until('all archives are written', async () => {
    const { rows } = await database.query("select 1 from archives where status = 'COMPLETED'");
    return rows.length === folders.length ? true : undefined;
  });
  expect(new Set(writtenAs.mock.calls.map(String))).toEqual(new Set(['acme/p/a.tif,acme', 'globex/p/a.tif,globex']));
});

test('an archive whose selection was not stored completely is removed after an hour and never written', async () => {
  const server = startServer();
  const { ref } = await server.start('acme', 'a.zip', FILE);
  await ended(server, ref);
  await database.query("update archives set status = 'SELECTING', created_at = now() - interval '59 minutes'");
  const next = await server.start('acme', 'b.zip', FILE);
  await ended(server, next.ref);
  const states = () => database.query('select ref, status from archives where ref = $1', [ref]);
  await server.sweep();
  expect((await states()).rows).toEqual([{ ref, status: 'SELECTING' }]);
  await database.query("update archives set created_at = now() - interval '61 minutes' where ref = $1", [ref]);
  await server.sweep();
  expect((await states()).rows).toEqual([]);
});

test('nothing is left of an archive that can’t be recorded', async () => {
  const server = startServer();
  const record = () => Promise.reject(new Error('no space for the audit log'));
  await expect(server.start('acme', 'a.zip', FILE, { record })).rejects.toThrow('no space');
  expect((await database.query('select ref from archives')).rows).toEqual([]);
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
  const objects = objectsWith({ 'acme/p/a.tif': Buffer.from('image') });
  const server = startServer({
    objects: {
      ...objects,
      read: () => {
        throw error;
      },
    },
  });
  const { ref } = await server.start('acme', 'a.zip', FOLDER);
  expect(await ended(server, ref)).toMatchObject({ status: 'FAILED', msg: expect.stringMatching(words) as string });
  expect(reported).toHaveLength(logged);
});

test('limits the archives that a sponsor has in preparation, and the keys that they select, on all servers', async () => {
  const gate = createGate();
  const [one, other] = [startHeld(gate), startHeld(gate)];
  const refused = { status: 429, code: 'TOO_MANY_DOWNLOADS' };
  const started = await Promise.allSettled(
    Array.from({ length: 102 }, (_, index) => (index % 2 === 0 ? one : other).start('acme', 'a.zip', FILE)),
  );
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  await expect(one.start('acme', 'a.zip', FILE)).rejects.toMatchObject(refused);
  const long = { onlyDownSamples: false, files: Array.from({ length: 70_000 }, (_, n) => `${n}`.padEnd(1_000, 'k')) };
  await expect(other.start('globex', 'a.zip', long)).rejects.toMatchObject(refused);
  await expect(one.start('globex', 'a.zip', { ...FOLDER, folder: 'globex/p' })).resolves.toMatchObject({
    totalFiles: 1,
  });
});

test('writes all files of a long selection in the requested order, and then deletes the selection', async () => {
  const keys = Array.from({ length: 2_500 }, (_, index) => `acme/p/${String(9_999 - index)}`);
  const server = startServer({ objects: objectsWith(Object.fromEntries(keys.map((key) => [key, Buffer.from('x')]))) });
  const { ref } = await server.start('acme', 'a.zip', { onlyDownSamples: false, files: keys });
  const { archiveId, totalFiles } = await ended(server, ref);
  expect(totalFiles).toBe(keys.length);
  const archive = await md5OfArchive(join(dataDir, 'zips', `${String(archiveId)}.zip`));
  expect([...archive.keys()]).toEqual(keys.map((key) => key.slice('acme/p/'.length)));
  expect((await database.query('select * from archive_files')).rows).toEqual([]);
});

describe('an archive of downsampled images', () => {
  const shown = { width: 1, height: 1, pages: 1, page: 1, content: 'complete', found: 'complete' } as const;
  const image = { ...shown, image: Buffer.alloc(100), type: 'image/png' } as const;

  test('has an unknown size before the first image, and an estimated one until it is complete', async () => {
    const [first, second] = [createGate(), createGate()];
    const previews: Pick<Previews, 'get'> = {
      get: async ({ key }) => {
        await (key.endsWith('b.tif') ? second : first).pass();
        return image;
      },
    };
    const objects = objectsWith({ 'acme/p/a.tif': Buffer.alloc(3_000), 'acme/p/b.tif': Buffer.alloc(1_000) });
    const server = startServer({ objects, previews });
    const { ref } = await server.start('acme', 'a.zip', { ...FOLDER, onlyDownSamples: true });
    expect(await server.progress('acme', ref)).toMatchObject({ completedSize: 0, totalSize: undefined });
    first.open();
    const half = await until('the progress is recorded', async () => {
      const progress = await server.progress('acme', ref);
      return progress?.completedSize === 100 ? progress : undefined;
    });
    expect(half.totalSize).toBe(133);
    second.open();
    const done = await ended(server, ref);
    const { size } = await stat(join(dataDir, 'zips', `${String(done.archiveId)}.zip`));
    expect(done).toMatchObject({ status: 'COMPLETED', completedSize: size, totalSize: size });
  });
});

test('keeps an archive for a day, and one in preparation for longer', async () => {
  const gate = createGate();
  const server = startHeld(gate);
  const { ref } = await server.start('acme', 'a.zip', FILE);
  const age = (interval: string) =>
    database.query(`update archives set created_at = now() - interval '1 day' ${interval}`);
  await age("- interval '1 second'");
  await server.sweep();
  expect(await server.progress('acme', ref)).toMatchObject({ status: 'PREPARING' });
  gate.open();
  const { archiveId } = await ended(server, ref);
  await age("+ interval '1 minute'");
  await server.sweep();
  expect(await server.progress('acme', ref)).toMatchObject({ status: 'COMPLETED' });
  expect(await readdir(join(dataDir, 'zips'))).toEqual([`${String(archiveId)}.zip`]);
  await age("- interval '1 second'");
  await server.sweep();
  expect(await server.progress('acme', ref)).toBeUndefined();
  expect(await readdir(join(dataDir, 'zips'))).toEqual([]);
});

test('any server can report the progress of an archive and cancel it, and the one that writes it stops', async () => {
  const gate = createGate();
  const writer = startHeld(gate);
  const { ref } = await writer.start('acme', 'a.zip', FILE);
  await underWay(1);
  const other = startServer();
  expect(await other.progress('acme', ref)).toMatchObject({ status: 'PREPARING', totalFiles: 1 });
  expect(await other.progress('globex', ref)).toBeUndefined();
  await other.cancel('globex', ref);
  await other.cancel('acme', ref);
  expect(await writer.progress('acme', ref)).toBeUndefined();
  await until('the unfinished file is gone', async () =>
    (await readdir(join(dataDir, 'tmp'))).length === 0 ? true : undefined,
  );
  gate.open();
  expect(await readdir(join(dataDir, 'zips'))).toEqual([]);
});

test('a request returns when any server has finished its archive', async () => {
  const gate = createGate();
  const writer = startHeld(gate);
  const other = startServer();
  const { ref } = await writer.start('acme', 'a.zip', FILE);
  expect(await other.waitForEnd('acme', ref, 10)).toMatchObject({ status: 'PREPARING' });
  const waiting = [writer.waitForEnd('acme', ref, 60_000), other.waitForEnd('acme', ref, 60_000)];
  gate.open();
  for (const wait of waiting) expect(await wait).toMatchObject({ status: 'COMPLETED' });
});

test('another server takes over when a lease has ended, and the result of the slow one is discarded', async () => {
  const [slow, quick] = [createGate(), createGate()];
  let isCutOff = false;
  let hasEnded = false;
  const cutOff: Database = {
    ...database,
    async query(text, values) {
      const isEnd = text.startsWith('with ended');
      if (isCutOff && !isEnd) throw new Error('no connection');
      const result = await database.query<never>(text, values);
      hasEnded ||= isEnd;
      return result;
    },
  };
  const first = startHeld(slow, cutOff);
  const { ref } = await first.start('acme', 'a.zip', FILE);
  await slow.reached;
  isCutOff = true;
  await database.query('update archives set lease_until = now()');
  const second = startHeld(quick);
  await underWay(1);
  const { rows } = await database.query<{ attempts: number }>('select attempts from archives');
  expect(rows).toEqual([{ attempts: 2 }]);
  slow.open();
  await until('the slow server has written the archive', () => (hasEnded ? true : undefined));
  expect(await second.progress('acme', ref)).toMatchObject({ status: 'PREPARING' });
  quick.open();
  const done = await ended(second, ref);
  expect(done).toMatchObject({ status: 'COMPLETED' });
  await until('the result of the slow server is removed', async () =>
    (await readdir(join(dataDir, 'zips'))).length === 1 ? true : undefined,
  );
  expect(await readdir(join(dataDir, 'zips'))).toEqual([`${String(done.archiveId)}.zip`]);
});

test('a server that stops leaves its archives to others immediately', async () => {
  const first = startHeld(createGate());
  const { ref } = await first.start('acme', 'a.zip', FILE);
  await underWay(1);
  await first.close();
  expect((await database.query('select 1 from archives where lease_until is not null')).rows).toEqual([]);
  expect(await ended(startServer(), ref)).toMatchObject({ status: 'COMPLETED' });
});

test('gives up an archive that servers have started to write too often', async () => {
  const first = startHeld(createGate());
  const { ref } = await first.start('acme', 'a.zip', FILE);
  await underWay(1);
  await first.close();
  await database.query('update archives set attempts = 10');
  expect(await ended(startServer(), ref)).toMatchObject({ status: 'FAILED' });
});

test('sponsors take turns, however many archives one of them has requested', async () => {
  const server = startHeld(createGate());
  for (let count = 0; count < 4; count += 1) {
    await server.start('acme', `${String(count)}.zip`, FILE);
    // The server is busy before another sponsor requests an archive.
    if (count === 1) await underWay(2);
  }
  const globex = { ...FILE, files: ['globex/p/a.tif'] };
  for (let count = 0; count < 2; count += 1) await server.start('globex', `${String(count)}.zip`, globex);
  const takeAll = async () => {
    const sponsors: string[] = [];
    for (let archive; (archive = await takeArchive(database, 'lease')) !== undefined;) {
      sponsors.push(archive.sponsorId);
      // Otherwise two archives could start in the same millisecond.
      await database.query("update archives set started_at = started_at - interval '1 second'");
    }
    return sponsors;
  };
  expect(await takeAll()).toEqual(['globex', 'globex', 'acme', 'acme']);
  await server.close();
  await database.query('update archives set lease_until = null');
  await database.query("update archives set started_at = null where sponsor_id = 'globex'");
  expect(await takeAll()).toEqual(['globex', 'acme', 'globex', 'acme', 'acme', 'acme']);
});

test('removes files of archives that no longer exist, but not those that are being written', async () => {
  const gate = createGate();
  const server = startHeld(gate);
  await server.start('acme', 'a.zip', FILE);
  await underWay(1);
  const { rows } = await database.query<{ id: string }>('select lease_id as id from archives');
  const zipOf = (id = ''): string => join(dataDir, 'zips', `${id}.zip`);
  await writeFile(zipOf('a'.repeat(32)), 'stray');
  await writeFile(zipOf(rows[0]?.id), 'written by a server that has not recorded it yet');
  await server.sweep();
  await access(zipOf(rows[0]?.id));
  await expect(access(zipOf('a'.repeat(32)))).rejects.toThrow('ENOENT');
});
