import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startFakeIssuer, type FakeIssuer } from '../support/fakeIssuer';
import { textWith } from '../support/matchers';
import { Browser, callWith, type Answer } from '../support/signIn';
import { freePort, startBackend, type Backend } from '../support/startBackend';

const CLIENT_ID = 'data-manager-acme';
const SECRET = 'secret of the client';

let issuer: FakeIssuer;
let backend: Backend;

beforeAll(async () => {
  issuer = await startFakeIssuer(CLIENT_ID);
  backend = await startBackend({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: SECRET,
    OIDC_SPONSOR_CLAIM: 'custom:sponsor',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'trace',
  });
});
afterAll(async () => {
  await backend.stop();
  await issuer.stop();
});

beforeEach(answerAsUsual);

function answerAsUsual(): void {
  Object.assign(issuer.behavior, {
    idClaims: { 'custom:sponsor': 'acme', 'custom:isAdmin': 'true', name: 'Ada' },
    accessClaims: {},
    rotates: false,
    idTokenAtRefresh: true,
    issuesRefreshTokens: true,
    failure: undefined,
    losesRefreshAnswers: false,
  });
}

/** Signs in at the issuer and returns the response to the callback. */
async function signIn(browser = new Browser(backend)): Promise<{ browser: Browser; response: Response }> {
  const { response } = await browser.open('/login');
  const back = await fetch(response.headers.get('location') ?? '', { redirect: 'manual' });
  return { browser, response: (await browser.open(back.headers.get('location') ?? '')).response };
}

