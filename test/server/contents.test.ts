import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseFileName } from '@data-manager/domain/names/grammar';
import { contentOf, type FoundContent } from '@data-manager/domain/pictures/check/foundContent';
import { recordContent } from '../../server/src/database/files/contents';
import { deleteFiles, moveFiles, restoreFiles } from '../../server/src/database/files/fileChanges';
import { createProject, type Project } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import { dataFolderOf } from '../../server/src/disk/dataFolder';
import { contentJobs } from '../../server/src/images/contentJobs';
import { ImageLimitError } from '../../server/src/images/imageWorkers';
import { createPreviews } from '../../server/src/images/previews';
import { renderPreview } from '../../server/src/images/renderPreview';
import { startQuietRunner } from '../../server/src/jobs/quietRunner';
import { createObjectStore, type ObjectStore } from '../../server/src/objects/objectStore';
import { removePermanently } from '../../server/src/routes/deletions/removals';
import { drawnTiff } from '../support/drawnTiff';
import { createGate } from '../support/gate';
import { signIn } from '../support/signIn';
import { startBackend } from '../support/startBackend';
import { openTestStore } from '../support/testStore';
import { until } from '../support/until';
import { uploadFile } from '../support/uploadFile';
import { writeTiff } from '../support/writtenTiff';

const ACTOR = { sponsorId: 'acme', userId: 'u' };

let store: Awaited<ReturnType<typeof openTestStore>>;
let database: Database;
let objects: ObjectStore;
let project: Project;
let titles = 0;
const opened: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  store = await openTestStore();
  ({ database } = store);
  objects = createObjectStore(database, store.blobs);
});
beforeEach(async () => {
  project = await createProject(database, { sponsorId: 'acme', title: `p${String((titles += 1))}`, description: '' });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((runner) => runner.close()));
  await database.query('delete from objects');
  await database.query('delete from contents');
});
afterAll(() => store.close());

const keyOf = (file: string | number): string =>
  `acme/${project.title}/${typeof file === 'string' ? file : name(file)}`;

const name = (section: number): string => `A_S${String(section).padStart(6, '0')}_L01_ch01.tif`;

const PAGE = { width: 8, height: 8, type: { kind: 'unsigned', bits: 16 }, valueAt: () => 0 } as const;

const flatTiff = (value: number, height = 8): Buffer => writeTiff({ ...PAGE, height, valueAt: () => value });

interface ServerOptions {
  readonly isActive?: () => boolean;
  readonly render?: typeof renderPreview;
  readonly blobs?: typeof store.blobs;
}

/** Starts what a server does in the background, and returns the blobs that it reads and the errors that it reports. */
function startServer({ isActive = () => false, render = renderPreview, blobs = store.blobs }: ServerOptions = {}) {
  const read: string[] = [];
  const errors: unknown[] = [];
  const record = (blob: string, found: FoundContent) => recordContent(database, blob, found);
  const images = {
    render: (...[path, wanted]: Parameters<typeof renderPreview>) => {
      read.push(path);
      return render(path, wanted);
    },
  };
  const previews = createPreviews(blobs, images, record);
  const runner = startQuietRunner(database, [contentJobs({ database, previews })], isActive, (error) =>
    errors.push(error),
  );
  opened.push(runner);
  return { read, errors, previews, runner };
}

async function listContents() {
  const page = await objects.list(`acme/${project.title}`, { limit: 100 });
  return Object.fromEntries(
    page.objects.map(({ key, found }) => [key.slice(key.lastIndexOf('/') + 1), found && contentOf(found)]),
  );
}

const untilKnown = (count: number) =>
  until('the server has looked at all images', async () => {
    const contents = await listContents();
    return Object.values(contents).filter((content) => content !== undefined).length >= count ? contents : undefined;
  });

