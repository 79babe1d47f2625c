import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpError } from '../../server/src/common/errors';
import { placeObject } from '../../server/src/database/files/placeObject';
import { recordRemoval } from '../../server/src/database/jobs/pendingWork';
import { findLatestJob, queueJob } from '../../server/src/database/jobs/pipelineJobs';
import { findViewable } from '../../server/src/database/jobs/pyramids';
import { createDataset, EMPTY_DATASET_FORM } from '../../server/src/database/projects/datasets';
import { markDeleted } from '../../server/src/database/projects/deletedItems';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import { dataFolderOf } from '../../server/src/disk/dataFolder';
import { buildTiles } from '../../server/src/images/buildTiles';
import { createImageChecks } from '../../server/src/images/imageChecks';
import { exclusiveSweep } from '../../server/src/jobs/sweepHourly';
import { createObjectStore } from '../../server/src/objects/objectStore';
import { Uploads } from '../../server/src/objects/uploads';
import { startPyramidRunner } from '../../server/src/pipelines/pyramidRunner';
import { removePermanently, resumeRemovals } from '../../server/src/routes/deletions/removals';
import { newBlobKey, type BlobStore } from '../../server/src/storage/blobStore';
import { multipartChecksum } from '../../server/src/storage/parts';
import { createGate } from '../support/gate';
import { signIn } from '../support/signIn';
import {
  serverDatabase,
  startBackend,
  usesEmbeddedDatabase,
  type Backend,
  type ServerDatabase,
} from '../support/startBackend';
import { hasTestStorage, makeTestBucket, type TestBucket } from '../support/testBucket';
import { openTestStore } from '../support/testStore';
import { encodeTiff } from '../support/tiffs';
import { until } from '../support/until';
import { md5OfArchive } from '../support/unzip';
import { md5, uploadFile } from '../support/uploadFile';

/* Servers that share a database and a storage. */

const NEVER = new AbortController().signal;

let store: Awaited<ReturnType<typeof openTestStore>>;
let database: Database;
let dataDir: string;
let blobs: BlobStore;
let titles = 0;

beforeAll(async () => {
  store = await openTestStore();
  ({ database, dataDir, blobs } = store);
});
afterAll(() => store.close());

const makeProject = async (sponsorId = 'acme') =>
  createProject(database, { sponsorId, title: `p${String((titles += 1))}`, description: '' });

/** Ends the leases of a table, as if the servers that hold them had been killed. */
const endLeases = (table: string) => database.query(`update ${table} set lease_until = now()`);

