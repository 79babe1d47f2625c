import { anyText, textWith } from '../support/matchers';
import { closeRaw, sendRaw } from '../support/rawRequest';
import { Browser, callWith, signIn, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { startUpload } from '../support/uploadFile';

const MIB = 1024 * 1024;
const OPEN_UPLOADS = 3;

let backend: Backend;
let member: Session;

beforeAll(async () => {
  backend = await startBackend({
    OPEN_UPLOADS_PER_SPONSOR: String(OPEN_UPLOADS),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  member = await signIn(backend, 'member@acme.example');
  await member.make('/project', { title: 'p' });
});
afterAll(async () => {
  closeRaw();
  await backend.stop();
});

const asMember = (): Record<string, string> => ({
  authorization: `Bearer ${member.accessToken}`,
  'content-type': 'application/json',
});

describe('a request body', () => {
  test.each([
    ['POST', '/project', MIB],
    ['POST', '/dataset', MIB],
    ['POST', '/upload/start', MIB],
    ['POST', '/upload/complete', 4 * MIB],
    ['POST', '/download', 64 * MIB],
  ])('a request body of %s %s over %d bytes is rejected before it is read', async (method, path, limit) => {
    const headers = { ...asMember(), 'content-length': String(limit + 1) };
    const answer = await sendRaw(backend, { method, path, headers, body: '{' });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ msg: textWith(`larger than ${String(limit)} bytes`) });
  });

  test('a request body without a content length is rejected at the limit', async () => {
    const body = Buffer.alloc(2 * MIB, ' ');
    const answer = await sendRaw(backend, {
      method: 'POST',
      path: '/project',
      headers: asMember(),
      body,
      isChunked: true,
    });
    expect(answer.status).toBe(413);
  });

  test('the body of a part is limited to the size of S3’s parts', async () => {
    const uploadId = await startUpload(member, 'acme/p/large.tif');
    const query = new URLSearchParams({ key: 'acme/p/large.tif', uploadId, partNumber: '1', totalParts: '1' });
    const { body } = await member.call<{ url: string }[]>('GET', `/upload/urls?${query.toString()}`);
    const { pathname, search } = new URL(body[0]?.url ?? '');
    const headers = { 'content-length': String(5 * 1024 ** 3 + 1) };
    const answer = await sendRaw(backend, { method: 'PUT', path: pathname + search, headers, body: 'x' });
    expect([answer.status, await answer.json()]).toEqual([413, { msg: anyText() }]);
    await member.call('DELETE', '/upload/cancel', { key: 'acme/p/large.tif', uploadId });
  });
});

test.each([
  [
    '10,001 parts',
    '/upload/complete',
    { key: 'acme/p/a', uploadId: 'u', checksum: `${'a'.repeat(32)}-1`, parts: 10_001 },
  ],
  ['200,001 files', '/download', { onlyDownSamples: false, zipFileName: 'a.zip', files: 200_001 }],
])('a list of %s is rejected with the name of its field', async (_what, path, body) => {
  const part = { PartNumber: 1, ETag: 'a'.repeat(32), checksum: 'a'.repeat(32) };
  const filled = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'number' ? Array.from({ length: value }, () => (name === 'parts' ? part : 'acme/p/a')) : value,
    ]),
  );
  const field = 'parts' in body ? 'parts' : 'files';
  expect(await member.call('POST', path, filled)).toMatchObject({ status: 400, body: { msg: textWith(field) } });
});

test('a list of 1,001 attributes or channels is rejected', async () => {
  const numbers = Array.from({ length: 1_001 }, (_, index) => index + 1);
  const attributes = Object.fromEntries(numbers.map((number) => [`a${String(number)}`, '']));
  const channels = numbers.map((num) => ({ num, name: '' }));
  for (const fields of [{ attributes }, { channels }]) {
    const body = { projectHash: 'none', dataset: 'd', ...fields };
    expect((await member.call('POST', '/dataset', body)).status).toBe(400);
  }
});

describe('the number of concurrent uploads of a sponsor', () => {
  test('is limited, also for concurrent starts, until an upload ends', async () => {
    const keys = Array.from({ length: 3 * OPEN_UPLOADS }, (_, index) => `acme/p/${String(index)}.tif`);
    const started = await Promise.all(
      keys.map((key) => member.call<{ uploadId: string; msg?: string }>('POST', '/upload/start', { key })),
    );
    const good = started.filter(({ status }) => status === 200);
    expect(good).toHaveLength(OPEN_UPLOADS);
    expect(started.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { msg: textWith('uploads in progress'), code: 'TOO_MANY_UPLOADS' },
    });

    // Each sponsor has its own limit.
    const other = await signIn(backend, 'member@globex.example');
    await other.call('POST', '/project', { title: 'p' });
    expect((await other.call('POST', '/upload/start', { key: 'globex/p/a.tif' })).status).toBe(200);

    const key = keys[started.findIndex(({ status }) => status === 200)] ?? '';
    await member.call('DELETE', '/upload/cancel', { key, uploadId: good[0]?.body.uploadId });
    expect((await member.call('POST', '/upload/start', { key })).status).toBe(200);
  });
});

