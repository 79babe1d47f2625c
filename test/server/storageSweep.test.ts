import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { HttpError } from '../../server/src/common/errors';
import { deleteFiles, restoreFiles } from '../../server/src/database/files/fileChanges';
import { markDeleted } from '../../server/src/database/projects/deletedItems';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database, Queryable } from '../../server/src/database/sql';
import { dataFolderOf, prepareDataFolder, type DataFolder } from '../../server/src/disk/dataFolder';
import { previewName } from '../../server/src/images/previews';
import { removeDiscardedBlobs } from '../../server/src/objects/discardedBlobs';
import { createObjectStore } from '../../server/src/objects/objectStore';
import { ownsContents, sweepStorage } from '../../server/src/objects/storageSweep';
import { Uploads, type UploadRef } from '../../server/src/objects/uploads';
import { removeExpired, removePermanently, resumeRemovals } from '../../server/src/routes/deletions/removals';
import { newBlobKey, type BlobStore } from '../../server/src/storage/blobStore';
import { blobOfPreview } from '../../server/src/storage/folder/previewCache';
import { partFileName } from '../../server/src/storage/folder/uploadFolder';
import { multipartChecksum } from '../../server/src/storage/parts';
import { countedDatabase } from '../support/countedDatabase';
import { folderBlobs } from '../support/folderBlobs';
import { START_TIMEOUT_MS } from '../support/startBackend';
import { temporaryFolder } from '../support/temporaryFolder';
import { openTestDatabase } from '../support/testDatabase';
import { md5 } from '../support/uploadFile';

const ACTOR = { sponsorId: 'acme', userId: 'u' };
const NEVER = new AbortController().signal;
const QUOTA_BYTES = 1_000;
const LONG_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1_000);

let database: Database;
let folder: DataFolder;
let blobs: BlobStore;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = dataFolderOf(await temporaryFolder());
  await prepareDataFolder(folder);
  blobs = folderBlobs(folder.root);
  for (const table of ['pending_work', 'discarded_blobs', 'projects']) await database.query(`delete from ${table}`);
});

class KilledError extends Error {}

/** Returns the database and the store of a server that is killed after a number of calls. */
function killedAfter(calls: number, store = blobs): { readonly database: Database; readonly blobs: BlobStore } {
  let left = calls;
  const guard = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value === 'object' && value !== null) return guard(value);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          left -= 1;
          if (left < 0) return Promise.reject(new KilledError());
          return Reflect.apply(value, object, args) as unknown;
        };
      },
    });
  return {
    database: guard<Database>({
      ...database,
      transaction: (task) => database.transaction((inner) => task(guard(inner))),
      readEarly: (task) => database.readEarly((inner) => task(guard(inner))),
    }),
    blobs: guard(store),
  };
}

/** Lists the files below a folder with their sizes, and the empty folders with a trailing slash. */
async function walk(path: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isFile()) found.set(entry.name, (await stat(below)).size);
    if (!entry.isDirectory()) continue;
    const inside = await walk(below);
    if (inside.size === 0) found.set(`${entry.name}/`, 0);
    for (const [name, size] of inside) found.set(`${entry.name}/${name}`, size);
  }
  return found;
}

/** Lists the stored contents and empty folders. */
async function storedBlobs(): Promise<Map<string, number>> {
  const found = await walk(folder.blobs);
  found.delete('database-id');
  return found;
}

async function fileRows(): Promise<Map<string, number>> {
  const { rows } = await database.query<{ blob: string; size: number }>(
    'select blob, size from objects union all select blob, size from deleted_objects',
  );
  return new Map(rows.map(({ blob, size }) => [blob, size]));
}

const sum = (sizes: Map<string, number>): number => [...sizes.values()].reduce((total, size) => total + size, 0);

interface Options {
  /** The number of calls after which the server is killed. */
  readonly kill?: number | undefined;
}

interface UploadOptions extends Options {
  readonly ends?: boolean;
  readonly store?: BlobStore;
}

