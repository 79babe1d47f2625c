import { createHmac } from 'node:crypto';
import { anyText, listWith } from '../support/matchers';
import { sharedBackend } from '../support/sharedBackend';
import { Browser, callWith, signIn, type Answer, type Session } from '../support/signIn';

const backend = sharedBackend();
let member: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
});

function refresh(token: string): Promise<Answer<Record<string, unknown>>> {
  return callWith(backend, 'POST', '/auth/token', { headers: { 'x-refresh-token': token } });
}

function listProjects(headers: Record<string, string>): Promise<Answer<Record<string, unknown>>> {
  return callWith(backend, 'GET', '/project', { headers });
}

function listDeleted(headers: Record<string, string>): Promise<Answer<Record<string, unknown>>> {
  return callWith(backend, 'GET', '/deleted', { headers });
}

function getPreview({ values }: Session): Promise<Answer<Record<string, unknown>>> {
  const { A_K: ak = '', S_K: sk = '', session_token: token = '' } = values;
  const query = new URLSearchParams({ ak, sk, session_token: token }).toString();
  return callWith(backend, 'GET', `/get-thumbnail-image/acme%2Fnone%2Fa.tif?${query}`);
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

/** Returns the token with other claims and its old signature. */
function withClaims(token: string, claims: Record<string, unknown>): string {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...claimsOf(token), ...claims })).toString('base64url');
  return `${header}.${payload}.${signature}`;
}

const refused = { status: 401, body: { msg: anyText(), code: 'UNAUTHORIZED' } };

