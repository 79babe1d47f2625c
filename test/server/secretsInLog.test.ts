import { createProgram, createToken } from '../support/createToken';
import { drawnTiff } from '../support/drawnTiff';
import { closeRaw, sendRaw } from '../support/rawRequest';
import { Browser, callWith, signIn, type Session } from '../support/signIn';
import { startBackend, type Backend } from '../support/startBackend';
import { until } from '../support/until';
import { completion, putPart, startUpload, urlOfPart } from '../support/uploadFile';

let backend: Backend;
let member: Session;
/** Values that must not appear in the log, by description. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  // The most verbose level.
  backend = await startBackend({ LOG_LEVEL: 'trace' });
  const browser = new Browser(backend);
  member = await signIn(backend, 'member@acme.example', browser);
  keepSecrets('session', member.values, ['sponsor_id', 'user_id']);
});
afterAll(async () => {
  closeRaw();
  await backend.stop();
});

function keepSecrets(what: string, values: Readonly<Record<string, string>>, known: readonly string[] = []): void {
  for (const [name, value] of Object.entries(values)) if (!known.includes(name)) secrets.set(`${what} ${name}`, value);
}

/** Keeps the signature of a URL, which grants access. */
function keepAddress(what: string, address: string): void {
  const url = new URL(address, backend.url);
  const inPath = /^\/viewer\/[^/]+\/\d+\/([0-9a-f]+)\//.exec(url.pathname)?.[1];
  secrets.set(what, url.searchParams.get('signature') ?? inPath ?? '');
}

async function openAddress(what: string, address: string, method = 'GET'): Promise<void> {
  keepAddress(what, address);
  await fetch(address, { method, ...(method === 'PUT' ? { body: 'x' } : {}) });
  // Requests with altered and malformed URLs must not be logged with their URLs either.
  await fetch(address.replace(/[0-9a-f]{8}(?=\/?$)/, '00000000'), { method });
  await fetch(`${address}%zz`, { method }).catch(() => undefined);
}

const KEY = 'acme/p/d/d_S000001_L01_ch01.tif';

async function transferAll(): Promise<void> {
  const { body: project } = await member.call<{ projectHash: string }>('POST', '/project', { title: 'p' });
  const form = { projectHash: project.projectHash, dataset: 'd', channels: [{ num: 1, name: 'green' }] };
  const { body: dataset } = await member.call<{ datasetHash: string }>('POST', '/dataset', form);

  const part = drawnTiff(20_000, 1);
  const uploadId = await startUpload(member, KEY);
  await openAddress('signature of a part', await urlOfPart(member, KEY, uploadId, 2), 'PUT');
  const url = await urlOfPart(member, KEY, uploadId, 1);
  keepAddress('signature of the part', url);
  await putPart(url, part);
  await member.call('POST', '/upload/complete', completion(KEY, uploadId, [part]));

  const order = { onlyDownSamples: false, files: [KEY], zipFileName: 'a.zip' };
  const { body: archive } = await member.call<{ ref: string }>('POST', '/download', order);
  const archiveUrl = await until('the archive is ready', async () => {
    const { body } = await member.call<{ url?: string }>('GET', `/download/progress/${archive.ref}`);
    return body.url;
  });
  await openAddress('signature of the archive', archiveUrl);

  const path = `/pipeline/pyramid/${dataset.datasetHash}`;
  await member.call('POST', path, {});
  const viewerUrl = await until('the viewer is ready', async () => {
    const { body } = await member.call<{ viewerUrl?: string }>('GET', path);
    return body.viewerUrl;
  });
  await openAddress('signature of the viewer', viewerUrl);
}

async function lookAtPreviews(): Promise<void> {
  const { A_K: ak = '', S_K: sk = '', session_token: token = '' } = member.values;
  const query = new URLSearchParams({ ak, sk, session_token: token }).toString();
  for (const id of [encodeURIComponent(KEY), 'acme%2Fnone', '%zz', '..%2f..%2f']) {
    await sendRaw(backend, { method: 'GET', path: `/get-thumbnail-image/${id}?${query}` });
  }
}

/** Makes requests with secrets that are rejected. */
async function fail(): Promise<void> {
  const { accessToken, idToken, refreshToken } = member;
  await callWith(backend, 'POST', '/auth/token', { headers: { 'x-refresh-token': `${refreshToken}x` } });
  await callWith(backend, 'GET', '/project', { headers: { authorization: `Bearer ${accessToken}x` } });
  await callWith(backend, 'GET', '/project', { headers: { authorization: accessToken, 'x-id-token': idToken } });
  await callWith(backend, 'POST', `/project?access_token=${accessToken}`, { body: { refreshToken } });
  await callWith(backend, 'GET', '/project', { headers: { 'x-request-id': accessToken.slice(-64) } });
  await sendRaw(backend, { method: 'GET', path: `/nowhere/%zz?token=${accessToken}` });
  await sendRaw(backend, { method: 'GET', path: `/project?${accessToken.repeat(20)}` });
  await sendRaw(backend, {
    method: 'POST',
    path: '/project',
    body: `{"${accessToken}`,
    headers: { 'content-type': 'application/json' },
  });
  await fetch(`${backend.url}/login/callback?code=${accessToken}&state=${refreshToken}`);

  const browser = new Browser(backend);
  const { url } = await browser.open('/login');
  secrets.set('wrong password', 'correct horse battery staple');
  await browser.open(url, { email: 'member@acme.example', password: 'correct horse battery staple' });
  keepSecrets('cookie', Object.fromEntries(browser.cookies));
}

/** Calls with an access token, and with one that was altered. */
async function useAccessToken(): Promise<void> {
  const { token } = await createToken(member, 'acme', ['read']);
  secrets.set('access token', token);
  await createProgram(backend, token)('GET', '/project');
  await createProgram(backend, `${token}x`)('GET', '/project');
  await sendRaw(backend, { method: 'GET', path: `/project?access_token=${token}` });
}

test('the most verbose log has a line per request, but no tokens, cookies, passwords or signatures', async () => {
  await transferAll();
  await lookAtPreviews();
  await useAccessToken();
  await fail();
  const renewed = await callWith<Record<string, string>>(backend, 'POST', '/auth/token', {
    headers: { 'x-refresh-token': member.refreshToken },
  });
  keepSecrets('renewed', renewed.body, ['domain']);
  await member.browser.open('/logout');

  const log = backend.log();
  expect(log.split('\n').filter((line) => line.includes('"msg":"request completed"')).length).toBeGreaterThan(40);
  expect(log).toContain('"route":"/storage/:uploadId/:partNumber"');
  expect(log).toMatch(/"reqId":"[0-9a-f]{24}"/);
  expect(secrets.size).toBeGreaterThan(20);
  for (const [what, secret] of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect([what, log.includes(secret)]).toEqual([what, false]);
    expect([what, log.includes(encodeURIComponent(secret))]).toEqual([what, false]);
    // The end of a token is its signature.
    expect([what, log.includes(secret.slice(-24))]).toEqual([what, false]);
  }
});