describe('an upload that is completed by two servers at the same time', () => {
  const etag = md5('part');
  const parts = [{ partNumber: 1, etag, checksum: etag }];
  const checksum = multipartChecksum([etag]);
  const removed: unknown[] = [];

  /** Returns the uploads of a server whose storage completes them as given. */
  const uploadsWith = (completeUpload: BlobStore['completeUpload']) =>
    new Uploads(
      database,
      {
        ...blobs,
        completeUpload,
        remove: (keys) => {
          removed.push(...keys);
          return Promise.resolve();
        },
      },
      { openPerSponsor: 10 },
    );

  test('succeeds for both, and the content is kept', async () => {
    const { title } = await makeProject();
    const key = `acme/${title}/a.tif`;
    const gate = createGate();
    const held = uploadsWith(() => gate.pass().then(() => ({ size: 4 })));
    const uploadId = await held.start(key);
    const slow = held.complete({ uploadId, key }, parts, checksum);
    await gate.reached;
    await uploadsWith(() => Promise.resolve({ size: 4 })).complete({ uploadId, key }, parts, checksum);
    gate.open();
    await slow;
    expect(removed).toEqual([]);
    expect((await createObjectStore(database, blobs).find([key])).get(key)).toMatchObject({ size: 4 });
  });

  test('succeeds for the server to which the storage reports that the upload no longer exists', async () => {
    const { title } = await makeProject();
    const key = `acme/${title}/a.tif`;
    const first = uploadsWith(() => Promise.resolve({ size: 4 }));
    const uploadId = await first.start(key);
    const gate = createGate();
    const second = uploadsWith(async () => {
      void gate.pass();
      return Promise.reject(new HttpError(404, 'The upload does not exist.', 'NO_SUCH_UPLOAD'));
    });
    const waiting = second.complete({ uploadId, key }, parts, checksum);
    await gate.reached;
    await first.complete({ uploadId, key }, parts, checksum);
    await waiting;
  });

  test('succeeds for both if it must not replace a file', async () => {
    const { title } = await makeProject();
    const key = `acme/${title}/a.tif`;
    const gate = createGate();
    const storage = { ...blobs, completeUpload: () => Promise.resolve({ size: 4 }) };
    let reads = 0;
    const readEarly: Database['readEarly'] = async (task) => {
      const result = await database.readEarly(task);
      // The upload was found, and the place is about to be checked.
      if ((reads += 1) === 1) await gate.pass();
      return result;
    };
    const slow = new Uploads({ ...database, readEarly }, storage, { openPerSponsor: 10 });
    const fast = new Uploads(database, storage, { openPerSponsor: 10 });
    const uploadId = await fast.start(key, { onlyIfAbsent: true });
    const completing = slow.complete({ uploadId, key }, parts, checksum, { onlyIfAbsent: true });
    await gate.reached;
    await fast.complete({ uploadId, key }, parts, checksum, { onlyIfAbsent: true });
    gate.open();
    await expect(completing).resolves.toBeUndefined();
  });

  test('does not replace a file that another upload creates while the storage assembles its content', async () => {
    const { title } = await makeProject();
    const key = `acme/${title}/a.tif`;
    const gate = createGate();
    const held = uploadsWith(() => gate.pass().then(() => ({ size: 4 })));
    const other = uploadsWith(() => Promise.resolve({ size: 7 }));
    const uploadId = await held.start(key, { onlyIfAbsent: true });
    const otherId = await other.start(key);
    const slow = held.complete({ uploadId, key }, parts, checksum, { onlyIfAbsent: true });
    await gate.reached;
    await other.complete({ uploadId: otherId, key }, parts, checksum);
    gate.open();
    await expect(slow).rejects.toMatchObject({ status: 409, code: 'EXISTS' });
    expect((await createObjectStore(database, blobs).find([key])).get(key)).toMatchObject({ size: 7 });
    // The parts of the other one can be assembled again.
    expect(removed.splice(0)).toHaveLength(1);
  });

  test('fails immediately after it was cancelled, and its content is removed', async () => {
    const { title } = await makeProject();
    const key = `acme/${title}/a.tif`;
    const gate = createGate();
    const server = uploadsWith(() => gate.pass().then(() => ({ size: 4 })));
    const uploadId = await server.start(key);
    const completing = server.complete({ uploadId, key }, parts, checksum);
    await gate.reached;
    await uploadsWith(() => Promise.resolve({ size: 4 })).cancel({ uploadId, key });
    gate.open();
    await expect(completing).rejects.toMatchObject({ code: 'NO_SUCH_UPLOAD' });
    expect(removed).toHaveLength(1);
  });
});

test('servers clean up one after the other, and one continues when another was killed', async () => {
  const gate = createGate();
  let sweeps = 0;
  const first = exclusiveSweep(database, 'uploads', () => gate.pass())(NEVER);
  await gate.reached;
  const second = exclusiveSweep(database, 'uploads', () => {
    sweeps += 1;
    return Promise.resolve();
  });
  const waiting = second(NEVER);
  await expect(second(AbortSignal.timeout(300))).rejects.toThrow('aborted');
  expect(sweeps).toBe(0);
  await endLeases('sweeps');
  await waiting;
  expect(sweeps).toBe(1);
  gate.open();
  await first;
  await second(NEVER);
  expect(sweeps).toBe(2);
});

