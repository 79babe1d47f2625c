import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { HttpError, unauthorized } from '../../server/src/common/errors';
import { createAttemptCounter } from '../../server/src/database/accounts/attempts';
import type { Database } from '../../server/src/database/sql';
import type { Issuer, SignedInUser } from '../../server/src/identity/issuer';
import { createKeys } from '../../server/src/identity/keys';
import { createSessions, type Sessions } from '../../server/src/identity/sessions';
import type { Services } from '../../server/src/routes/services';
import { loginRoutes } from '../../server/src/routes/session/login';
import { logoutRoutes } from '../../server/src/routes/session/logout';
import { openTestDatabase } from '../support/testDatabase';

const USER: SignedInUser = {
  identity: { subject: 's', userId: 'u-1', sponsorId: 'acme', isAdmin: false },
  refreshToken: 'refresh token of the issuer',
  idToken: 'id token of the issuer',
};

let database: Database;
let sessions: Sessions;
let app: FastifyInstance;
const keys = createKeys();
const environment = {
  tokenKey: undefined,
  cookieDomain: 'localhost',
  refreshTokenSeconds: 1_000_000,
  accessTokenSeconds: 900,
  publicUrl: 'http://localhost:4000',
  appUrl: 'http://localhost:3000',
};
const issuer = {
  name: 'issuer',
  renew: jest.fn<ReturnType<Issuer['renew']>, Parameters<Issuer['renew']>>(),
  signInUrl: ({ state }: { state: string }) => Promise.resolve(new URL(`https://id.example/?state=${state}`)),
  completeSignIn: jest.fn<ReturnType<Issuer['completeSignIn']>, Parameters<Issuer['completeSignIn']>>(),
  signOutUrl: jest.fn((idToken: string | undefined) => Promise.resolve(new URL(`https://id.example/${idToken ?? ''}`))),
};

