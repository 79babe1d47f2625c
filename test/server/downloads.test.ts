import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { documented } from '../support/contract';
import { drawnTiff } from '../support/drawnTiff';
import { signIn, type Answer, type Session } from '../support/signIn';
import { runSql, startBackend, type Backend } from '../support/startBackend';
import { storeAtOnce, storeFiles } from '../support/storedFiles';
import { until } from '../support/until';
import { md5OfArchive } from '../support/unzip';
import { md5 } from '../support/uploadFile';

interface Progress {
  status: string;
  completedSize: number;
  totalFiles: number;
  totalSize: number;
  url?: string;
  msg?: string;
}

const OBJECTS: ReadonlyMap<string, Buffer> = new Map([
  ['acme/p/set/a_S000001.tif', drawnTiff(300_000, 1)],
  ['acme/p/set/deep/b_S000002.tif', drawnTiff(500_000, 2)],
  ['acme/p/set/notes.txt', Buffer.from('notes')],
  ['acme/p/set/no image.tif', Buffer.from('not a TIFF at all')],
  ['acme/p/loose.bin', randomBytes(10_000)],
]);

const LONG_TITLE = `0${'ü'.repeat(49)}`;

let backend: Backend;
let acme: Session;
let globex: Session;

beforeAll(async () => {
  const preload = resolve(__dirname, '..', 'support', 'heldReads.cjs');
  backend = await startBackend({ NODE_OPTIONS: `--require ${JSON.stringify(preload)}` });
  acme = await signIn(backend, 'member@acme.example');
  globex = await signIn(backend, 'member@globex.example');
  for (const title of ['p', 'alike', 'cases', LONG_TITLE]) await acme.make('/project', { title });
  await storeAtOnce(backend, [...OBJECTS, ['acme/cases/E/', ''], ['acme/cases/e/', '']]);
});
afterAll(() => backend.stop());

const order = (body: object): Promise<Answer<Record<string, unknown>>> =>
  acme.call('POST', '/download', { onlyDownSamples: false, zipFileName: 'files.zip', ...body });
const progressOf = async (ref: unknown): Promise<Progress> =>
  (await acme.call<Progress>('GET', `/download/progress/${String(ref)}`)).body;

async function settled(ref: unknown): Promise<Progress> {
  return until('the archive is settled', async () => {
    const progress = await progressOf(ref);
    return progress.status === 'PREPARING' ? undefined : progress;
  });
}

/** While this file exists, archives stay in preparation. */
const holdFile = (): string => join(backend.dataDir, 'reads-are-held');

/** Requests an archive whose files can't be read yet. */
async function startHeld(): Promise<string> {
  await writeFile(holdFile(), '');
  const { status, body } = await order({ files: ['acme/p/loose.bin'] });
  expect([status, body]).toEqual([200, { ref: expect.any(String) as string, totalFiles: 1, totalSize: 10_000 }]);
  return String(body.ref);
}