function cookie(browser: Browser, name: string): string {
  return decodeURIComponent(browser.cookies.get(name) ?? '');
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

function call(path: string, token: string, method = 'GET', body?: unknown): Promise<Answer<Record<string, unknown>>> {
  return callWith(backend, method, path, { headers: { authorization: `Bearer ${token}` }, body });
}

function refresh(token: string): Promise<Answer<Record<string, string>>> {
  return callWith(backend, 'POST', '/auth/token', { headers: { 'x-refresh-token': token } });
}

describe('signing in', () => {
  it('redirects with the code flow, PKCE, a state and a nonce', async () => {
    const { response } = await new Browser(backend).open('/login');
    const url = new URL(response.headers.get('location') ?? '');

    expect(url.origin).toBe(issuer.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${backend.url}/login/callback`,
      scope: 'openid profile email',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)?.length).toBe(43);
  });

  it('sets the session of a sponsor and a user that the server has never seen', async () => {
    issuer.behavior.idClaims = { 'custom:sponsor': 'hooli', 'custom:isAdmin': 'TRUE', sub: 'user-7', name: 'Hal' };
    const { browser, response } = await signIn();

    expect([response.status, response.headers.get('location')]).toEqual([303, `${backend.appUrl}/`]);
    expect([cookie(browser, 'sponsor_id'), cookie(browser, 'user_id')]).toEqual(['hooli', 'user-7']);
    expect(claimsOf(cookie(browser, 'id_token'))).toMatchObject({ 'custom:isAdmin': 'true', name: 'Hal' });
    const token = cookie(browser, 'access_token');
    expect((await call('/project', token, 'POST', { title: 'First' })).status).toBe(200);
    expect((await call('/project', token)).body).toMatchObject({ projects: [{ sponsorId: 'hooli', title: 'First' }] });
  });

  it('takes claims from the access token if the id token lacks them', async () => {
    issuer.behavior.idClaims = { 'custom:isAdmin': 'false' };
    issuer.behavior.accessClaims = { 'custom:sponsor': 'globex' };

    expect(cookie((await signIn()).browser, 'sponsor_id')).toBe('globex');
  });

  it.each([
    ['names no sponsor', { 'custom:sponsor': undefined }, 403],
    ['names a sponsor that is no folder name', { 'custom:sponsor': '../acme' }, 403],
    ['has another nonce', { nonce: 'other' }, 401],
    ['is for another client', { aud: 'other' }, 401],
    ['is an access token', { token_use: 'access' }, 401],
    ['has expired', { exp: Math.floor(Date.now() / 1_000) - 120 }, 401],
  ])('fails if the id token %s', async (_what, claims, status) => {
    issuer.behavior.idClaims = { ...issuer.behavior.idClaims, ...claims };
    const { browser, response } = await signIn();

    expect(response.status).toBe(status);
    expect(browser.cookies.has('access_token')).toBe(false);
  });

  it('fails with the callback of another browser', async () => {
    const { response } = await new Browser(backend).open('/login');
    const back = await fetch(response.headers.get('location') ?? '', { redirect: 'manual' });
    const other = await new Browser(backend).open(back.headers.get('location') ?? '');

    expect(other.response.status).toBe(400);
  });

  it('explains that the identity provider can’t be reached', async () => {
    issuer.behavior.failure = 500;
    const { response } = await signIn();

    expect(response.status).toBe(503);
    expect(await response.text()).toContain('The identity provider can’t be reached.');
    expect(backend.log()).toContain("The identity provider can't be used: ");
  });

  it('limits failed sign-ins from one network, each of which sends a request to the identity provider', async () => {
    const browser = new Browser(backend);
    const fail = async (address: string): Promise<Response> => {
      const { response } = await browser.open('/login');
      const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '';
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      browser.cookies.clear();
      const headers = { cookie, 'x-forwarded-for': address };
      return fetch(`${backend.url}/login/callback?code=guess&state=${state}`, { headers });
    };
    const before = issuer.tokenRequests.length;
    let response = await fail('2001:db8::1');
    expect(response.status).toBe(401);
    for (let attempt = 0; attempt < 100 && response.status !== 429; attempt += 1) {
      response = await fail(`2001:db8::${String(attempt + 2)}`);
    }

    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(issuer.tokenRequests.length - before).toBeLessThanOrEqual(100);
    expect((await fail('2001:db8:0:1::1')).status).toBe(401);
  });

  it('has no sample users and none of the built-in provider’s routes', async () => {
    for (const path of ['/oidc/auth', '/oidc/token', '/oidc/jwks', '/oidc/.well-known/openid-configuration']) {
      expect((await fetch(backend.url + path)).status).toBe(404);
    }
    for (const method of ['GET', 'POST']) {
      expect((await fetch(`${backend.url}/sign-in/some-id`, { method })).status).toBe(404);
    }
    expect(backend.log()).not.toContain('Sample users');
  });
});

describe('renewing a session', () => {
  it('reads the claims of the new id token', async () => {
    const { browser } = await signIn();
    issuer.behavior.idClaims['custom:isAdmin'] = 'false';
    const { status, body } = await refresh(cookie(browser, 'refresh_token'));

    expect(status).toBe(200);
    expect(claimsOf(body.id_token ?? '')).toMatchObject({ 'custom:isAdmin': 'false', sponsor_id: 'acme' });
    expect((await call('/project', body.access_token ?? '')).status).toBe(200);
  });

  it.each([
    { rotates: false, idTokenAtRefresh: false },
    { rotates: true, idTokenAtRefresh: false },
    { rotates: true, idTokenAtRefresh: true },
  ])('succeeds repeatedly at an issuer with %j', async (behavior) => {
    Object.assign(issuer.behavior, behavior);
    const { browser } = await signIn();
    let token = cookie(browser, 'refresh_token');
    for (let renewal = 0; renewal < 3; renewal += 1) {
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      expect(claimsOf(body.id_token ?? '')).toMatchObject({ 'custom:isAdmin': 'true', sponsor_id: 'acme' });
      expect(body.refresh_token).not.toBe(token);
      token = body.refresh_token ?? '';
    }
  });

  it('sends the issuer one request for concurrent calls with one token', async () => {
    issuer.behavior.rotates = true;
    const { browser } = await signIn();
    const before = issuer.tokenRequests.length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(cookie(browser, 'refresh_token'))));

    expect(new Set(answers.map(({ status, body }) => `${String(status)} ${body.refresh_token ?? ''}`)).size).toBe(1);
    expect(issuer.tokenRequests.length).toBe(before + 1);
  });

  it.each([
    ['rejects the refresh token', () => issuer.revokeRefreshTokens()],
    ['returns the token of another user', () => Object.assign(issuer.behavior.idClaims, { sub: 'user-2' })],
    ['no longer names a sponsor', () => Object.assign(issuer.behavior.idClaims, { 'custom:sponsor': undefined })],
  ])('ends the session if the issuer %s', async (_what, change) => {
    const { browser } = await signIn();
    change();

    expect(await refresh(cookie(browser, 'refresh_token'))).toMatchObject({ status: 401 });
    expect(await call('/project', cookie(browser, 'access_token'))).toMatchObject({ status: 401 });
  });

  it('keeps the session while the issuer can’t be reached', async () => {
    const { browser } = await signIn();
    const token = cookie(browser, 'refresh_token');
    issuer.behavior.failure = 503;
    const failed = await refresh(token);
    expect(failed).toMatchObject({ status: 503, body: { code: 'ISSUER_UNAVAILABLE' } });
    expect(failed.headers.get('retry-after')).toBe('5');
    issuer.behavior.failure = undefined;

    expect((await refresh(token)).status).toBe(200);
  });

  it('keeps the session if the issuer’s new refresh token was lost on its way to the server', async () => {
    Object.assign(issuer.behavior, { rotates: true, losesRefreshAnswers: true });
    const { browser } = await signIn();
    const token = cookie(browser, 'refresh_token');
    expect((await refresh(token)).status).toBe(503);
    issuer.behavior.losesRefreshAnswers = false;

    const renewed = await refresh(token);
    expect(renewed.status).toBe(200);
    expect((await call('/project', renewed.body.access_token ?? '')).status).toBe(200);
    expect((await refresh(renewed.body.refresh_token ?? '')).status).toBe(200);
  });

  it('accepts a repeated refresh token, and rejects all tokens after signing out', async () => {
    issuer.behavior.rotates = true;
    const { browser } = await signIn();
    const token = cookie(browser, 'refresh_token');
    const lost = await refresh(token);
    const repeated = await refresh(token);
    expect([repeated.status, repeated.body.refresh_token]).toEqual([200, lost.body.refresh_token]);
    await browser.open('/logout');

    expect(await call('/project', repeated.body.access_token ?? '')).toMatchObject({ status: 401 });
    expect(await refresh(String(repeated.body.refresh_token))).toMatchObject({ status: 401 });
  });

  it('keeps the user of an issuer without refresh tokens', async () => {
    issuer.behavior.issuesRefreshTokens = false;
    const { browser } = await signIn();
    const before = issuer.tokenRequests.length;

    expect((await refresh(cookie(browser, 'refresh_token'))).status).toBe(200);
    expect(issuer.tokenRequests.length).toBe(before);
  });
});

describe('signing out', () => {
  it('ends the session immediately and shows the signed-out page of an issuer without a logout', async () => {
    const { browser } = await signIn();
    const token = cookie(browser, 'access_token');
    const { response } = await browser.open('/logout');

    expect(await response.text()).toContain('Signed out');
    expect(await call('/project', token)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect([...browser.cookies.keys()]).toEqual([]);
  });
});

test('the most verbose log has no tokens, codes or secrets of failed and successful sign-ins', async () => {
  const { browser } = await signIn();
  const secrets = [SECRET, ...[...browser.cookies].filter(([name]) => !/_id$/.test(name)).map(([, value]) => value)];
  await refresh(cookie(browser, 'refresh_token'));
  issuer.behavior.idClaims = { 'custom:sponsor': undefined };
  await signIn();
  issuer.behavior.failure = 500;
  await signIn();
  await refresh(cookie(browser, 'refresh_token'));
  for (const request of issuer.tokenRequests) {
    for (const name of ['code', 'code_verifier', 'refresh_token']) secrets.push(request.get(name) ?? SECRET);
  }

  const log = backend.log();
  expect(log).toContain('"route":"/login/callback"');
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.filter((secret) => log.includes(secret) || log.includes(decodeURIComponent(secret)))).toEqual([]);
});

describe('another identity provider', () => {
  let provider: ChildProcess;
  let issuerUrl: string;
  let earlierToken: string;

  beforeAll(async () => {
    answerAsUsual();
    earlierToken = cookie((await signIn()).browser, 'access_token');
    const port = await freePort();
    issuerUrl = `http://localhost:${String(port)}`;
    const script = join(__dirname, '..', 'support', 'oidcIssuer.mjs');
    provider = spawn(process.execPath, [script, String(port), CLIENT_ID, SECRET, backend.url], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(provider.stdout ?? provider, 'data');
    await backend.restart({
      OIDC_ISSUER: issuerUrl,
      OIDC_SPONSOR_CLAIM: 'organisation',
      OIDC_ADMIN_CLAIM: 'groups',
      OIDC_ADMIN_VALUE: 'data-admins',
    });
  });
  afterAll(() => provider.kill());

  it('rejects the tokens of the previous one', async () => {
    expect(await call('/project', earlierToken)).toMatchObject({ status: 401, body: { msg: textWith('ended') } });
  });

  it('signs in, renews and signs out with oidc-provider in a process of its own', async () => {
    const browser = new Browser(backend);
    const atIssuer = new Browser({ url: issuerUrl });
    const start = await browser.open('/login');
    const login = await atIssuer.open(start.response.headers.get('location') ?? '');
    const consent = await atIssuer.open(login.url, { prompt: 'login', login: 'olga', password: 'any' });
    const { response } = await atIssuer.open(consent.url, { prompt: 'consent' });
    await browser.open(response.headers.get('location') ?? '');
    expect([cookie(browser, 'sponsor_id'), cookie(browser, 'user_id')]).toEqual(['initech', 'olga']);

    const renewed = await refresh(cookie(browser, 'refresh_token'));
    const again = await refresh(renewed.body.refresh_token ?? '');
    expect([renewed.status, again.status]).toEqual([200, 200]);
    expect(claimsOf(again.body.id_token ?? '')).toMatchObject({ 'custom:isAdmin': 'true', name: 'Olga' });

    const out = new URL((await browser.open('/logout')).response.headers.get('location') ?? '');
    expect(out.origin + out.pathname).toBe(`${issuerUrl}/session/end`);
    expect(out.searchParams.get('post_logout_redirect_uri')).toBe(`${backend.url}/signed-out`);
    expect(claimsOf(out.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: 'olga', aud: CLIENT_ID });
    expect((await atIssuer.open(out.href)).response.status).toBe(200);
    expect(await call('/project', again.body.access_token ?? '')).toMatchObject({ status: 401 });
  });
});
