import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { signIn, type Session } from '../support/signIn';
import { runSql, startBackend, type Backend } from '../support/startBackend';
import { md5OfStored } from '../support/storedFiles';
import { readUrlSigner } from '../support/testKeys';
import { until } from '../support/until';
import { askForUrls, completion, md5, putPart, startUpload, uploadFile, urlOfPart } from '../support/uploadFile';

let backend: Backend;
let acme: Session;
let globex: Session;

beforeAll(async () => {
  backend = await startBackend();
  acme = await signIn(backend, 'member@acme.example');
  globex = await signIn(backend, 'member@globex.example');
  for (const session of [acme, globex]) await session.make('/project', { title: 'p' });
});
afterAll(() => backend.stop());

const storedMd5 = (key: string): Promise<string | undefined> => md5OfStored(acme, key);
const inFolder = (...path: string[]): Promise<string[]> => readdir(join(backend.dataDir, ...path));

/** Sends the first half of a part; resolves when the server has received some of it. */
async function beginPart(url: string): Promise<ClientRequest> {
  const put = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'content-length': 4_000_000 },
  });
  put.on('error', () => undefined);
  put.write(randomBytes(1_000_000));
  await until('the server holds half a part', async () => {
    const [name] = await inFolder('tmp');
    return name !== undefined && (await stat(join(backend.dataDir, 'tmp', name))).size > 0 ? name : undefined;
  });
  return put;
}

describe('POST /upload/start', () => {
  test.each([
    ['a key of another sponsor', 'globex/p/a.tif', 403],
    ['a key with ..', 'acme/p/../../globex/a.tif', 400],
    ['a key with a NUL', 'acme/p/a\0.tif', 400],
    ['an absolute key', '/etc/passwd', 400],
    ['a key without a project', 'acme/a.tif', 400],
  ])('rejects %s', async (_what, key, status) => {
    const answer = await acme.call('POST', '/upload/start', { key });
    expect(answer).toMatchObject({ status, body: { msg: expect.any(String) as string } });
  });

  test('names the missing field', async () => {
    expect(await acme.call('POST', '/upload/start', {})).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('key') as string },
    });
  });
});

describe('POST /upload/start with the number of parts', () => {
  const start = (body: object) =>
    acme.call<{ uploadId: string; urls: { partNumber: number; url: string }[] }>('POST', '/upload/start', body);

  test('returns the first 16 URLs, to which parts can be sent', async () => {
    const { body } = await start({ key: 'acme/p/started.bin', totalParts: 20 });
    expect(body.urls.map(({ partNumber }) => partNumber)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    const part = Buffer.from('part');
    const response = await putPart(body.urls[1]?.url ?? '', part);
    expect(response.headers.get('etag')).toBe(`"${md5(part)}"`);
  });

  test.each([0, 10_001, 1.5, 'one'])('rejects %s parts', async (totalParts) => {
    expect(await start({ key: 'acme/p/started.bin', totalParts })).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('totalParts') as string },
    });
  });

  test('returns no URLs without it', async () => {
    expect((await start({ key: 'acme/p/started.bin' })).body.urls).toBeUndefined();
  });
});