/** A server that is killed and started again, and its open uploads. */
function createServer() {
  const open: UploadRef[] = [];

  async function makeProject(title: string): Promise<string> {
    const { projectHash } = await createProject(database, { sponsorId: 'acme', title, description: '' });
    return projectHash;
  }

  async function upload(key: string, bytes: number, { kill = Infinity, ends = true, store = blobs }: UploadOptions) {
    const server = killedAfter(kill, store);
    const uploads = new Uploads(server.database, server.blobs, { openPerSponsor: 100, quotaBytes: QUOTA_BYTES });
    const body = Buffer.alloc(bytes, key);
    const etag = md5(body);
    const uploadId = await uploads.start(key);
    open.push({ uploadId, key });
    await writeFile(join(folder.uploads, uploadId, partFileName(1, etag)), body);
    if (!ends) return;
    const part = { partNumber: 1, etag, checksum: etag };
    await uploads.complete({ uploadId, key }, [part], multipartChecksum([etag]));
    expect(sum(await storedBlobs())).toBeLessThanOrEqual(QUOTA_BYTES);
  }

  async function cancel({ kill = Infinity }: Options): Promise<void> {
    const ref = open.shift();
    const server = killedAfter(kill);
    if (ref !== undefined) await new Uploads(server.database, server.blobs, { openPerSponsor: 100 }).cancel(ref);
  }

  async function preview(key: string): Promise<void> {
    const object = (await createObjectStore(database, blobs).find([key])).get(key);
    if (object !== undefined) await blobs.previews.put(previewName(object, { kind: 'thumbnail' }), Buffer.of(1));
  }

  async function removeProject(title: string, { kill = Infinity }: Options): Promise<void> {
    const { rows } = await database.query<{ hash: string }>('select hash from projects where title = $1', [title]);
    const removal = { kind: 'remove-project', hash: rows[0]?.hash ?? '', sponsorId: 'acme' } as const;
    await removePermanently({ ...killedAfter(kill), folder }, removal, (transaction: Queryable) =>
      markDeleted(transaction, 'project', removal.hash),
    );
    await makeProject(title);
  }

  /** Does what the sweeps of a day do. */
  async function sweep(): Promise<void> {
    await prepareDataFolder(folder);
    const stored = { database, blobs, folder };
    await resumeRemovals(stored, NEVER);
    for (const name of await readdir(folder.uploads)) await utimes(join(folder.uploads, name), LONG_AGO, LONG_AGO);
    await new Uploads(database, blobs, { openPerSponsor: 100, quotaBytes: QUOTA_BYTES }).sweep(NEVER);
    await database.query('update discarded_blobs set remove_after = now()');
    await removeDiscardedBlobs({ database, blobs });
    await sweepStorage({ database, blobs }, { signal: NEVER, storedBefore: new Date(Date.now() + 1_000), pauseMs: 0 });
  }

  return {
    makeProject,
    upload,
    cancel,
    preview,
    removeProject,
    sweep,
    delete: (key: string) => deleteFiles(database, ACTOR, [key]),
    restore: (key: string) => restoreFiles(database, ACTOR, [key], { replace: true }),
    expire: ({ kill = Infinity }: Options) => removeExpired({ ...killedAfter(kill), folder }, 0, NEVER),
  };
}

const key = fc.constantFrom(...['a', 'b', 'f', 'f/x'].flatMap((path) => [`acme/p/${path}`, `acme/q/${path}`]));
const kill = fc.option(fc.nat(30), { nil: undefined });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('upload' as const), key, bytes: fc.integer({ min: 1, max: 600 }), kill }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('abandon' as const), key, bytes: fc.nat(600), kill }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), kill }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('preview' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), kill }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('removeProject' as const), title: fc.constantFrom('p', 'q'), kill }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Takes a step, which may be refused or interrupted. */
async function take(server: ReturnType<typeof createServer>, action: Step): Promise<void> {
  try {
    switch (action.do) {
      case 'upload':
        await server.upload(action.key, action.bytes, action);
        break;
      case 'abandon':
        await server.upload(action.key, action.bytes, { ...action, ends: false });
        break;
      case 'cancel':
      case 'expire':
        await server[action.do](action);
        break;
      case 'removeProject':
        await server.removeProject(action.title, action);
        break;
      case 'preview':
        await server.preview(action.key);
        break;
      case 'delete':
      case 'restore':
        await server[action.do](action.key);
    }
  } catch (error) {
    if (!(error instanceof KilledError || error instanceof HttpError)) throw error;
  }
}

