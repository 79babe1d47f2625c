import { multipartChecksum } from '../../server/src/storage/parts';
import { drawnTiff } from '../support/drawnTiff';
import { signIn, type Answer, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { storeAtOnce, storeFiles } from '../support/storedFiles';
import { completion, md5, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

interface Page {
  files: { key: string; size: number; lastModified: string; unreadable?: string; etag?: string; partSize?: number }[];
  cursor?: string;
}

let backend: Backend;
let acme: Session;

beforeAll(async () => {
  backend = await startBackend();
  acme = await signIn(backend, 'member@acme.example');
  await acme.make('/project', { title: 'project' });
  const many = Array.from({ length: 1_500 }, (_, index) => [`acme/project/many/${String(index)}.tif`, ''] as const);
  await storeAtOnce(backend, [['acme/project/größe.txt', '12345'], ['acme/project/nothing in it/', ''], ...many]);
});
afterAll(() => backend.stop());

const list = (path: string, cursor?: string): Promise<Answer<Page>> =>
  acme.call(
    'GET',
    `/manage/files?${new URLSearchParams({ path, ...(cursor === undefined ? {} : { cursor }) }).toString()}`,
  );

test('GET /manage/files lists every object below a path in pages', async () => {
  const keys: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { status, body } = await list('acme/project', cursor);
    expect(status).toBe(200);
    keys.push(...body.files.map(({ key }) => key));
    cursor = body.cursor;
    pages += 1;
  } while (cursor !== undefined);
  expect(pages).toBe(2);
  expect(keys).toHaveLength(1_502);
  expect(keys).toEqual([...new Set(keys)].sort());
  expect(keys).toContain('acme/project/nothing in it/');
});

test('GET /manage/files includes sizes and times', async () => {
  const { body } = await list('acme/project/');
  expect(body.files.find(({ key }) => key === 'acme/project/größe.txt')).toEqual({
    key: 'acme/project/größe.txt',
    size: 5,
    lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
  });
});

test('GET /manage/files includes the checksums of uploaded files and the size of their parts', async () => {
  const [one, two] = [Buffer.alloc(5 * 1024 * 1024, 1), Buffer.from('end')];
  await uploadFile(acme, 'acme/project/sums/two parts', [one, two]);
  await uploadFile(acme, 'acme/project/sums/empty', [Buffer.alloc(0)]);
  const { files } = (await list('acme/project/sums')).body;
  expect(files.map(({ etag, partSize }) => ({ etag, partSize }))).toEqual([
    { etag: multipartChecksum([md5('')]) },
    { etag: multipartChecksum([md5(one), md5(two)]), partSize: one.length },
  ]);
});

test('GET /manage/files reports section images that are not readable, and again after they have changed', async () => {
  const whole = drawnTiff(20_000, 1);
  const keyOf = (section: string) => `acme/project/images/A_S00000${section}_L01_ch01.tif`;
  await storeFiles(acme, [
    [keyOf('1'), whole],
    [keyOf('2'), whole.subarray(0, 5_000)],
    [keyOf('3'), Buffer.alloc(0)],
    [keyOf('4'), Buffer.from('no image')],
    ['acme/project/images/notes.tif', Buffer.from('not a section')],
  ]);
  const problems = async () => {
    const { body } = await list('acme/project/images');
    return body.files.map(({ unreadable }) => unreadable);
  };
  expect(await problems()).toEqual([undefined, 'truncated', 'empty', 'not-tiff', undefined]);
  await storeFiles(acme, [[keyOf('2'), whole]]);
  expect(await problems()).toEqual([undefined, undefined, 'empty', 'not-tiff', undefined]);
});

test('GET /manage/files returns an empty list for a path without objects', async () => {
  expect(await list('acme/no such project')).toMatchObject({ status: 200, body: { files: [] } });
});

test.each([
  ['another sponsor', 'globex/project', 403],
  ['a path with ..', 'acme/../globex', 400],
  ['an absolute path', '/etc', 400],
  ['a NUL', 'acme/\0', 400],
])('GET /manage/files rejects %s', async (_what, path, status) => {
  expect(await list(path)).toMatchObject({ status, body: { msg: expect.any(String) as string } });
});

test('GET /manage/files rejects an invalid cursor', async () => {
  expect(await list('acme/project', 'bm9uc2Vuc2U')).toMatchObject({ status: 400 });
});

test('GET /manage/files requires a path and a token', async () => {
  expect(await acme.call('GET', '/manage/files')).toMatchObject({
    status: 400,
    body: { msg: expect.stringContaining('path') as string },
  });
  expect((await fetch(`${backend.url}/manage/files?path=acme`)).status).toBe(401);
});

describe('POST /manage/files/urls', () => {
  const urlsOf = (keys: readonly string[]): Promise<Answer<{ urls: Record<string, string> }>> =>
    acme.call('POST', '/manage/files/urls', { keys });

  test('returns URLs of files, and none of files that do not exist', async () => {
    const key = 'acme/project/größe.txt';
    const { body } = await urlsOf([key, 'acme/project/none.txt', 'acme/no such project/a.txt']);
    expect(Object.keys(body.urls)).toEqual([key]);
    const response = await fetch(body.urls[key] ?? '', {
      headers: { range: 'bytes=1-2', origin: backend.appUrl },
    });
    expect([response.status, await response.text()]).toEqual([206, '23']);
    const exposed = response.headers.get('access-control-expose-headers')?.toLowerCase().split(/, */);
    expect(exposed).toEqual(expect.arrayContaining(['etag', 'content-range', 'content-length', 'accept-ranges']));
  });

  test.each([
    ['another sponsor’s file', 'globex/project/a.tif', 403],
    ['a key that leaves the sponsor’s folder', 'acme/../globex/project/a.tif', 400],
    ['a folder', 'acme/project/', 400],
  ])('rejects %s', async (_what, key, status) => {
    expect(await urlsOf(['acme/project/größe.txt', key])).toMatchObject({ status });
  });

  test('does not decode an encoded key', async () => {
    expect((await urlsOf(['acme/project/gr%C3%B6%C3%9Fe.txt', 'acme/..%2fglobex/a.tif'])).body).toEqual({ urls: {} });
  });

  test('rejects more than 100 keys', async () => {
    const keys = Array.from({ length: 101 }, (_, index) => `acme/project/${String(index)}`);
    expect(await urlsOf(keys)).toMatchObject({ status: 400 });
  });
});

describe('the routes that change files', () => {
  const keysOf = async (path: string) => (await list(path)).body.files.map(({ key }) => key);

  beforeEach(() => storeFiles(acme, [['acme/project/changed/a.tif', Buffer.from('a')]]));

  test('deletes files, which administrators find in GET /deleted and members restore', async () => {
    const admin = await signIn(backend, 'admin@acme.example');
    const key = 'acme/project/changed/a.tif';
    expect((await acme.call('DELETE', '/manage/files', { keys: [key, `${key}f`] })).body).toEqual({ deleted: [key] });
    expect(await keysOf('acme/project/changed')).toEqual([]);
    const { body } = await admin.call<{ files: { key: string }[] }>('GET', '/deleted');
    expect(body.files).toContainEqual(expect.objectContaining({ key, size: 1 }));
    const restored = await acme.call('POST', '/manage/files/restore', { keys: [key] });
    expect(restored.body).toEqual({ restored: [key], refused: [] });
    expect(await keysOf('acme/project/changed')).toEqual([key]);
  });

  test('moves files, and says for each why it was not moved', async () => {
    const from = 'acme/project/changed/a.tif';
    const moves = [
      { from, to: 'acme/project/moved/%2e%2e.tif' },
      { from: 'acme/project/größe.txt', to: 'acme/project/../größe.txt' },
      { from: 'acme/project/many/1.tif', to: 'acme/project/many/2.tif' },
      { from, to: 'acme/project/b.tif' },
    ];
    const { body } = await acme.call<{ moved: unknown; refused: { from: string; msg: string; code: string }[] }>(
      'POST',
      '/manage/files/move',
      { moves },
    );
    expect(body.moved).toEqual([moves[0]]);
    expect(body.refused.map(({ from: refused, code }) => [refused, code])).toEqual([
      ['acme/project/größe.txt', 'INVALID'],
      [from, 'INVALID'],
      ['acme/project/many/1.tif', 'EXISTS'],
    ]);
    expect(await keysOf('acme/project/moved')).toEqual(['acme/project/moved/%2e%2e.tif']);
    expect(
      await acme.call('POST', '/manage/files/move', { moves: [{ from, to: 'globex/project/a.tif' }] }),
    ).toMatchObject({
      status: 403,
    });
  });

  test('lets an upload in progress finish at its place after a file was moved away from there', async () => {
    const key = 'acme/project/changed/a.tif';
    const uploadId = await startUpload(acme, key);
    await putPart(await urlOfPart(acme, key, uploadId, 1), Buffer.from('new'));
    await acme.call('POST', '/manage/files/move', { moves: [{ from: key, to: 'acme/project/changed/old.tif' }] });
    const answer = await acme.call('POST', '/upload/complete', completion(key, uploadId, [Buffer.from('new')]));
    expect(answer.status).toBe(200);
    expect(await keysOf('acme/project/changed')).toEqual([key, 'acme/project/changed/old.tif']);
  });
});