async function fetched(url: string | undefined): Promise<string> {
  const response = await fetch(url ?? '');
  expect(response.status).toBe(200);
  const path = join(backend.dataDir, 'fetched.zip');
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

const digestsOf = (prefix: string, top: string): Map<string, string> =>
  new Map(
    [...OBJECTS].filter(([key]) => key.startsWith(prefix)).map(([key, bytes]) => [key.slice(top.length), md5(bytes)]),
  );

describe('POST /download', () => {
  test('archives a folder with the folder at the top', async () => {
    const { status, body } = await order({ folder: 'acme/p/set', zipFileName: 'acme-p-set.zip' });
    const totalSize = [...OBJECTS]
      .filter(([key]) => key.startsWith('acme/p/set/'))
      .reduce((sum, [, bytes]) => sum + bytes.length, 0);
    expect([status, body]).toMatchObject([200, { ref: expect.any(String) as string, totalFiles: 4, totalSize }]);
    const progress = await settled(body.ref);
    expect(progress).toEqual({
      status: 'COMPLETED',
      completedSize: totalSize,
      totalFiles: 4,
      totalSize,
      url: expect.any(String) as string,
    });
    expect(await md5OfArchive(await fetched(progress.url))).toEqual(digestsOf('acme/p/set/', 'acme/p/'));
  });

  test('returns the URL of an archive that is ready within a second', async () => {
    const { body } = await order({ files: ['acme/p/loose.bin'] });
    expect(body).toEqual({
      ref: expect.any(String) as string,
      totalFiles: 1,
      totalSize: 10_000,
      url: expect.any(String) as string,
    });
    expect(await md5OfArchive(await fetched(body.url as string))).toEqual(digestsOf('acme/p/loose.bin', 'acme/p/'));
  });

  test.each([false, true])('archives a folder with a very long path (downsampled: %s)', async (onlyDownSamples) => {
    const folder = `acme/${Array.from({ length: 9 }, (_, index) => `${String(index)}${'ü'.repeat(49)}`).join('/')}`;
    expect(Buffer.byteLength(folder)).toBeGreaterThan(890);
    await storeFiles(acme, [[`${folder}/a.tif`, drawnTiff(1_000, 3)]]);
    const zipFileName = `${onlyDownSamples ? 'downsampled_' : ''}${folder.replaceAll('/', '-')}.zip`;
    const { status, body } = await order({ onlyDownSamples, folder, zipFileName });
    expect([status, body]).toMatchObject([200, { totalFiles: 1 }]);
    const { url = '' } = await settled(body.ref);
    expect(url.length).toBeLessThan(1_200);
    const { headers } = await fetch(url, { method: 'HEAD' });
    const name = /filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect(decodeURIComponent(name)).toMatch(/^(downsampled_)?acme-0ü+.*…ü+-8ü+\.zip$/);
    expect(Buffer.byteLength(decodeURIComponent(name))).toBeLessThanOrEqual(255);
    const inside = onlyDownSamples ? 'a_downsampled.png' : 'a.tif';
    expect([...(await md5OfArchive(await fetched(url))).keys()]).toEqual([`8${'ü'.repeat(49)}/${inside}`]);
  });

  test('gives downsampled images unique names if they differ only in extension or case', async () => {
    const names = ['A.tif', 'a.png', 'a.tif', 'a.tiff', 'a.tiff.tif', 'a_tif.tif', 'b/a.tif'];
    await storeFiles(
      acme,
      names.map((name, seed) => [`acme/alike/${name}`, drawnTiff(1_000, seed)]),
    );
    const { body } = await order({ onlyDownSamples: true, folder: 'acme/alike' });
    const archive = await md5OfArchive(await fetched((await settled(body.ref)).url));
    expect([...archive.keys()]).toEqual([
      'alike/A_downsampled.png',
      'alike/a.png_downsampled.png',
      'alike/a (2)_downsampled.png',
      'alike/a.tiff_downsampled.png',
      'alike/a.tiff.tif_downsampled.png',
      'alike/a_tif_downsampled.png',
      'alike/b/a_downsampled.png',
      'Renamed files.txt',
    ]);
    expect(new Set(archive.values()).size).toBe(names.length + 1);
  });

  test('gives originals unique names on case-insensitive file systems', async () => {
    for (const name of ['A.tif', 'a.tif', 'C_', 'C:'])
      await storeFiles(acme, [[`acme/cases/${name}`, Buffer.from(name)]]);
    const { body } = await order({ folder: 'acme/cases' });
    const whole = await md5OfArchive(await fetched((await settled(body.ref)).url));
    expect([...whole.keys()]).toEqual([
      'cases/A.tif',
      'cases/C_',
      'cases/C_ (2)',
      'cases/a (2).tif',
      'Renamed files.txt',
    ]);
    const files = ['A.tif', 'a.tif', 'C_', 'C:'].map((name) => `acme/cases/${name}`);
    const chosen = await order({ files });
    const selected = await md5OfArchive(await fetched((await settled(chosen.body.ref)).url));
    selected.delete('Renamed files.txt');
    expect(selected).toEqual(
      new Map([
        ['A.tif', md5('A.tif')],
        ['a (2).tif', md5('a.tif')],
        ['C_', md5('C_')],
        ['C_ (2)', md5('C:')],
      ]),
    );
  });

  test('names files relative to their longest common folder', async () => {
    const files = ['acme/p/set/deep/b_S000002.tif', 'acme/p/loose.bin', 'acme/p/loose.bin'];
    const { body } = await order({ files });
    expect(body).toMatchObject({ totalFiles: 2 });
    const archive = await md5OfArchive(await fetched((await settled(body.ref)).url));
    expect([...archive.keys()].sort()).toEqual(['loose.bin', 'set/deep/b_S000002.tif']);
  });

  test('omits files that are not images from an archive of downsampled images', async () => {
    const { body } = await order({ onlyDownSamples: true, folder: 'acme/p/set', zipFileName: 'downsampled_x.zip' });
    const progress = await settled(body.ref);
    expect(progress).toMatchObject({ status: 'COMPLETED', totalFiles: 2 });
    const archive = await md5OfArchive(await fetched(progress.url));
    expect([...archive.keys()].sort()).toEqual(['set/a_S000001_downsampled.png', 'set/deep/b_S000002_downsampled.png']);
  });

  test('reports the size of the archive, not of the originals, for downsampled images', async () => {
    const { body } = await order({ onlyDownSamples: true, folder: 'acme/p/set', zipFileName: 'downsampled_y.zip' });
    const progress = await settled(body.ref);
    const archive = await readFile(await fetched(progress.url));
    expect(progress).toMatchObject({ completedSize: archive.length, totalSize: archive.length });
    expect([undefined, archive.length]).toContain(body.totalSize);
  });

  test('fails with a message if none of the files is an image', async () => {
    const { body } = await order({ onlyDownSamples: true, files: ['acme/p/set/no image.tif'] });
    expect(await settled(body.ref)).toMatchObject({
      status: 'FAILED',
      msg: expect.stringContaining('image') as string,
    });
  });

  test.each([
    ['a key of another sponsor', { files: ['acme/p/loose.bin', 'globex/p/x.tif'] }, 403, 'globex/p/x.tif'],
    ['a folder of another sponsor', { folder: 'globex/p' }, 403, 'globex'],
    ['a key with ..', { files: ['acme/p/../../globex/p/x.tif'] }, 400, '..'],
    [
      'a selection with a missing file',
      { files: ['acme/p/loose.bin', 'acme/p/gone.tif', 'acme/p/gone too.tif'] },
      404,
      'acme/p/gone.tif',
    ],
    ['an empty folder', { folder: 'acme/nothing' }, 404, 'acme/nothing'],
    ['a selection without images', { onlyDownSamples: true, files: ['acme/p/loose.bin'] }, 404, 'image'],
    ['a name with a slash', { files: ['acme/p/loose.bin'], zipFileName: '../x.zip' }, 400, 'zipFileName'],
    ['another file extension', { files: ['acme/p/loose.bin'], zipFileName: 'x.exe' }, 400, 'zipFileName'],
    ['files and folder at once', { files: ['acme/p/loose.bin'], folder: 'acme/p' }, 400, 'folder'],
    ['neither files nor folder', {}, 400, 'folder'],
    ['an empty list', { files: [] }, 400, 'files'],
    ['a flag that is not a boolean', { onlyDownSamples: 'no', files: ['acme/p/loose.bin'] }, 400, 'onlyDownSamples'],
  ])('rejects %s', async (_what, body, status, word) => {
    expect(await order(body)).toMatchObject({ status, body: { msg: expect.stringContaining(word) as string } });
  });
});

test('a large selection that stops arriving delays only other large ones of its user', async () => {
  const headers = {
    authorization: `Bearer ${acme.accessToken}`,
    'content-type': 'application/json',
    'content-length': 60_000_000,
  };
  const call = request(`${backend.url}/download`, { method: 'POST', headers, agent: false });
  call.on('error', () => undefined);
  await new Promise((sent) => call.write('{"files":["acme/p/loose.bin"', sent));
  const orderMissing = (session: Session): Promise<Answer<unknown>> =>
    session.call('POST', '/download', {
      onlyDownSamples: false,
      zipFileName: 'a.zip',
      files: Array.from({ length: 100_000 }, (_, index) => `${session.sponsorId}/p/${String(index)}`),
    });
  expect(await order({ files: ['acme/p/loose.bin'] })).toMatchObject({ status: 200 });
  expect(await orderMissing(globex)).toMatchObject({ status: 404 });
  const waiting = orderMissing(acme);
  call.destroy();
  expect(await waiting).toMatchObject({ status: 404 });
});

test('GET /download/progress/{ref} returns only archives of the caller’s sponsor', async () => {
  const { body } = await order({ files: ['acme/p/loose.bin'] });
  await settled(body.ref);
  const unknown = { status: 404, body: { code: 'NOT_FOUND', msg: expect.any(String) as string } };
  expect(await globex.call('GET', `/download/progress/${String(body.ref)}`)).toMatchObject(unknown);
  expect(await acme.call('GET', `/download/progress/${'0'.repeat(32)}`)).toMatchObject(unknown);
  expect(await acme.call('GET', '/download/progress/..%2Fx')).toMatchObject(unknown);
});

describe('the finished archive', () => {
  let url: string;
  let whole: Buffer;
  beforeAll(async () => {
    const { body } = await order({ files: ['acme/p/loose.bin'], zipFileName: 'Mäuse 1%2F2.zip' });
    url = (await settled(body.ref)).url ?? '';
    whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  });

  test('has headers for its file name and size', async () => {
    const { headers } = await fetch(url);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-length')).toBe(String(whole.length));
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''M%C3%A4use%201%252F2.zip`);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
  });

  test('can be downloaded in ranges', async () => {
    const parts: Buffer[] = [];
    for (const range of ['bytes=0-99', 'bytes=100-4999', 'bytes=5000-']) {
      const response = await documented(await fetch(url, { headers: { range } }));
      expect(response.status).toBe(206);
      const part = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-length')).toBe(String(part.length));
      expect(response.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${String(whole.length)}$`));
      parts.push(part);
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
  });

  test('rejects a range beyond its end, and ignores a range of another archive', async () => {
    const behind = await documented(await fetch(url, { headers: { range: `bytes=${String(whole.length)}-` } }));
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${String(whole.length)}`]);
    expect((await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).status).toBe(200);
  });

  test('is not sent again to a client that has it', async () => {
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const asked = (headers: Record<string, string>): Promise<Response> => fetch(url, { cache: 'no-store', headers });
    for (const named of [etag, `"other", W/${etag}`, '*']) {
      const answer = await documented(await asked({ 'if-none-match': named, range: 'bytes=0-1' }));
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, '']);
    }
    expect((await asked({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('rejects an altered URL', async () => {
    for (const altered of [
      url.replace('.zip', '2.zip'),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/\?.*/, ''),
    ]) {
      expect((await fetch(altered)).status).toBe(403);
    }
  });
});

test('DELETE /download/cancel removes the archive, but not one of another sponsor', async () => {
  const { body } = await order({ files: ['acme/p/loose.bin'] });
  const { url } = await settled(body.ref);
  expect(await globex.call('DELETE', '/download/cancel', { refId: body.ref })).toMatchObject({
    status: 200,
    body: {},
  });
  expect((await fetch(url ?? '')).status).toBe(200);
  for (let time = 0; time < 2; time += 1) {
    expect(await acme.call('DELETE', '/download/cancel', { refId: body.ref })).toMatchObject({
      status: 200,
      body: {},
    });
  }
  expect((await fetch(url ?? '')).status).toBe(404);
  expect(await acme.call('GET', `/download/progress/${String(body.ref)}`)).toMatchObject({ status: 404 });
  const [, , archiveId] = new URL(url ?? '').pathname.split('/');
  expect(await readdir(join(backend.dataDir, 'zips'))).not.toContain(`${String(archiveId)}.zip`);
});

test('DELETE /download/cancel stops an archive in preparation', async () => {
  const ref = await startHeld();
  expect((await progressOf(ref)).status).toBe('PREPARING');
  expect(await acme.call('DELETE', '/download/cancel', { refId: ref })).toMatchObject({ status: 200 });
  expect(await acme.call('GET', `/download/progress/${ref}`)).toMatchObject({ status: 404 });
  await until('the unfinished file is gone', async () =>
    (await readdir(join(backend.dataDir, 'tmp'))).length === 0 ? true : undefined,
  );
  await rm(holdFile());
});

test('after a crash, the server prepares unfinished archives, serves finished ones and removes old ones', async () => {
  const { body: finished } = await order({ files: ['acme/p/loose.bin'] });
  const { url } = await settled(finished.ref);
  const { body: old } = await order({ files: ['acme/p/loose.bin'] });
  const { url: oldUrl } = await settled(old.ref);
  const preparing = await startHeld();
  const zips = join(backend.dataDir, 'zips');
  const before = await readdir(zips);
  await backend.kill();

  await rm(holdFile());
  const aged = "update archives set created_at = created_at - interval '25 hours' where ref = ";
  await runSql(backend.dataDir, `${aged}'${String(old.ref)}'`);
  const stray = `${'a'.repeat(32)}.zip`;
  await writeFile(join(zips, stray), 'stray');
  await backend.restart();

  const progress = await settled(preparing);
  expect(progress).toMatchObject({ status: 'COMPLETED', totalFiles: 1 });
  expect([...(await md5OfArchive(await fetched(progress.url))).keys()]).toEqual(['loose.bin']);
  await until('old and stray archives are removed', async () =>
    (await readdir(zips)).length === before.length ? true : undefined,
  );
  expect(await readdir(zips)).not.toContain(stray);
  expect((await fetch(oldUrl ?? '')).status).toBe(404);
  expect((await fetch(url ?? '')).status).toBe(200);
});