describe('GET /upload/urls', () => {
  test('returns at most 16 URLs in order, from the requested part on', async () => {
    const key = 'acme/p/urls.bin';
    const uploadId = await startUpload(acme, key);
    const { body } = await askForUrls(acme, { key, uploadId, partNumber: 3, totalParts: 100 });
    expect(body.map(({ partNumber }) => partNumber)).toEqual(Array.from({ length: 16 }, (_, index) => index + 3));
    const last = await askForUrls(acme, { key, uploadId, partNumber: 99, totalParts: 100 });
    expect(last.body.map(({ partNumber }) => partNumber)).toEqual([99, 100]);
  });

  test('names the MD5 of each part that has arrived, so that it need not be sent again', async () => {
    const key = 'acme/p/urls.bin';
    const uploadId = await startUpload(acme, key);
    const ask = async () => (await askForUrls(acme, { key, uploadId, partNumber: 1, totalParts: 2 })).body;
    const [first] = await ask();
    await putPart(first?.url ?? '', Buffer.from('content'));
    const [stored, missing] = await ask();
    expect(stored).toMatchObject({ partNumber: 1, etag: md5('content') });
    expect(missing).not.toHaveProperty('etag');
  });

  test.each([
    { partNumber: 0, totalParts: 1, word: 'partNumber' },
    { partNumber: 2, totalParts: 1, word: 'partNumber' },
    { partNumber: 1, totalParts: 10_001, word: 'totalParts' },
    { partNumber: Number.NaN, totalParts: 2, word: 'partNumber' },
  ])('rejects part $partNumber of $totalParts', async ({ word, ...numbers }) => {
    const key = 'acme/p/urls.bin';
    const answer = await askForUrls(acme, { key, uploadId: await startUpload(acme, key), ...numbers });
    expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringContaining(word) as string } });
  });

  test.each(['1.5', '1e3', '', '+1', '-1', ' 1', '1 ', '0x1', '1n', '١', 'one', '1&partNumber=2'])(
    'rejects the part number “%s” and names the field',
    async (partNumber) => {
      const key = 'acme/p/urls.bin';
      const uploadId = await startUpload(acme, key);
      const query = new URLSearchParams({ key, uploadId, totalParts: '20' }).toString();
      const number = partNumber.startsWith('1&') ? partNumber : encodeURIComponent(partNumber);
      expect(await acme.call('GET', `/upload/urls?${query}&partNumber=${number}`)).toMatchObject({
        status: 400,
        body: { msg: expect.stringContaining('“partNumber”') as string },
      });
    },
  );

  test('does not find uploads of another id, key or sponsor', async () => {
    const key = 'acme/p/urls.bin';
    const uploadId = await startUpload(acme, key);
    const unknown = { status: 404, body: { code: 'NO_SUCH_UPLOAD' } };
    const one = { partNumber: 1, totalParts: 1 };
    expect(await askForUrls(acme, { key, uploadId: 'f'.repeat(48), ...one })).toMatchObject(unknown);
    // The ids of Amazon S3 can be this long.
    expect(await askForUrls(acme, { key, uploadId: 'f'.repeat(500), ...one })).toMatchObject(unknown);
    expect(await askForUrls(acme, { key, uploadId: '../objects', ...one })).toMatchObject(unknown);
    expect(await askForUrls(acme, { key: 'acme/p/other.bin', uploadId, ...one })).toMatchObject(unknown);
    expect(await askForUrls(globex, { key: 'globex/p/urls.bin', uploadId, ...one })).toMatchObject(unknown);
    expect(await askForUrls(globex, { key, uploadId, ...one })).toMatchObject({ status: 403 });
  });
});