beforeAll(async () => {
  database = await openTestDatabase();
  sessions = createSessions({ database, issuer, keys, environment });
  const attempts = createAttemptCounter(database);
  const tokens = { issue: () => Promise.resolve({ access_token: 'a', id_token: 'i' }) };
  const services = { environment, database, issuer, sessions, keys, tokens, attempts } as unknown as Services;
  app = fastify();
  await app.register(cookie, { secret: [...keys.cookieKeys] });
  await app.register(loginRoutes, services);
  await app.register(logoutRoutes, { ...services, provider: undefined });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

beforeEach(() => {
  issuer.renew.mockReset().mockImplementation((user) => Promise.resolve(user));
  issuer.completeSignIn.mockReset().mockResolvedValue(USER);
});

async function storedTokens(id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ issuer_tokens: string }>('select issuer_tokens from sessions where id = $1', [
    id,
  ]);
  return rows[0]?.issuer_tokens;
}

describe('the tokens of the identity provider', () => {
  test('encrypts the tokens in the database, each time differently', async () => {
    const [one, other] = [await sessions.start(USER, 'browser'), await sessions.start(USER, 'browser')];
    const tokens = await storedTokens(one.id);
    expect(tokens).not.toContain('of the issuer');
    expect(Buffer.from(tokens ?? '', 'base64url').toString('latin1')).not.toContain('of the issuer');
    expect(tokens).not.toBe(await storedTokens(other.id));
    await sessions.renew(one.refreshToken);
    expect(issuer.renew.mock.calls[0]?.[0]).toMatchObject(USER);
  });

  test('replaces the tokens as soon as the issuer returns a new one', async () => {
    const { refreshToken } = await sessions.start(USER, 'browser');
    issuer.renew.mockImplementationOnce(async (_user, store) => {
      await store('second');
      throw new HttpError(503, 'No claims.');
    });
    await expect(sessions.renew(refreshToken)).rejects.toMatchObject({ status: 503 });
    await sessions.renew(refreshToken);
    expect(issuer.renew.mock.calls[1]?.[0]).toMatchObject({ refreshToken: 'second', idToken: USER.idToken });
  });

  test('rejects tokens that were moved to another session', async () => {
    const [one, other] = [await sessions.start(USER, 'browser'), await sessions.start(USER, 'browser')];
    await database.query(
      'update sessions set issuer_tokens = (select issuer_tokens from sessions where id = $1) where id = $2',
      [one.id, other.id],
    );
    await expect(sessions.renew(other.refreshToken)).rejects.toThrow();
    expect(issuer.renew).not.toHaveBeenCalled();
  });

  test('encrypts the tokens with the operator’s key, from the next renewal of earlier sessions on', async () => {
    const withKey = (tokenKey: Buffer) =>
      createSessions({ database, issuer, keys, environment: { ...environment, tokenKey } });
    const operated = withKey(Buffer.alloc(32, 1));
    const earlier = await sessions.start(USER, 'earlier');
    const { refreshToken } = await operated.renew(earlier.refreshToken);
    expect(issuer.renew.mock.calls[0]?.[0]).toMatchObject(USER);

    // Without the key, as with another one, the session ends.
    await expect(sessions.renew(refreshToken)).rejects.toMatchObject({ status: 401 });
    await expect(withKey(Buffer.alloc(32, 2)).renew(refreshToken)).rejects.toMatchObject({ status: 401 });
    await operated.renew(refreshToken);
    expect(issuer.renew).toHaveBeenCalledTimes(2);
    expect(await sessions.endAll('earlier', {})).toBeUndefined();
  });
});

/** Returns the events of the audit log since the previous call. */
async function newEvents(): Promise<unknown[]> {
  const { rows } = await database.query<{ event: unknown }>(
    `with removed as (delete from audit_log returning *)
     select jsonb_build_object('action', action, 'user', user_id, 'sponsor', sponsor_id, 'address', address,
       'name', object_name, 'details', details) as event
     from removed order by id`,
  );
  return rows.map(({ event }) => event);
}

/** Signs in and returns the status with the cookies of the browser. */
async function signIn(): Promise<{ status: number; cookies: Record<string, string> }> {
  const started = await app.inject('/login');
  const state = new URL(started.headers.location ?? '').searchParams.get('state') ?? '';
  const cookies = Object.fromEntries(started.cookies.map(({ name, value }) => [name, value]));
  const url = `/login/callback?code=secret-code&state=${state}`;
  const response = await app.inject({ url, cookies });
  return {
    status: response.statusCode,
    cookies: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])),
  };
}

const noUser = { user: null, sponsor: null, address: '127.0.0.1', name: null, details: null };
const user = { ...noUser, user: 'u-1', sponsor: 'acme' };

describe('the audit log of sessions at an external issuer', () => {
  beforeEach(() => newEvents());

  test('has a sign-in that the issuer rejects, and none without a response', async () => {
    issuer.completeSignIn.mockRejectedValueOnce(unauthorized('Rejected.'));
    expect((await signIn()).status).toBe(401);
    issuer.completeSignIn.mockRejectedValueOnce(new HttpError(403, 'No sponsor.'));
    expect((await signIn()).status).toBe(403);
    issuer.completeSignIn.mockRejectedValueOnce(new HttpError(503, 'Down.'));
    expect((await signIn()).status).toBe(503);
    const failed = { ...noUser, action: 'fail to sign in' };
    expect(await newEvents()).toEqual([failed, failed]);
  });

  test('has a sign-out once for all sessions of a browser, and none of a browser without a session', async () => {
    const { cookies } = await signIn();
    const again = await app.inject({ url: '/logout', cookies });
    expect([again.statusCode, again.headers.location]).toEqual([
      303,
      'https://id.example/id%20token%20of%20the%20issuer',
    ]);
    await app.inject({ url: '/logout', cookies });
    await app.inject('/logout');
    expect(await newEvents()).toEqual([
      { ...user, action: 'sign in' },
      { ...user, action: 'sign out' },
    ]);
  });
});