describe('signing in', () => {
  it('sets the eight session values and redirects to the app', async () => {
    const browser = new Browser(backend);
    const page = await browser.open('/login');
    const { response } = await browser.open(page.url, { email: 'MEMBER@acme.example', password: 'member' });

    expect(response.headers.get('location')).toBe(`${backend.appUrl}/`);
    expect([...browser.cookies.keys()]).toEqual(
      listWith('A_K', 'S_K', 'session_token', 'id_token', 'access_token', 'refresh_token', 'sponsor_id', 'user_id'),
    );
    expect(browser.cookies.get('sponsor_id')).toBe('acme');
  });

  it('sets cookies that the app’s page can read', async () => {
    const browser = new Browser(backend);
    const page = await browser.open('/login');
    const { response } = await browser.open(page.url, { email: 'member@acme.example', password: 'member' });
    const cookies = response.headers.getSetCookie().filter((cookie) => !/^(?:sign_in_|browser=)/.test(cookie));

    expect(cookies).toHaveLength(8);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/Path=\/; SameSite=Lax$/);
      expect(cookie).not.toMatch(/HttpOnly|Domain/);
      expect(cookie.length).toBeLessThan(4096);
    }
  });

  it('shows a page with labeled fields and no scripts', async () => {
    const { response } = await new Browser(backend).open('/login');
    const html = await response.text();

    expect(html).toContain('<label for="email">Email</label>');
    expect(html).toContain('<label for="password">Password</label>');
    expect(html).toContain('<button type="submit">Sign in</button>');
    expect(html).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  });

  it('shows its pages with an icon that their policy allows', async () => {
    const { response } = await new Browser(backend).open('/login');
    expect(await response.text()).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(response.headers.get('content-security-policy')).toContain('; img-src data:;');
  });

  it('shows its pages in the typeface of the app, which the server itself sends', async () => {
    const { response } = await new Browser(backend).open('/login');
    const links = [...(await response.text()).matchAll(/<link [^>]*href="(\/[^"]+)"/g)].map(([, href = '']) => href);
    const types = await Promise.all(
      links.map(async (href) => (await fetch(new URL(href, backend.url))).headers.get('content-type')),
    );
    expect(types.map((type) => type?.split(';')[0])).toEqual(['font/woff2', 'text/css']);
    expect(response.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-\S+'; font-src 'self';/);
  });

  it('shows the same error for a wrong email and a wrong password', async () => {
    const browser = new Browser(backend);
    const { url } = await browser.open('/login');
    const wrongPassword = await browser.open(url, { email: 'member@acme.example', password: 'Member' });
    const wrongEmail = await browser.open(url, { email: '<b>@acme.example', password: 'member' });

    expect(wrongPassword.response.status).toBe(401);
    const [alert, sameAlert] = (await Promise.all([wrongPassword.response.text(), wrongEmail.response.text()])).map(
      (html) => /<p role="alert"[^>]*>(.*)<\/p>/.exec(html)?.[1],
    );
    expect(alert).toContain('Incorrect email or password.');
    expect(sameAlert).toBe(alert);
  });

  it('escapes the entered email', async () => {
    const browser = new Browser(backend);
    const { url } = await browser.open('/login');
    const { response } = await browser.open(url, { email: '"><b>', password: 'x' });

    expect(await response.text()).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  it('rejects a code from another browser', async () => {
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
    expect(await response.text()).toContain('not started in this browser');
    expect(browser.cookies.has('access_token')).toBe(false);
  });

  it('rejects another signed cookie in the place of a sign-in', async () => {
    const { browser } = await signIn(backend, 'member@acme.example');
    browser.cookies.set('sign_in_x', browser.cookies.get('browser') ?? '');
    const { response } = await browser.open('/login/callback?code=1&state=x');

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('not started in this browser');
  });

  it('shows that the page has expired without a pending sign-in', async () => {
    const { url } = await new Browser(backend).open('/login');
    const { response } = await new Browser(backend).open(url);

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This sign-in page has expired.');
  });

  it('requires PKCE', async () => {
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

  it('adds the admin claim and the sponsor to the id token', async () => {
    const admin = await signIn(backend, 'admin@acme.example');

    expect(claimsOf(admin.idToken)).toMatchObject({
      'custom:isAdmin': 'true',
      sponsor_id: 'acme',
      email: 'admin@acme.example',
      iss: backend.url,
    });
    expect(claimsOf(member.idToken)).toMatchObject({ 'custom:isAdmin': 'false', sponsor_id: 'acme' });
    expect(claimsOf(member.accessToken)).toMatchObject({ aud: backend.url, sponsor_id: 'acme' });
  });
});

describe('signing out', () => {
  it('clears the cookies and requires the password at the next login', async () => {
    const { browser } = await signIn(backend, 'member@acme.example');
    const again = await browser.open('/login');
    expect(again.response.headers.get('location')).toBe(`${backend.appUrl}/`);

    const signedOut = await browser.open('/logout');
    expect(await signedOut.response.text()).toContain('Signed out');
    expect([...browser.cookies.keys()].filter((name) => !name.startsWith('_interaction'))).toEqual([]);

    const { response } = await browser.open('/login');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('name="password"');
  });

  it('invalidates all tokens and preview credentials of the browser’s sessions immediately', async () => {
    const first = await signIn(backend, 'member@acme.example');
    await first.browser.open('/login');
    const other = await signIn(backend, 'member@acme.example');
    const second = Object.fromEntries(
      [...first.browser.cookies].map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    expect((await listProjects({ authorization: `Bearer ${second.access_token ?? ''}` })).status).toBe(200);
    expect((await getPreview(first)).status).toBe(404);

    await first.browser.open('/logout');
    expect(await refresh(first.refreshToken)).toMatchObject(refused);
    for (const token of [first.accessToken, second.access_token ?? '']) {
      expect(await listProjects({ authorization: `Bearer ${token}` })).toMatchObject(refused);
    }
    expect(await getPreview(first)).toMatchObject(refused);
    // The same user stays signed in elsewhere.
    expect((await listProjects({ authorization: `Bearer ${other.accessToken}` })).status).toBe(200);
  });
});

it('POST /auth/token returns new tokens, preview credentials and the cookie domain', async () => {
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

it('POST /auth/token returns the same refresh token again if the first response was lost', async () => {
  const session = await signIn(backend, 'member@acme.example');
  const lost = await refresh(session.refreshToken);
  const repeated = await refresh(session.refreshToken);

  expect([repeated.status, repeated.body.refresh_token]).toEqual([200, lost.body.refresh_token]);
  expect((await listProjects({ authorization: `Bearer ${String(repeated.body.access_token)}` })).status).toBe(200);
  expect((await refresh(String(repeated.body.refresh_token))).status).toBe(200);
});

it('POST /auth/token ends the session if a refresh token is used after its successor', async () => {
  const session = await signIn(backend, 'member@acme.example');
  const first = await refresh(session.refreshToken);
  const second = await refresh(String(first.body.refresh_token));

  expect(await refresh(session.refreshToken)).toMatchObject(refused);
  expect(await refresh(String(second.body.refresh_token))).toMatchObject(refused);
  expect(await listProjects({ authorization: `Bearer ${String(second.body.access_token)}` })).toMatchObject(refused);
});

it('POST /auth/token gives the same refresh token to concurrent calls', async () => {
  const session = await signIn(backend, 'member@acme.example');
  const answers = await Promise.all([refresh(session.refreshToken), refresh(session.refreshToken)]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
});

it('POST /auth/token rejects a refresh token with a different number of renewals', async () => {
  const { refreshToken } = await signIn(backend, 'member@acme.example');

  expect(await refresh(refreshToken.replace('.0.', '.1.'))).toMatchObject(refused);
  expect((await refresh(refreshToken)).status).toBe(200);
});

it.each(['', 'no-such-token'])('POST /auth/token rejects the refresh token “%s”', async (token) => {
  expect(await refresh(token)).toMatchObject(refused);
});

describe('an authenticated call', () => {
  it('is rejected without an access token', async () => {
    expect(await listProjects({})).toMatchObject(refused);
    expect(await listProjects({ authorization: 'Bearer' })).toMatchObject(refused);
    expect(await listProjects({ authorization: `Basic ${member.accessToken}` })).toMatchObject(refused);
  });

  it('is rejected with an access token whose claims were changed', async () => {
    const forged = withClaims(member.accessToken, { sponsor_id: 'globex' });
    expect(await listProjects({ authorization: `Bearer ${forged}` })).toMatchObject(refused);
  });

  it('is rejected with an unsigned token, and with one signed with the public key as a secret', async () => {
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const payload = encode(claimsOf(member.accessToken));
    const unsigned = `${encode({ alg: 'none' })}.${payload}.`;
    const keys = await (await fetch(`${backend.url}/oidc/jwks`)).text();
    const signed = `${encode({ alg: 'HS256' })}.${payload}`;
    const symmetric = `${signed}.${createHmac('sha256', keys).update(signed).digest('base64url')}`;

    expect(await listProjects({ authorization: `Bearer ${unsigned}` })).toMatchObject(refused);
    expect(await listProjects({ authorization: `Bearer ${symmetric}` })).toMatchObject(refused);
  });

  it('is rejected with an id token instead of an access token', async () => {
    expect(await listProjects({ authorization: `Bearer ${member.idToken}` })).toMatchObject(refused);
  });

  it('is rejected with the id token of another user', async () => {
    const admin = await signIn(backend, 'admin@acme.example');
    const headers = { authorization: `Bearer ${member.accessToken}`, 'x-id-token': admin.idToken };

    expect(await listProjects(headers)).toMatchObject(refused);
  });

  it('is rejected with the id token of another session of the same user, ended or not', async () => {
    const [first, second] = [await signIn(backend, 'admin@acme.example'), await signIn(backend, 'admin@acme.example')];
    const mixed = { authorization: `Bearer ${second.accessToken}`, 'x-id-token': first.idToken };
    expect(await listDeleted(mixed)).toMatchObject(refused);
    await first.browser.open('/logout');
    expect(await listDeleted(mixed)).toMatchObject(refused);
    expect((await listDeleted({ ...mixed, 'x-id-token': second.idToken })).status).toBe(200);
  });

  it('is rejected with an id token whose admin claim was changed', async () => {
    const forged = withClaims(member.idToken, { 'custom:isAdmin': 'true' });
    const headers = { authorization: `Bearer ${member.accessToken}`, 'x-id-token': forged };

    expect(await listProjects(headers)).toMatchObject(refused);
  });
});

it('the published key does not contain its private part', async () => {
  const { keys } = (await (await fetch(`${backend.url}/oidc/jwks`)).json()) as { keys: Record<string, unknown>[] };

  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kty: 'EC', alg: 'ES256' });
  expect(keys[0]).not.toHaveProperty('d');
});