describe('PUT of a part', () => {
  test('returns its MD5 in quotes, which the app’s page can read', async () => {
    const url = await urlOfPart(acme, 'acme/p/a.bin', await startUpload(acme, 'acme/p/a.bin'), 1);
    const response = await fetch(url, { method: 'PUT', body: 'part', headers: { origin: backend.appUrl } });
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe(`"${md5('part')}"`);
    expect(response.headers.get('access-control-allow-origin')).toBe(backend.appUrl);
    expect(response.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('etag');
  });

  test('allows the page’s preflight and lets it be cached', async () => {
    const url = await urlOfPart(acme, 'acme/p/a.bin', await startUpload(acme, 'acme/p/a.bin'), 1);
    const headers = {
      origin: backend.appUrl,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    };
    const response = await fetch(url, { method: 'OPTIONS', headers });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  test('rejects an altered URL', async () => {
    const uploadId = await startUpload(acme, 'acme/p/a.bin');
    const url = await urlOfPart(acme, 'acme/p/a.bin', uploadId, 1);
    const altered = [
      url.replace(`/${uploadId}/1?`, `/${uploadId}/2?`),
      url.replace(uploadId, 'f'.repeat(48)),
      url.replace(/expires=\d/, 'expires=9'),
      url.slice(0, -1) + (url.endsWith('0') ? '1' : '0'),
      url.replace(/&signature=.*/, ''),
      url.replace(/signature=/, 'signature=&signature='),
      url.replace(/\?.*/, ''),
    ];
    for (const address of altered) {
      const response = await putPart(address, Buffer.from('part'));
      expect([response.status, await response.json()]).toEqual([
        403,
        { msg: expect.any(String) as string, code: 'BAD_SIGNATURE' },
      ]);
    }
    expect(await inFolder('uploads', uploadId)).toEqual([]);
  });

  test('replaces a part that is sent again', async () => {
    const key = 'acme/p/again.bin';
    const uploadId = await startUpload(acme, key);
    const url = await urlOfPart(acme, key, uploadId, 1);
    await putPart(url, Buffer.from('first'));
    await putPart(url, Buffer.from('second'));
    expect(await inFolder('uploads', uploadId)).toEqual([`00001.${md5('second')}`]);
    const old = await acme.call('POST', '/upload/complete', completion(key, uploadId, [Buffer.from('first')]));
    expect(old).toMatchObject({ status: 400, body: { msg: expect.stringContaining('Part 1') as string } });
    expect(
      await acme.call('POST', '/upload/complete', completion(key, uploadId, [Buffer.from('second')])),
    ).toMatchObject({ status: 200 });
    expect(await storedMd5(key)).toBe(md5('second'));
  });

  test('keeps only one of several concurrent versions of a part', async () => {
    const uploadId = await startUpload(acme, 'acme/p/race.bin');
    const url = await urlOfPart(acme, 'acme/p/race.bin', uploadId, 1);
    await Promise.all(['one', 'two', 'three', 'four'].map((text) => putPart(url, Buffer.from(text))));
    expect(await inFolder('uploads', uploadId)).toHaveLength(1);
  });

  test('removes a part that is cut off', async () => {
    const uploadId = await startUpload(acme, 'acme/p/broken.bin');
    const put = await beginPart(await urlOfPart(acme, 'acme/p/broken.bin', uploadId, 1));
    put.destroy();
    await until('the half part is gone', async () => ((await inFolder('tmp')).length === 0 ? true : undefined));
    expect(await inFolder('uploads', uploadId)).toEqual([]);
  });
});

test.each([
  ['one part', ['all in one']],
  ['an empty file', ['']],
  ['several parts', ['one, ', 'two, ', 'three']],
])('POST /upload/complete assembles the object from %s', async (_what, texts) => {
  const key = `acme/p/folder ü/${texts.length}-${String(texts[0]?.length)}.bin`;
  await uploadFile(
    acme,
    key,
    texts.map((text) => Buffer.from(text)),
  );
  expect(await storedMd5(key)).toBe(md5(texts.join('')));
});

test('POST /upload/complete assembles 12 MB of parts and removes the upload', async () => {
  const key = 'acme/p/large.bin';
  const parts = [randomBytes(5_000_000), randomBytes(5_000_000), randomBytes(2_000_001)];
  const before = await inFolder('uploads');
  await uploadFile(acme, key, parts);
  expect(await storedMd5(key)).toBe(md5(Buffer.concat(parts)));
  expect(await inFolder('uploads')).toEqual(before);
});

test('POST /upload/complete rejects inconsistent parts and names the part', async () => {
  const key = 'acme/p/wrong.bin';
  const uploadId = await startUpload(acme, key);
  const parts = [Buffer.from('one'), Buffer.from('two')];
  for (const [index, part] of parts.entries()) await putPart(await urlOfPart(acme, key, uploadId, index + 1), part);
  const good = completion(key, uploadId, parts) as { parts: Record<string, unknown>[]; checksum: string };
  const [first, second] = good.parts;
  const other = md5('other');
  const wrong: [object, RegExp][] = [
    [{ checksum: `${other}-2` }, /checksum/],
    [{ checksum: good.checksum.replace('-2', '-3') }, /checksum/],
    [{ parts: [first, { ...second, checksum: other }] }, /Part 2/],
    [{ parts: [first, { ...second, ETag: other, checksum: other }] }, /checksum/],
    [{ parts: [second, first] }, /Part 1/],
    [{ parts: [second] }, /Part 1/],
    [{ parts: [] }, /parts/],
    [completion(key, uploadId, [...parts, Buffer.from('three')]), /Part 3/],
    [completion(key, uploadId, [Buffer.from('one'), Buffer.from('2')]), /Part 2/],
  ];
  for (const [change, words] of wrong) {
    const answer = await acme.call('POST', '/upload/complete', { ...good, ...change });
    expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringMatching(words) as string } });
  }
  expect(await storedMd5(key)).toBeUndefined();
  expect(await acme.call('POST', '/upload/complete', good)).toMatchObject({ status: 200, body: {} });
});