test('a removal is completed by one server, and by another if that one was killed', async () => {
  const { projectHash, title } = await makeProject();
  const blob = newBlobKey(projectHash);
  await blobs.put(blob, Buffer.from('tissue'));
  await placeObject(database, { projectHash, datasetHash: undefined, path: 'a.tif' }, { blob, size: 6 });
  await markDeleted(database, 'project', projectHash);
  await recordRemoval(database, { kind: 'remove-project', hash: projectHash });
  await database.query("update pending_work set lease_id = 'killed', lease_until = now() + interval '1 hour'");
  const stored = { database, blobs, folder: dataFolderOf(dataDir) };
  await expect(resumeRemovals(stored, AbortSignal.timeout(300))).rejects.toThrow('aborted');
  expect(await blobs.has(blob)).toBe(true);
  await endLeases('pending_work');
  await Promise.all([resumeRemovals(stored, NEVER), resumeRemovals(stored, NEVER)]);
  expect(await blobs.has(blob)).toBe(false);
  const { rows } = await database.query('select 1 from projects where title = $1', [title]);
  expect(rows).toEqual([]);
});

test('a removal of many files succeeds if removing their contents outlasts its lease', async () => {
  const { projectHash } = await makeProject();
  const blob = newBlobKey(projectHash);
  await placeObject(database, { projectHash, datasetHash: undefined, path: 'a.tif' }, { blob, size: 6 });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'performance', 'Date'] });
  const slow = {
    ...blobs,
    async remove() {
      // The lease is renewed.
      jest.advanceTimersByTime(10_000);
      for (let query = 0; query < 3; query += 1) await database.query('select 1');
    },
  };
  const stored = { database, blobs: slow, folder: dataFolderOf(dataDir) };
  const removal = { kind: 'remove-project', hash: projectHash, sponsorId: 'acme' } as const;
  await removePermanently(stored, removal, (transaction) => markDeleted(transaction, 'project', projectHash));
  jest.useRealTimers();
});

describe('image pyramids', () => {
  const image = encodeTiff({ width: 30, height: 20, pixels: new Uint16Array(600).fill(9) });

  /** Creates a dataset with an image. */
  async function makeDataset(sponsorId?: string): Promise<string> {
    const { projectHash } = await makeProject(sponsorId);
    const form = { ...EMPTY_DATASET_FORM, projectHash, dataset: 'TC1', sid: '' };
    const { datasetHash } = await createDataset(database, form);
    const blob = newBlobKey(projectHash);
    await blobs.put(blob, image);
    const place = { projectHash, datasetHash, path: 'TC1_S000001_L01_ch01.tif' };
    await placeObject(database, place, { blob, size: image.length });
    return datasetHash;
  }

  function startRunner(its: BlobStore = blobs, connection: Pick<Database, 'query'> = database) {
    const folder = dataFolderOf(dataDir);
    const objects = createObjectStore(database, its);
    const parts = { blobs: its, folder, objects, imageChecks: createImageChecks(its), images: { tile: buildTiles } };
    return startPyramidRunner(connection, parts, () => undefined);
  }

  const done = (datasetHash: string) =>
    until('the pyramids are built', async () => {
      const job = await findLatestJob(database, datasetHash, 'pyramid');
      return job?.status === 'DONE' ? job : undefined;
    });

  test('builds image pyramids on another server when a lease has ended, and discards the result of the slow one', async () => {
    const datasetHash = await makeDataset();
    await queueJob(database, datasetHash, 'pyramid');
    const gate = createGate();
    let isCutOff = false;
    const removed: string[] = [];
    const slow = startRunner(
      {
        ...blobs,
        withFile: (blob, task) => gate.pass().then(() => blobs.withFile(blob, task)),
        derived: {
          ...blobs.derived,
          remove(name) {
            removed.push(name);
            return blobs.derived.remove(name);
          },
        },
      },
      {
        query: (text, values) =>
          isCutOff && !text.includes('pyramid_id')
            ? Promise.reject(new Error('no connection'))
            : database.query(text, values),
      },
    );
    await gate.reached;
    isCutOff = true;
    await endLeases('pipeline_jobs');
    const quick = startRunner();
    await done(datasetHash);
    gate.open();
    await until('the slow server has discarded its result', () => (removed.length > 0 ? true : undefined));
    await slow.close();
    await quick.close();
    const { pyramidId } = (await findViewable(database, datasetHash)) ?? {};
    expect(await readdir(join(dataDir, 'pyramids', datasetHash))).toEqual([pyramidId]);
  });

  test('image pyramids of a server that stops are built by another one immediately', async () => {
    const datasetHash = await makeDataset();
    await queueJob(database, datasetHash, 'pyramid');
    const gate = createGate();
    const first = startRunner({
      ...blobs,
      withFile: (blob, task) => gate.pass().then(() => blobs.withFile(blob, task)),
    });
    await gate.reached;
    await first.close();
    expect((await database.query('select 1 from pipeline_jobs where lease_until is not null')).rows).toEqual([]);
    const second = startRunner();
    await done(datasetHash);
    gate.open();
    await second.close();
  });

  test('image pyramids of sponsors are built in turn, however many jobs one of them has', async () => {
    const hashes: string[] = [];
    for (const sponsorId of ['initech', 'initech', 'initech', 'umbrella']) hashes.push(await makeDataset(sponsorId));
    for (const hash of hashes) await queueJob(database, hash, 'pyramid');
    const runner = startRunner();
    for (const hash of hashes) await done(hash);
    await runner.close();
    const { rows } = await database.query<{ dataset_hash: string }>(
      'select dataset_hash from pipeline_jobs where dataset_hash = any ($1::text[]) order by started_at',
      [hashes],
    );
    expect(rows.map(({ dataset_hash: hash }) => hashes.indexOf(hash))).toEqual([0, 3, 1, 2]);
  });
});

