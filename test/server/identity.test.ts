import { createHmac } from 'node:crypto';
import { anyText, listWith } from '../support/matchers';
import { Browser, callWith, signIn, type Answer, type Session } from '../support/signIn';
import { START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';

let backend: Backend;
let member: Session;

beforeAll(async () => {
  backend = await startBackend();
  member = await signIn(backend, 'member@acme.example');
}, START_TIMEOUT_MS);

afterAll(() => backend.stop());

function refresh(token: string): Promise<Answer<Record<string, unknown>>> {
  return callWith(backend, 'POST', '/auth/token', { headers: { 'x-refresh-token': token } });
}

function listProjects(headers: Record<string, string>): Promise<Answer<Record<string, unknown>>> {
  return callWith(backend, 'GET', '/project', { headers });
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

/** The token with other claims and its old signature. */
function withClaims(token: string, claims: Record<string, unknown>): string {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...claimsOf(token), ...claims })).toString('base64url');
  return `${header}.${payload}.${signature}`;
}

const refused = { status: 401, body: { msg: anyText(), code: 'UNAUTHORIZED' } };

describe('signing in', () => {
  it('ends in the eight session values and at the app’s root', async () => {
    const browser = new Browser(backend);
    const page = await browser.open('/login');
    const { response } = await browser.open(page.url, { email: 'MEMBER@acme.example', password: 'member' });

    expect(response.headers.get('location')).toBe(`${backend.appUrl}/`);
    expect([...browser.cookies.keys()]).toEqual(
      listWith('A_K', 'S_K', 'session_token', 'id_token', 'access_token', 'refresh_token', 'sponsor_id', 'user_id'),
    );
    expect(browser.cookies.get('sponsor_id')).toBe('acme');
  });

  it('hands out cookies that the app’s page can read', async () => {
    const browser = new Browser(backend);
    const page = await browser.open('/login');
    const { response } = await browser.open(page.url, { email: 'member@acme.example', password: 'member' });
    const cookies = response.headers.getSetCookie().filter((cookie) => !cookie.startsWith('sign_in_'));

    expect(cookies).toHaveLength(8);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/Path=\/; SameSite=Lax$/);
      expect(cookie).not.toMatch(/HttpOnly|Domain/);
      expect(cookie.length).toBeLessThan(4096);
    }
  });

  it('shows a page with labelled fields and no script', async () => {
    const { response } = await new Browser(backend).open('/login');
    const html = await response.text();

    expect(html).toContain('<label for="email">Email</label>');
    expect(html).toContain('<label for="password">Password</label>');
    expect(html).toContain('<button type="submit">Sign in</button>');
    expect(html).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  });

  it('says that email and password do not belong together, whichever of them is wrong', async () => {
    const browser = new Browser(backend);
    const { url } = await browser.open('/login');
    const wrongPassword = await browser.open(url, { email: 'member@acme.example', password: 'Member' });
    const wrongEmail = await browser.open(url, { email: '<b>@acme.example', password: 'member' });

    expect(wrongPassword.response.status).toBe(401);
    const [alert, sameAlert] = (await Promise.all([wrongPassword.response.text(), wrongEmail.response.text()])).map(
      (html) => /<p role="alert"[^>]*>(.*)<\/p>/.exec(html)?.[1],
    );
    expect(alert).toContain('do not belong together');
    expect(sameAlert).toBe(alert);
  });

  it('keeps what was typed out of the page’s markup', async () => {
    const browser = new Browser(backend);
    const { url } = await browser.open('/login');
    const { response } = await browser.open(url, { email: '"><b>', password: 'x' });

    expect(await response.text()).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  it('refuses a code that another browser brings', async () => {
    const browser = new Browser(backend);
    const { url } = await browser.open('/login');
    const resume = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: new URLSearchParams({ email: 'member@acme.example', password: 'member' }),
    });
    const state = [...browser.cookies.keys()].find((name) => name.startsWith('sign_in_')) ?? '';
    browser.cookies.delete(state);
    const { response } = await browser.open(resume.headers.get('location') ?? '');

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('not begun in this browser');
    expect(browser.cookies.has('access_token')).toBe(false);
  });

  it('says that the page has expired where the browser has no open sign-in', async () => {
    const { url } = await new Browser(backend).open('/login');
    const { response } = await new Browser(backend).open(url);

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This sign-in page has expired.');
  });

  it('asks for PKCE', async () => {
    const { url } = await new Browser(backend).open(
      '/oidc/auth?' +
        new URLSearchParams({
          client_id: 'data-manager',
          response_type: 'code',
          redirect_uri: `${backend.url}/login/callback`,
          scope: 'openid',
        }).toString(),
    );

    expect(new URL(url).searchParams.get('error_description')).toContain('PKCE');
    expect(new URL(url).searchParams.get('code')).toBeNull();
  });

  it('puts the admin claim and the sponsor into the id token', async () => {
    const admin = await signIn(backend, 'admin@acme.example');

    expect(claimsOf(admin.idToken)).toMatchObject({
      'custom:isAdmin': 'true',
      sponsor_id: 'acme',
      email: 'admin@acme.example',
      iss: `${backend.url}/oidc`,
    });
    expect(claimsOf(member.idToken)).toMatchObject({ 'custom:isAdmin': 'false', sponsor_id: 'acme' });
    expect(claimsOf(member.accessToken)).toMatchObject({ aud: backend.url, sponsor_id: 'acme' });
  });
});