test('POST /upload/complete succeeds when it is repeated, also concurrently', async () => {
  const key = 'acme/p/twice.bin';
  const uploadId = await startUpload(acme, key);
  await putPart(await urlOfPart(acme, key, uploadId, 1), Buffer.from('x'));
  const body = completion(key, uploadId, [Buffer.from('x')]);
  const answers = await Promise.all([1, 2, 3].map(() => acme.call('POST', '/upload/complete', body)));
  answers.push(await acme.call('POST', '/upload/complete', body));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: {} });
  expect(await acme.call('POST', '/upload/complete', { ...body, key: 'acme/p/else.bin' })).toMatchObject({
    status: 404,
  });
});

test('POST /upload/complete rejects a key that is a folder, and keeps the parts', async () => {
  await uploadFile(acme, 'acme/p/taken/inner.bin', [Buffer.from('x')]);
  const uploadId = await startUpload(acme, 'acme/p/taken');
  await putPart(await urlOfPart(acme, 'acme/p/taken', uploadId, 1), Buffer.from('y'));
  const answer = await acme.call('POST', '/upload/complete', completion('acme/p/taken', uploadId, [Buffer.from('y')]));
  expect(answer).toMatchObject({ status: 409, body: { msg: expect.stringContaining('folder') as string } });
  expect(await inFolder('uploads', uploadId)).toHaveLength(1);
});

describe('an upload that must not replace a file', () => {
  const refused = { status: 409, body: { code: 'EXISTS', msg: 'A file with this name already exists.' } };
  const begin = (key: string) => acme.call<{ uploadId: string }>('POST', '/upload/start', { key, onlyIfAbsent: true });

  test('creates a file that does not exist', async () => {
    const key = 'acme/p/absent/new.bin';
    const { uploadId } = (await begin(key)).body;
    await putPart(await urlOfPart(acme, key, uploadId, 1), Buffer.from('new'));
    const body = { ...completion(key, uploadId, [Buffer.from('new')]), onlyIfAbsent: true };
    const answers = [
      await acme.call('POST', '/upload/complete', body),
      await acme.call('POST', '/upload/complete', body),
    ];
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await storedMd5(key)).toBe(md5('new'));
  });

  test('does not start if the file exists', async () => {
    const key = 'acme/p/absent/there.bin';
    await uploadFile(acme, key, [Buffer.from('there')]);
    const before = await inFolder('uploads');
    expect(await begin(key)).toMatchObject(refused);
    expect(await inFolder('uploads')).toEqual(before);
    expect(await acme.call('POST', '/upload/start', { key, onlyIfAbsent: false })).toMatchObject({ status: 200 });
  });

  test('keeps a file that has appeared since the start, and its own parts, until the user decides to replace the file', async () => {
    const key = 'acme/p/absent/race.bin';
    const { uploadId } = (await begin(key)).body;
    await putPart(await urlOfPart(acme, key, uploadId, 1), Buffer.from('mine'));
    await uploadFile(acme, key, [Buffer.from('theirs')]);
    const body = completion(key, uploadId, [Buffer.from('mine')]);
    expect(await acme.call('POST', '/upload/complete', { ...body, onlyIfAbsent: true })).toMatchObject(refused);
    expect(await storedMd5(key)).toBe(md5('theirs'));
    expect(await inFolder('uploads', uploadId)).toHaveLength(1);
    expect(await acme.call('POST', '/upload/complete', body)).toMatchObject({ status: 200 });
    expect(await storedMd5(key)).toBe(md5('mine'));
  });
});

