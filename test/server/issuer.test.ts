import { StartupError } from '../../server/src/common/errors';
import { DEFAULT_CLAIMS, type IssuerSettings } from '../../server/src/environment/issuerSettings';
import { createIssuer, type Issuer, type SignedInUser } from '../../server/src/identity/issuer';
import { connectAtStart } from '../../server/src/identity/issuerConnection';
import { startFakeIssuer, type FakeIssuer } from '../support/fakeIssuer';
import { freePort } from '../support/startBackend';

const PUBLIC_URL = 'http://localhost:4000';
const SIGN_IN = { state: 'state-1', nonce: 'nonce-1', verifier: 'v'.repeat(43) };

let provider: FakeIssuer;
const report = jest.fn();

beforeAll(async () => {
  provider = await startFakeIssuer('client-1');
});
afterAll(() => provider.stop());

function settings(more: Partial<IssuerSettings> = {}): IssuerSettings {
  return { url: provider.url, clientId: 'client-1', claims: DEFAULT_CLAIMS, ...more };
}

async function connect(more: Partial<IssuerSettings> = {}, metadata: Record<string, unknown> = {}): Promise<Issuer> {
  provider.behavior.metadata = metadata;
  return createIssuer(settings(more), PUBLIC_URL, await connectAtStart(settings(more), report), report);
}

/** Signs in and returns the parameters of the token request. */
async function signIn(issuer: Issuer): Promise<URLSearchParams | undefined> {
  provider.behavior.idClaims = { sponsor_id: 'acme' };
  const back = await fetch(await issuer.signInUrl(SIGN_IN), { redirect: 'manual' });
  const user = await issuer.completeSignIn(new URL(back.headers.get('location') ?? ''), SIGN_IN);
  expect(user.identity).toMatchObject({ subject: 'user-1', sponsorId: 'acme' });
  return provider.tokenRequests.at(-1);
}

it.each([
  ['calls itself by another name', { issuer: 'https://other.example' }, 'another issuer'],
  ['has no token endpoint', { token_endpoint: undefined }, 'token_endpoint'],
  ['has no keys', { jwks_uri: undefined }, 'jwks_uri'],
])('the connection is refused at the start if the issuer %s', async (_what, metadata, message) => {
  await expect(connect({}, metadata)).rejects.toThrow(StartupError);
  await expect(connect({}, metadata)).rejects.toThrow(message);
});

it('the connection is refused at the start if the issuer is spelled with another slash at its end', async () => {
  await expect(connect({ url: `${provider.url}/` })).rejects.toThrow('Use that spelling');
});

it('the connection is made later if the issuer can’t be reached at the start', async () => {
  const url = `http://127.0.0.1:${String(await freePort())}`;
  const reconnect = await connectAtStart(settings({ url }), report);
  expect(report).toHaveBeenCalledTimes(1);
  let isDown = true;
  const issuer = createIssuer(
    settings(),
    PUBLIC_URL,
    async () => (isDown ? reconnect() : (await connectAtStart(settings(), report))()),
    report,
  );

  await expect(issuer.signInUrl(SIGN_IN)).rejects.toMatchObject({ status: 503, code: 'ISSUER_UNAVAILABLE' });
  isDown = false;
  expect((await issuer.signInUrl(SIGN_IN)).origin).toBe(provider.url);
});

describe('a sign-in', () => {
  it('authenticates a public client by PKCE only', async () => {
    const form = await signIn(await connect());
    expect([form?.get('client_id'), form?.get('client_secret')]).toEqual(['client-1', null]);
  });

  it.each([
    [['client_secret_basic', 'client_secret_post'], 'secret'],
    [['client_secret_basic'], null],
    [undefined, null],
  ])('sends the secret as the issuer supports it: %j', async (methods, inForm) => {
    const issuer = await connect({ clientSecret: 'secret' }, { token_endpoint_auth_methods_supported: methods });
    expect((await signIn(issuer))?.get('client_secret')).toBe(inForm);
  });

  it.each([
    [{}, ['openid', 'email'], 'openid profile email'],
    [{}, ['openid', 'offline_access'], 'openid profile email offline_access'],
    [{ scope: 'openid groups' }, ['openid', 'offline_access'], 'openid groups'],
  ])('a sign-in with the settings %j at an issuer with the scopes %j requests “%s”', async (more, supported, scope) => {
    const url = await (await connect(more, { scopes_supported: supported })).signInUrl(SIGN_IN);
    expect(url.searchParams.get('scope')).toBe(scope);
  });

  it('reads missing claims from the userinfo endpoint', async () => {
    provider.behavior.userInfo = { sponsor_id: 'globex' };
    const issuer = await connect();
    provider.behavior.idClaims = {};
    const back = await fetch(await issuer.signInUrl(SIGN_IN), { redirect: 'manual' });
    const user = await issuer.completeSignIn(new URL(back.headers.get('location') ?? ''), SIGN_IN);
    expect(user.identity.sponsorId).toBe('globex');
    delete provider.behavior.userInfo;
  });
});