(usesEmbeddedDatabase || !hasTestStorage ? describe.skip : describe)('on PostgreSQL and S3', () => {
  const CONTENT = randomBytes(100_000_000);
  const KEY = 'acme/shared/long.csv';
  let bucket: TestBucket;
  let servers: Backend[];
  let rows: ServerDatabase;

  beforeAll(async () => {
    bucket = await makeTestBucket('http://localhost:3000');
    rows = serverDatabase('data-manager-several');
    await rows.create();
    const variables = { ...bucket.variables, DATABASE_URL: rows.url };
    servers = await Promise.all([startBackend(variables), startBackend(variables)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rows.drop();
    await bucket.remove();
  });

  test('an archive whose server is killed is prepared by another one', async () => {
    const [one, other] = servers as [Backend, Backend];
    const session = await signIn(one, 'member@acme.example');
    await session.make('/project', { title: 'shared' });
    await uploadFile(session, KEY, [CONTENT]);
    const order = { onlyDownSamples: false, files: [KEY], zipFileName: 'long.zip' };
    const { body } = await session.call<{ ref: string; url?: string }>('POST', '/download', order);
    expect(body.url).toBeUndefined();
    await one.kill();
    const survivor = await signIn(other, 'member@acme.example');
    const url = await until('the archive is ready', async () => {
      const progress = await survivor.call<{ url?: string }>('GET', `/download/progress/${body.ref}`);
      expect(progress.status).toBe(200);
      return progress.body.url;
    });
    const archive = join(dataDir, 'long.zip');
    await writeFile(archive, Buffer.from(await (await fetch(url)).arrayBuffer()));
    expect(await md5OfArchive(archive)).toEqual(new Map([['long.csv', md5(CONTENT)]]));
    expect((await bucket.keys()).filter((key) => key.startsWith('zips/'))).toHaveLength(1);
    await survivor.call('DELETE', '/download/cancel', { refId: body.ref });
    expect((await fetch(url)).status).toBe(404);
  });
});