describe('an upload that may replace only the file that the user has seen', () => {
  const refused = { status: 409, body: { code: 'EXISTS' } };

  /** Stores a file, and returns its ETag. */
  async function store(key: string, content: string): Promise<string> {
    await uploadFile(acme, key, [Buffer.from(content)]);
    return String(completion(key, 'any', [Buffer.from(content)]).checksum);
  }

  /** Starts an upload with one part. */
  async function begin(key: string, replaces: string, content: string) {
    const started = await acme.call<{ uploadId: string }>('POST', '/upload/start', { key, replaces });
    const { uploadId } = started.body;
    if (started.status === 200) await putPart(await urlOfPart(acme, key, uploadId, 1), Buffer.from(content));
    return { started, body: { ...completion(key, uploadId, [Buffer.from(content)]), replaces } };
  }

  test('replaces it', async () => {
    const key = 'acme/p/seen/same.bin';
    const { body } = await begin(key, await store(key, 'old'), 'new');
    // The second is a retry whose first answer was lost.
    for (let time = 0; time < 2; time += 1) {
      expect(await acme.call('POST', '/upload/complete', body)).toMatchObject({ status: 200 });
    }
    expect(await storedMd5(key)).toBe(md5('new'));
  });

  test('does not start if another file has its place', async () => {
    const key = 'acme/p/seen/other.bin';
    const seen = await store(key, 'old');
    await store(key, 'of a colleague');
    expect((await begin(key, seen, 'new')).started).toMatchObject(refused);
  });

  test('keeps a file that has replaced it since the start', async () => {
    const key = 'acme/p/seen/race.bin';
    const { body } = await begin(key, await store(key, 'old'), 'new');
    await store(key, 'of a colleague');
    expect(await acme.call('POST', '/upload/complete', body)).toMatchObject(refused);
    expect(await storedMd5(key)).toBe(md5('of a colleague'));
  });

  test('creates the file if the other was deleted', async () => {
    const key = 'acme/p/seen/gone.bin';
    const { body } = await begin(key, await store(key, 'old'), 'new');
    await acme.call('DELETE', '/manage/files', { keys: [key] });
    expect(await acme.call('POST', '/upload/complete', body)).toMatchObject({ status: 200 });
    expect(await storedMd5(key)).toBe(md5('new'));
  });
});

test('DELETE /upload/cancel removes the parts, and succeeds if there are none', async () => {
  const key = 'acme/p/cancelled.bin';
  const uploadId = await startUpload(acme, key);
  const url = await urlOfPart(acme, key, uploadId, 1);
  await putPart(url, Buffer.from('part'));
  expect(await globex.call('DELETE', '/upload/cancel', { key, uploadId })).toMatchObject({ status: 403 });
  expect(await acme.call('DELETE', '/upload/cancel', { key: 'acme/p/other.bin', uploadId })).toMatchObject({
    status: 200,
  });
  expect(await inFolder('uploads', uploadId)).toHaveLength(1);
  for (let time = 0; time < 2; time += 1) {
    expect(await acme.call('DELETE', '/upload/cancel', { key, uploadId })).toMatchObject({ status: 200, body: {} });
  }
  expect(await inFolder('uploads')).not.toContain(uploadId);
  expect((await putPart(url, Buffer.from('late'))).status).toBe(404);
  expect(await acme.call('DELETE', '/upload/cancel', { key, uploadId: '../../x' })).toMatchObject({
    status: 200,
    body: {},
  });
});