describe('the content of a section image', () => {
  test('the content of an image is found after its arrival, and says what the pixels and the directories prove', async () => {
    const bodies: readonly (readonly [string | number, Buffer])[] = [
      [1, drawnTiff(20_000, 1)],
      [2, drawnTiff(20_000, 2).subarray(0, 15_000)],
      [3, Buffer.from('no TIFF')],
      [4, Buffer.alloc(0)],
      [5, flatTiff(500)],
      [6, flatTiff(0)],
      [7, flatTiff(0xffff)],
      [8, flatTiff(4_095)],
      // A page of a stack says nothing about the others.
      [9, writeTiff(PAGE, PAGE)],
      ['notes.tif', flatTiff(0, 9)],
    ];
    for (const [file, body] of bodies) await objects.put(keyOf(file), body);
    const { read } = startServer();
    const contents = await untilKnown(9);
    expect(Object.values(contents)).toEqual([
      'complete',
      'damaged',
      'damaged',
      'damaged',
      'flat',
      'black',
      'saturated',
      'saturated',
      'complete',
      undefined,
    ]);
    expect(new Set(read).size).toBe(read.length);
    expect(read).toHaveLength(9);
  });

  test('a rename, a restored file, an upload of the same bytes and other servers keep the content of an image without another look', async () => {
    const body = flatTiff(0);
    await objects.put(keyOf(1), body);
    const first = startServer();
    await untilKnown(1);
    await moveFiles(database, ACTOR, [{ from: keyOf(1), to: keyOf(2) }]);
    await deleteFiles(database, ACTOR, [keyOf(2)]);
    await restoreFiles(database, ACTOR, [keyOf(2)]);
    await objects.put(keyOf(3), body);
    expect(await listContents()).toEqual({ [name(2)]: 'black', [name(3)]: 'black' });
    await first.runner.close();
    const second = startServer();
    await objects.put(keyOf(4), flatTiff(7));
    await untilKnown(3);
    expect([first.read.length, second.read.length]).toEqual([1, 1]);
  });

  test('one of several servers finds the content of an image', async () => {
    for (const section of [1, 2, 3, 4, 5, 6]) await objects.put(keyOf(section), flatTiff(section));
    const servers = [startServer(), startServer()];
    await untilKnown(6);
    const read = servers.flatMap((server) => server.read);
    expect([read.length, new Set(read).size]).toEqual([6, 6]);
  });

  test('the content of an image is found once, by a preview or by the background work', async () => {
    await objects.put(keyOf(1), flatTiff(0));
    const object = (await objects.find([keyOf(1)])).get(keyOf(1))!;
    const user = startServer();
    await user.runner.close();
    await user.previews.get(object, { kind: 'downsampled' });
    expect(await listContents()).toEqual({ [name(1)]: 'black' });
    const later = startServer();
    await objects.put(keyOf(2), flatTiff(0, 9));
    await untilKnown(2);
    expect([user.read.length, later.read.length]).toEqual([1, 1]);
  });

  test('the content is found for a file that gets the name of an image, and for images of earlier versions, the latest first', async () => {
    await objects.put(keyOf('a.tif'), flatTiff(0));
    await moveFiles(database, ACTOR, [{ from: keyOf('a.tif'), to: keyOf(1) }]);
    for (const section of [2, 3]) await objects.put(keyOf(section), flatTiff(section));
    const migration = await readFile(join(__dirname, '../../server/src/database/migrations/003-contents.sql'), 'utf8');
    const fill = migration.slice(migration.lastIndexOf('insert into contents'));
    for (const days of [2, 3, 1]) {
      await database.query(`update objects set modified_at = now() - make_interval(days => ${String(days)})
        where project_hash = '${project.projectHash}' and path like '%S00000${String(days)}%'`);
    }
    expect((await database.query('select blob from contents')).rows).toHaveLength(3);
    await database.query('delete from contents');
    await database.query(fill);
    const { read } = startServer();
    await untilKnown(3);
    const found = await objects.find([1, 2, 3].map(keyOf));
    expect(read.map((path) => path.slice(-32))).toEqual(
      [1, 2, 3].map((section) => found.get(keyOf(section))!.blob.slice(-32)),
    );
  });

  test('an image that needs too much memory counts as complete', async () => {
    await objects.put(keyOf(1), flatTiff(0));
    startServer({ render: () => Promise.reject(new ImageLimitError('60 seconds')) });
    expect(await untilKnown(1)).toEqual({ [name(1)]: 'complete' });
  });

  test('every name that the app takes for a section image gets a content', async () => {
    const names = [
      'A_S000001_L01_ch01.tif',
      'a/b_S000001_L01_ch01.TIFF',
      '_S000001_L01_ch01.tif',
      'a/_S000001_L01_ch01.tif',
      'A_S00001_L01_ch01.tif',
      'A_s000001_L01_ch01.tif',
      'A_S000001_L01_ch01.tif.bak',
      'A_S000001_L01_ch01.png',
    ];
    const { rows } = await database.query<{ is: boolean }>('select is_image_name(n) as is from unnest($1::text[]) n', [
      names,
    ]);
    const isImage = (path: string) => parseFileName(path.slice(path.lastIndexOf('/') + 1)) !== undefined;
    expect(rows.map(({ is }) => is)).toEqual(names.map(isImage));
  });
});