describe('signing out', () => {
  it('takes the cookies back and asks for the password at the next login', async () => {
    const { browser } = await signIn(backend, 'member@acme.example');
    const again = await browser.open('/login');
    expect(again.response.headers.get('location')).toBe(`${backend.appUrl}/`);

    const signedOut = await browser.open('/logout');
    expect(await signedOut.response.text()).toContain('You are signed out');
    expect([...browser.cookies.keys()].filter((name) => !name.startsWith('_interaction'))).toEqual([]);

    const { response } = await browser.open('/login');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('name="password"');
  });

  it('ends the session’s refresh tokens', async () => {
    const session = await signIn(backend, 'member@acme.example');
    await session.browser.open('/logout');

    expect(await refresh(session.refreshToken)).toMatchObject(refused);
  });
});

describe('POST /auth/token', () => {
  it('answers with new tokens, preview credentials and the cookies’ domain', async () => {
    const session = await signIn(backend, 'member@acme.example');
    const { status, body } = await refresh(session.refreshToken);

    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(
      ['A_K', 'S_K', 'access_token', 'domain', 'id_token', 'refresh_token', 'session_token'].sort(),
    );
    expect(body.domain).toBe('localhost');
    expect(body.refresh_token).not.toBe(session.refreshToken);
    expect((await listProjects({ authorization: `Bearer ${String(body.access_token)}` })).status).toBe(200);
  });

  it('refuses a refresh token that was used before, and then every token that came of it', async () => {
    const session = await signIn(backend, 'member@acme.example');
    const first = await refresh(session.refreshToken);

    expect(await refresh(session.refreshToken)).toMatchObject(refused);
    expect(await refresh(String(first.body.refresh_token))).toMatchObject(refused);
  });

  it('gives new tokens to only one of two calls at the same time', async () => {
    const session = await signIn(backend, 'member@acme.example');
    const answers = await Promise.all([refresh(session.refreshToken), refresh(session.refreshToken)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each(['', 'no-such-token'])('refuses the refresh token “%s”', async (token) => {
    expect(await refresh(token)).toMatchObject(refused);
  });
});

describe('every other call', () => {
  it('works with an access token', async () => {
    expect((await listProjects({ authorization: `Bearer ${member.accessToken}` })).status).toBe(200);
  });

  it('is refused without one', async () => {
    expect(await listProjects({})).toMatchObject(refused);
    expect(await listProjects({ authorization: 'Bearer' })).toMatchObject(refused);
    expect(await listProjects({ authorization: `Basic ${member.accessToken}` })).toMatchObject(refused);
  });

  it('is refused with an access token whose claims were changed', async () => {
    const forged = withClaims(member.accessToken, { sponsor_id: 'globex' });
    expect(await listProjects({ authorization: `Bearer ${forged}` })).toMatchObject(refused);
  });

  it('is refused with an unsigned token, and with one signed by the public key as a secret', async () => {
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const payload = encode(claimsOf(member.accessToken));
    const unsigned = `${encode({ alg: 'none' })}.${payload}.`;
    const keys = await (await fetch(`${backend.url}/oidc/jwks`)).text();
    const signed = `${encode({ alg: 'HS256' })}.${payload}`;
    const symmetric = `${signed}.${createHmac('sha256', keys).update(signed).digest('base64url')}`;

    expect(await listProjects({ authorization: `Bearer ${unsigned}` })).toMatchObject(refused);
    expect(await listProjects({ authorization: `Bearer ${symmetric}` })).toMatchObject(refused);
  });

  it('is refused with an id token in the place of the access token', async () => {
    expect(await listProjects({ authorization: `Bearer ${member.idToken}` })).toMatchObject(refused);
  });

  it('is refused with the id token of somebody else', async () => {
    const admin = await signIn(backend, 'admin@acme.example');
    const headers = { authorization: `Bearer ${member.accessToken}`, 'x-id-token': admin.idToken };

    expect(await listProjects(headers)).toMatchObject(refused);
  });

  it('is refused with an id token whose admin claim was changed', async () => {
    const forged = withClaims(member.idToken, { 'custom:isAdmin': 'true' });
    const headers = { authorization: `Bearer ${member.accessToken}`, 'x-id-token': forged };

    expect(await listProjects(headers)).toMatchObject(refused);
  });
});

describe('the public key', () => {
  it('is published without its private part', async () => {
    const { keys } = (await (await fetch(`${backend.url}/oidc/jwks`)).json()) as { keys: Record<string, unknown>[] };

    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', alg: 'ES256' });
    expect(keys[0]).not.toHaveProperty('d');
  });
});