test(
  'contents and rows agree after a sweep, whatever was uploaded, refused, killed, deleted and removed before',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        await database.query('delete from projects');
        for (const path of [folder.blobs, folder.uploads, folder.previews]) await rm(path, { recursive: true });
        await prepareDataFolder(folder);
        // A starting server claims an empty store.
        await ownsContents({ database, blobs });
        const server = createServer();
        for (const title of ['p', 'q']) await server.makeProject(title);
        for (const action of steps) await take(server, action);
        await server.sweep();

        const [rows, stored] = [await fileRows(), await storedBlobs()];
        const { rows: uploads } = await database.query<{ id: string; blob: string }>(
          'select id, blob from uploads where completed_at is null',
        );
        // An upload that was interrupted can still be completed.
        for (const { blob } of uploads) stored.delete(blob);
        expect(new Map([...stored].sort())).toEqual(new Map([...rows].sort()));
        expect((await readdir(folder.uploads)).sort()).toEqual(uploads.map(({ id }) => id).sort());
        for (const name of (await walk(folder.previews)).keys()) expect(rows.has(blobOfPreview(name) ?? '')).toBe(true);
        expect(sum(stored)).toBeLessThanOrEqual(QUOTA_BYTES);
      }),
      { numRuns: 30 },
    );
  },
  6 * START_TIMEOUT_MS,
);

test.each([
  ['507', 'acme/p/large', QUOTA_BYTES + 1],
  ['409', 'acme/p/f', 1],
])(
  'an upload that is refused with %s stores nothing but its parts, and can be completed later',
  async (status, path, bytes) => {
    const server = createServer();
    await server.makeProject('p');
    await server.upload('acme/p/f/x', 10, {});
    const before = await storedBlobs();
    await expect(server.upload(path, bytes, {})).rejects.toMatchObject({ status: Number(status) });
    expect(await storedBlobs()).toEqual(before);
    expect(await readdir(folder.uploads)).toHaveLength(1);
  },
);

test('discarded contents make room before a file is stored that would exceed the quota together with them', async () => {
  const server = createServer();
  await server.makeProject('p');
  const before: number[] = [];
  const completeUpload: BlobStore['completeUpload'] = async (...args) => {
    before.push(sum(await storedBlobs()));
    return blobs.completeUpload(...args);
  };
  const store = { ...blobs, completeUpload };
  await server.upload('acme/p/a', 300, { store });
  await server.upload('acme/p/a', 600, { store });
  // The server was killed before it removed the content of the replaced file.
  await server.expire({ kill: 5 }).catch(() => undefined);
  await server.upload('acme/p/b', 400, { store });
  expect(before).toEqual([0, 300, 600]);
  expect(sum(await storedBlobs())).toBe(1_000);
});

test('a permanent removal leaves neither contents nor previews nor empty folders', async () => {
  const server = createServer();
  await server.makeProject('p');
  for (const name of ['a', 'b']) {
    await server.upload(`acme/p/${name}`, 10, {});
    await server.preview(`acme/p/${name}`);
  }
  await server.upload('acme/p/c', 10, { ends: false });
  expect([(await storedBlobs()).size, (await walk(folder.previews)).size]).toEqual([2, 2]);
  await server.delete('acme/p/a');
  await server.expire({});
  expect([(await storedBlobs()).size, (await walk(folder.previews)).size]).toEqual([1, 1]);
  await server.removeProject('p', {});
  expect(await storedBlobs()).toEqual(new Map());
  for (const path of [folder.previews, folder.uploads]) expect(await walk(path)).toEqual(new Map());
});

test('a content without a row is kept for as long as a request may take to record it', async () => {
  const server = createServer();
  const [young, old] = [newBlobKey(await server.makeProject('p')), newBlobKey('f'.repeat(32))];
  for (const blob of [young, old]) await blobs.put(blob, Buffer.of(1));
  await server.upload('acme/p/a', 1, {});
  await utimes(join(folder.blobs, old), LONG_AGO, LONG_AGO);
  const storedBefore = new Date(Date.now() - 24 * 60 * 60 * 1_000);
  expect(await sweepStorage({ database, blobs }, { signal: NEVER, storedBefore, pauseMs: 0 })).toBe(true);
  expect([await blobs.has(young), await blobs.has(old)]).toEqual([true, false]);
});

test('previews whose names don’t tell their contents are removed', async () => {
  await blobs.previews.put('0'.repeat(40), Buffer.of(1));
  await sweepStorage({ database, blobs }, { signal: NEVER, storedBefore: new Date(), pauseMs: 0 });
  expect(await readdir(folder.previews)).toEqual([]);
});

