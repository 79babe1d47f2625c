import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../support/signIn';
import { freePort, startBackend, type Backend } from '../support/startBackend';
import { GLEWLWYD_USER, startGlewlwyd, type Glewlwyd } from './services/glewlwyd';
import { startPostgreSql, type PostgreSql } from './services/postgresql';

let folder: string;
let database: PostgreSql;
let issuer: Glewlwyd;
let backend: Backend;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-manager-issuer-'));
  chmodSync(folder, 0o711);
  database = await startPostgreSql(join(folder, 'postgresql'));
  const port = String(await freePort());
  issuer = await startGlewlwyd(join(folder, 'glewlwyd'), database.url, `http://localhost:${port}`);
  backend = await startBackend({ PORT: port, ...issuer.variables });
});
afterAll(async () => {
  await backend.stop();
  await issuer.service.stop();
  await database.service.stop();
  await rm(folder, { recursive: true });
});

const metadata = async (): Promise<Record<string, unknown>> =>
  (await (await fetch(`${issuer.issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;

async function renew(refreshToken: string): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(`${backend.url}/auth/token`, {
    method: 'POST',
    headers: { 'x-refresh-token': refreshToken },
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const listProjects = async (token: string): Promise<number> =>
  (await fetch(`${backend.url}/project`, { headers: { authorization: `Bearer ${token}` } })).status;

test('a user signs in with Glewlwyd, renews the session repeatedly without rotation, and signs out at the server only', async () => {
  const browser = new Browser(backend);
  const { response } = await browser.open('/login');
  const authorizationUrl = response.headers.get('location') ?? '';
  expect(authorizationUrl.startsWith(`${issuer.issuer}/auth?`)).toBe(true);
  const callback = await issuer.signIn(authorizationUrl);
  expect(callback.startsWith(`${backend.url}/login/callback?`)).toBe(true);
  const end = await browser.open(callback);
  expect([end.response.status, end.response.headers.get('location')]).toEqual([303, `${backend.appUrl}/`]);
  const cookie = (name: string): string => decodeURIComponent(browser.cookies.get(name) ?? '');
  expect(cookie('sponsor_id')).toBe(GLEWLWYD_USER.sponsor);

  let tokens = { access_token: cookie('access_token'), refresh_token: cookie('refresh_token') };
  expect(await listProjects(tokens.access_token)).toBe(200);
  for (let renewal = 0; renewal < 3; renewal += 1) {
    const { status, body } = await renew(tokens.refresh_token);
    expect(status).toBe(200);
    tokens = { access_token: body.access_token ?? '', refresh_token: body.refresh_token ?? '' };
    expect(await listProjects(tokens.access_token)).toBe(200);
  }

  expect((await metadata()).end_session_endpoint).toBeUndefined();
  const out = await browser.open('/logout');
  expect([out.url, out.response.status]).toEqual([`${backend.url}/signed-out`, 200]);
  expect(await listProjects(tokens.access_token)).toBe(401);
  expect((await renew(tokens.refresh_token)).status).toBe(401);
});