test('a new refresh token is stored before the response is read, and an unchanged one is not', async () => {
  const issuer = await connect();
  const signInUrl = await issuer.signInUrl(SIGN_IN);
  provider.behavior.idClaims = { sponsor_id: 'acme' };
  const back = await fetch(signInUrl, { redirect: 'manual' });
  const user = await issuer.completeSignIn(new URL(back.headers.get('location') ?? ''), SIGN_IN);
  const store = jest.fn(() => Promise.resolve());
  await issuer.renew(user, store);
  expect(store).not.toHaveBeenCalled();

  Object.assign(provider.behavior, { rotates: true, idClaims: { sponsor_id: 'acme', sub: 'user-2' } });
  await expect(issuer.renew(user, store)).rejects.toMatchObject({ status: 401 });
  expect(store).toHaveBeenCalledTimes(1);
  expect(store).not.toHaveBeenCalledWith(user.refreshToken);
});

describe('tokens that name their sign-in', () => {
  const startWith = async (idClaims: object, accessClaims: object): Promise<SignedInUser> => {
    Object.assign(provider.behavior, { rotates: false, idClaims: { sponsor_id: 'acme', ...idClaims }, accessClaims });
    const issuer = await connect();
    const back = await fetch(await issuer.signInUrl(SIGN_IN), { redirect: 'manual' });
    return issuer.completeSignIn(new URL(back.headers.get('location') ?? ''), SIGN_IN);
  };
  afterEach(() => Object.assign(provider.behavior, { accessClaims: {}, idTokenAtRefresh: true }));

  it.each(['sid', 'origin_jti'])(
    'renews tokens only with those of the same sign-in, as their claim %s shows',
    async (name) => {
      const user = await startWith({ [name]: 'one' }, { [name]: 'one', 'custom:isAdmin': 'true' });
      expect(user.identity.isAdmin).toBe(true);
      const renew = async () => (await connect()).renew(user, () => Promise.resolve());
      expect((await renew()).identity.isAdmin).toBe(true);
      const other = { status: 401, msg: expect.stringContaining('another session') as string };

      provider.behavior.idClaims = { sponsor_id: 'acme', [name]: 'other' };
      await expect(renew()).rejects.toMatchObject(other);
      provider.behavior.idTokenAtRefresh = false;
      provider.behavior.accessClaims = { [name]: 'other', 'custom:isAdmin': 'true' };
      await expect(renew()).rejects.toMatchObject(other);
    },
  );

  it('rejects a response whose access token belongs to another sign-in than the id token', async () => {
    const mixed = startWith({ origin_jti: 'one' }, { origin_jti: 'other', 'custom:isAdmin': 'true' });
    await expect(mixed).rejects.toMatchObject({ status: 401 });
  });
});

it('the logout address is the configured one, such as Amazon Cognito’s, even if the issuer has another', async () => {
  const logoutUrl = 'https://id.example/logout?client_id=client-1&logout_uri=https%3A%2F%2Fapi.example%2Fsigned-out';
  const issuer = await connect({ logoutUrl }, { end_session_endpoint: 'https://id.example/end' });
  expect((await issuer.signOutUrl('token'))?.href).toBe(logoutUrl);
});

it('the logout address is the issuer’s end_session_endpoint with a hint and a redirect URL', async () => {
  const issuer = await connect({}, { end_session_endpoint: `${provider.url}/end` });
  const url = await issuer.signOutUrl('token-1');
  expect(`${url?.origin ?? ''}${url?.pathname ?? ''}`).toBe(`${provider.url}/end`);
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    client_id: 'client-1',
    id_token_hint: 'token-1',
    post_logout_redirect_uri: `${PUBLIC_URL}/signed-out`,
  });
});

it('the logout address is missing if the issuer has none', async () => {
  expect(await (await connect()).signOutUrl('token')).toBeUndefined();
});