describe('the contents of another database', () => {
  const sweepNow = () =>
    sweepStorage({ database, blobs }, { signal: NEVER, storedBefore: new Date(Date.now() + 1_000), pauseMs: 0 });

  test('leaves the contents of another database alone, even if no database has claimed them', async () => {
    const foreign = newBlobKey('f'.repeat(32));
    await blobs.put(foreign, Buffer.of(1));
    expect(await sweepNow()).toBe(false);
    await blobs.writeOwner('another database');
    expect(await sweepNow()).toBe(false);
    expect(await blobs.has(foreign)).toBe(true);
  });

  test('keeps the parts, viewer images and archives of another database when those without rows are removed', async () => {
    await blobs.writeOwner('another database');
    await mkdir(join(folder.uploads, 'f'.repeat(32)));
    await writeFile(join(folder.uploads, 'f'.repeat(32), partFileName(1, md5(Buffer.of(1)))), Buffer.of(1));
    const before = await walk(folder.uploads);
    expect(before.size).toBe(1);
    const uploads = new Uploads(database, blobs, { openPerSponsor: 100 });
    await uploads.sweep(NEVER, new Date(Date.now() + 1_000));
    expect(await walk(folder.uploads)).toEqual(before);
    const listed = jest.spyOn(blobs.derived, 'list');
    await resumeRemovals({ database, blobs, folder }, NEVER);
    await removeExpired({ database, blobs, folder }, 0, NEVER);
    const project = await createServer().makeProject('p');
    await removePermanently(
      { database, blobs, folder },
      { kind: 'remove-project', hash: project, sponsorId: 'acme' },
      (transaction) => markDeleted(transaction, 'project', project),
    );
    expect(listed).not.toHaveBeenCalled();
  });

  test('recognizes the contents of another database after every file of this one was removed', async () => {
    const server = createServer();
    await server.makeProject('p');
    await server.upload('acme/p/a', 1, {});
    expect(await sweepNow()).toBe(true);
    await server.removeProject('p', {});
    await blobs.put(newBlobKey('f'.repeat(32)), Buffer.of(1));
    expect(await sweepNow()).toBe(true);
    expect(await storedBlobs()).toEqual(new Map());
  });
});

describe('an upload', () => {
  test('gets no more URLs of parts once those that have arrived exceed the quota', async () => {
    const server = createServer();
    await server.makeProject('p');
    const uploads = new Uploads(database, blobs, { openPerSponsor: 100, quotaBytes: QUOTA_BYTES });
    const ref = { uploadId: await uploads.start('acme/p/a'), key: 'acme/p/a' };
    const part = Buffer.alloc(QUOTA_BYTES / 2 + 1);
    const arrive = (number: number): Promise<void> =>
      writeFile(join(folder.uploads, ref.uploadId, partFileName(number, md5(part))), part);
    await arrive(1);
    expect(await uploads.partUrls(ref, [2])).toHaveLength(1);
    await arrive(2);
    await expect(uploads.partUrls(ref, [3])).rejects.toMatchObject({ status: 507 });
  });

  test('an upload beyond the limit of a user is refused before anything is stored for it', async () => {
    const server = createServer();
    await server.makeProject('p');
    const started = jest.spyOn(blobs, 'startUpload');
    const uploads = new Uploads(database, blobs, { openPerSponsor: 100, openPerUser: 1 });
    await uploads.start('acme/p/a', { userId: 'u' });
    await expect(uploads.start('acme/p/b', { userId: 'u' })).rejects.toMatchObject({ code: 'TOO_MANY_UPLOADS' });
    expect(started).toHaveBeenCalledTimes(1);
  });
});

test('a sweep looks up a thousand contents with one query', async () => {
  const project = 'a'.repeat(32);
  await mkdir(join(folder.blobs, project));
  for (let count = 0; count < 2_500; count += 1) {
    await writeFile(join(folder.blobs, project, count.toString(16).padStart(32, '0')), '');
  }
  const { counted, queries } = countedDatabase(database);
  await createServer().makeProject('p');
  const { rows } = await database.query<{ hash: string }>('select hash from projects');
  await database.query(
    "insert into objects (blob, project_hash, path, size) values ($1 || '/' || repeat('0', 32), $2, 'a', 1)",
    [project, rows[0]?.hash],
  );
  const storedBefore = new Date(Date.now() + 1_000);
  await sweepStorage({ database: counted, blobs }, { signal: NEVER, storedBefore, pauseMs: 0 });
  expect(queries.filter(({ text }) => text.includes('union all select blob from discarded_blobs'))).toHaveLength(3);
  expect((await storedBlobs()).size).toBe(1);
});