describe('guessing', () => {
  test('rejects passwords after ten attempts, even the right one, but not for other accounts', async () => {
    const browser = new Browser(backend);
    const { url } = await browser.open('/login');
    const attempt = async (email: string, password: string): Promise<Response> =>
      (await browser.open(url, { email, password })).response;
    for (let tries = 0; tries < 10; tries += 1) {
      // Spaces around an email do not make it another account.
      const email = tries % 2 === 0 ? 'admin@acme.example' : ` admin@acme.example${' '.repeat(tries)}`;
      expect((await attempt(email, `guess ${String(tries)}`)).status).toBe(401);
    }
    const refused = await attempt('Admin@ACME.example', 'admin');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await refused.text()).toContain('try again in 15 minutes');
    // Other accounts at the same address can sign in.
    expect((await signIn(backend, 'member@globex.example')).sponsorId).toBe('globex');
  });

  test('rejects guessed refresh tokens after 300 failures per minute, not counting successful refreshes', async () => {
    const refresh = (token: string) =>
      callWith(backend, 'POST', '/auth/token', { headers: { 'x-refresh-token': token } });
    // Three tabs, each with 50 concurrent calls.
    const { refreshToken } = await signIn(backend, 'member@acme.example');
    const burst = await Promise.all(Array.from({ length: 150 }, () => refresh(refreshToken)));
    expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([200]));

    const guesses = await Promise.all(Array.from({ length: 309 }, (_, index) => refresh(`guess ${String(index)}`)));
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused.length).toBe(9);
    expect(refused[0]?.body).toMatchObject({ msg: anyText(), code: 'TOO_MANY_TRIES' });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });
});

test.each([
  ['starts', ['/login']],
  ['sends to the identity provider, however it spells the address', ['/oidc/auth', '/oidc/auth/', '/oidc/Auth']],
])('limits the sign-ins that one network %s', async (_what, paths) => {
  const start = async (address: string, index = 0): Promise<Response> => {
    const path = `${paths[index % paths.length] ?? ''}?client_id=data-manager&response_type=code`;
    return fetch(backend.url + path, { redirect: 'manual', headers: { 'x-forwarded-for': address } });
  };
  const answers = await Promise.all(
    Array.from({ length: 601 }, (_, index) => start(`2001:db8::${(index + 1).toString(16)}`, index)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(await refused[0]?.text()).toContain('Too many sign-ins');
  expect((await start('2001:db8:1::1')).status).not.toBe(429);
});

test('delays sign-ins to an account that is attacked from many networks, but lets its owner in', async () => {
  const browser = new Browser(backend);
  const { url } = await browser.open('/login');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const attempt = async (address: string, password: string): Promise<number> => {
    const headers = { cookie, 'x-forwarded-for': address };
    const body = new URLSearchParams({ email: 'member@globex.example', password });
    return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status;
  };
  const guesses = Array.from({ length: 12 }, (_, index) => attempt(`10.2.${String(index)}.1`, 'guess'));
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
  const startedAt = performance.now();
  expect(await attempt('10.3.0.1', 'member')).toBe(303);
  expect(performance.now() - startedAt).toBeGreaterThan(900);
});

test('responds to a request with headers that are too long with a message', async () => {
  const answer = await sendRaw(backend, { method: 'GET', path: `/project?${'x'.repeat(20_000)}` });
  expect([answer.status, await answer.json()]).toEqual([431, { msg: textWith('too long') }]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
});

test('generates a unique request id that clients can’t choose', async () => {
  const requestId = async (): Promise<string | null> =>
    (await fetch(`${backend.url}/project`, { headers: { 'x-request-id': 'mine' } })).headers.get('x-request-id');
  const ids = await Promise.all([requestId(), requestId(), requestId()]);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect((await fetch(`${backend.url}/oidc/jwks`)).headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
});

test('uses the last address in X-Forwarded-For that is not a trusted proxy as the client’s address', async () => {
  const browser = new Browser(backend);
  const { url } = await browser.open('/login');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const guess = async (forwardedFor: string): Promise<number> => {
    const headers = { cookie, 'x-forwarded-for': forwardedFor };
    const body = new URLSearchParams({ email: 'unknown@acme.example', password: 'guess' });
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  // The test itself is the trusted proxy. What a client claims before its own address does not count.
  for (let from = 1; from <= 10; from += 1) expect(await guess(`10.0.0.${String(from)}, 10.1.1.1`)).toBe(401);
  expect(await guess('10.0.0.11, 10.1.1.1')).toBe(429);
  expect(await guess('10.0.0.11')).toBe(401);
});