describe('the background work on contents', () => {
  test.each([
    { isActive: true, lookMs: 150, least: 9 * 150, most: Infinity },
    // Long looks, because a busy machine delays the second one.
    { isActive: false, lookMs: 600, least: 0, most: 9 * 600 },
  ])('the background work rests nine times as long as it looked if users are active ($isActive)', async (run) => {
    for (const section of [1, 2]) await objects.put(keyOf(section), flatTiff(section));
    const begun: number[] = [];
    const ended: number[] = [];
    startServer({
      isActive: () => run.isActive,
      async render(path, wanted) {
        begun.push(performance.now());
        await delay(run.lookMs);
        const preview = await renderPreview(path, wanted);
        ended.push(performance.now());
        return preview;
      },
    });
    await untilKnown(2);
    const rested = begun[1]! - ended[0]!;
    expect(rested).toBeGreaterThanOrEqual(run.least);
    expect(rested).toBeLessThan(run.most);
  });

  test('the background work leaves an image of a store that can’t be read for later, and reports it once', async () => {
    await objects.put(keyOf(1), flatTiff(0));
    const { errors, read } = startServer({
      blobs: { ...store.blobs, withFile: () => Promise.reject(new Error('The store is away.')) },
    });
    await until('the error is reported', () => errors[0]);
    const other = startServer();
    await objects.put(keyOf(2), flatTiff(5));
    expect(await untilKnown(1)).toEqual({ [name(1)]: undefined, [name(2)]: 'flat' });
    expect([errors.length, read.length, other.read.length]).toEqual([1, 0, 1]);
  });

  test('the background work returns an image at once when the server stops', async () => {
    await objects.put(keyOf(1), flatTiff(0));
    const gate = createGate();
    const stopped = startServer({
      render: async (path, wanted) => {
        await gate.pass();
        return renderPreview(path, wanted);
      },
    });
    await gate.reached;
    await stopped.runner.close();
    const { read } = startServer();
    expect(await untilKnown(1)).toEqual({ [name(1)]: 'black' });
    expect(read).toHaveLength(1);
    gate.open();
  });

  test('the contents of a project are removed with it', async () => {
    await objects.put(keyOf(1), flatTiff(0));
    const { projectHash: hash } = project;
    const hide = async () => undefined;
    await removePermanently(
      { ...store, folder: dataFolderOf(store.dataDir) },
      { kind: 'remove-project', hash, sponsorId: 'acme' },
      hide,
    );
    expect((await database.query('select 1 from contents')).rows).toEqual([]);
  });
});

test('GET /manage/files says what a section image contains, even if no thumbnail was requested', async () => {
  // Of its own: the server looks at one image after another, and rests for a minute after one that was removed meanwhile.
  const backend = await startBackend();
  const member = await signIn(backend, 'member@acme.example');
  await member.make('/project', { title: 'p' });
  const keys = [name(1), 'notes.tif'].map((file) => `acme/p/${file}`);
  for (const key of keys) await uploadFile(member, key, [flatTiff(0)]);
  const found = await until('the server has found the content', async () => {
    const { body } = await member.call<{ files: readonly { content?: string }[] }>('GET', '/manage/files?path=acme/p');
    const contents = body.files.map(({ content }) => content);
    return contents[0] === undefined ? undefined : contents;
  });
  expect(found).toEqual(['black', undefined]);
  const { A_K: ak = '', S_K: sk = '', session_token = '' } = member.values;
  const query = new URLSearchParams({ ak, sk, session_token });
  const thumbnail = await fetch(`${backend.url}/get-thumbnail-image/${encodeURIComponent(keys[0]!)}?${query}`);
  expect(thumbnail.headers.get('x-image-content')).toBe('black');
  await backend.stop();
});