test('after a crash during a part, uploads continue, completed ones are intact and week-old ones are removed', async () => {
  const key = 'acme/p/resumed.bin';
  await uploadFile(acme, 'acme/p/complete.bin', [Buffer.from('complete')]);
  const old = await startUpload(acme, 'acme/p/old.bin');
  const uploadId = await startUpload(acme, key);
  await putPart(await urlOfPart(acme, key, uploadId, 1), Buffer.from('one, '));
  const put = await beginPart(await urlOfPart(acme, key, uploadId, 2));
  const cut = new Promise((resolve) => put.once('close', resolve));
  await backend.kill();
  await cut;
  const leftOver = await inFolder('tmp');
  expect(leftOver).toHaveLength(1);
  await runSql(backend.dataDir, `update uploads set touched_at = now() - interval '8 days' where id = '${old}'`);

  await backend.restart();
  // The sweep may already be removing the abandoned upload there.
  expect(await inFolder('tmp')).not.toContain(leftOver[0]);
  await until('the abandoned upload is removed', async () =>
    (await inFolder('uploads')).includes(old) ? undefined : true,
  );
  expect(await storedMd5('acme/p/complete.bin')).toBe(md5('complete'));
  expect(await inFolder('uploads', uploadId)).toEqual([`00001.${md5('one, ')}`]);
  await putPart(await urlOfPart(acme, key, uploadId, 2), Buffer.from('two'));
  const parts = [Buffer.from('one, '), Buffer.from('two')];
  expect(await acme.call('POST', '/upload/complete', completion(key, uploadId, parts))).toMatchObject({
    status: 200,
  });
  expect(await storedMd5(key)).toBe(md5('one, two'));
});

test('accepts a repeated completion for a day', async () => {
  const key = 'acme/p/repeated.bin';
  const uploadId = await startUpload(acme, key);
  await putPart(await urlOfPart(acme, key, uploadId, 1), Buffer.from('x'));
  const complete = () => acme.call('POST', '/upload/complete', completion(key, uploadId, [Buffer.from('x')]));
  const completeAfter = async (hours: number) => {
    await backend.kill();
    const age = `update uploads set completed_at = now() - interval '${String(hours)} hours' where id = '${uploadId}'`;
    await runSql(backend.dataDir, age);
    await backend.restart();
    return complete();
  };
  expect(await complete()).toMatchObject({ status: 200 });
  expect(await completeAfter(23)).toMatchObject({ status: 200 });
  await completeAfter(25);
  const refused = await until('the record of the upload is removed', async () => {
    const answer = await complete();
    return answer.status === 200 ? undefined : answer;
  });
  expect(refused).toMatchObject({ status: 404, body: { code: 'NO_SUCH_UPLOAD' } });
  expect(await storedMd5(key)).toBe(md5('x'));
});

test('rejects a part whose URL has expired', async () => {
  const uploadId = await startUpload(acme, 'acme/p/late.bin');
  const url = new URL(await urlOfPart(acme, 'acme/p/late.bin', uploadId, 1));
  const signer = readUrlSigner(backend.dataDir);
  url.search = signer.sign(['part', uploadId, '1'], -1);
  const response = await putPart(url.href, Buffer.from('part'));
  expect([response.status, await response.json()]).toEqual([
    403,
    { msg: expect.stringContaining('expired') as string, code: 'EXPIRED' },
  ]);
});
