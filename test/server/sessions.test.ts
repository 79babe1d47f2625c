import { HttpError, unauthorized } from '../../server/src/common/errors';
import type * as SessionRows from '../../server/src/database/accounts/sessions';
import type { Database, Queryable } from '../../server/src/database/sql';
import { RejectedRefreshTokenError, type Issuer, type SignedInUser } from '../../server/src/identity/issuer';
import { createSessions, type Sessions } from '../../server/src/identity/sessions';

interface Row {
  session: SessionRows.Session;
  renewedAt: number;
  claimedUntil: number;
  lifeSeconds: number;
}

const rows = new Map<string, Row>();
const queries: (readonly string[])[] = [];
let seconds = 0;

/** The rows of `database/sessions.ts` in memory: Jest can't load the embedded database. */
jest.mock('../../server/src/database/accounts/sessions', (): Partial<typeof SessionRows> => {
  const find = (id: string): SessionRows.Session | undefined => {
    const row = rows.get(id);
    return row && { ...row.session, secondsSinceRenewal: seconds - row.renewedAt };
  };
  return {
    addSession: (_database, { id, identity, refreshToken, idToken, lifeSeconds }) => {
      const session = {
        id,
        identity,
        refreshToken,
        idToken,
        generation: 0,
        secondsSinceRenewal: 0,
        renewalAttempts: 0,
      };
      rows.set(id, { session, renewedAt: seconds, claimedUntil: 0, lifeSeconds });
      return Promise.resolve(session);
    },
    findSession: (_database, _issuer, id) => Promise.resolve(find(id)),
    findLiveSessions: (_database, _issuer, ids) => {
      queries.push(ids);
      const found = ids.flatMap((id) => rows.get(id) ?? []);
      return Promise.resolve(new Map(found.map(({ session }) => [session.id, session.identity])));
    },
    claimRenewal: (_database, { id, generation }, claimSeconds) => {
      const row = rows.get(id);
      if (row?.session.generation !== generation || row.claimedUntil > seconds) return Promise.resolve(undefined);
      row.claimedUntil = seconds + claimSeconds;
      row.session = { ...row.session, renewalAttempts: row.session.renewalAttempts + 1 };
      return Promise.resolve(row.session);
    },
    storeRefreshToken: (_database, { id }, refreshToken) => {
      const row = rows.get(id);
      if (row !== undefined) row.session = { ...row.session, refreshToken, renewalAttempts: 0 };
      return Promise.resolve();
    },
    releaseRenewal: (_database, { id }) => {
      const row = rows.get(id);
      if (row !== undefined) row.claimedUntil = 0;
      return Promise.resolve();
    },
    completeRenewal: (_database, session, lifeSeconds) => {
      const row = rows.get(session.id);
      if (row?.session.generation !== session.generation) return Promise.resolve(undefined);
      row.session = { ...session, generation: session.generation + 1, renewalAttempts: 0 };
      row.renewedAt = seconds;
      row.claimedUntil = 0;
      row.lifeSeconds = lifeSeconds ?? row.lifeSeconds;
      return Promise.resolve(row.session);
    },
    endSession: (_database, id) => Promise.resolve(void rows.delete(id)),
  };
});

const removeTokensOf = jest.fn(() => Promise.resolve());
jest.mock('../../server/src/database/accounts/accessTokens', () => ({ removeTokensOf: () => removeTokensOf() }));

const USER: SignedInUser = {
  identity: { subject: 's', userId: 'u', sponsorId: 'acme', isAdmin: false },
  refreshToken: 'issued-0',
  idToken: undefined,
};

const renewAtIssuer = jest.fn<ReturnType<Issuer['renew']>, Parameters<Issuer['renew']>>();

/** Creates the sessions of one of several servers on one database. */
function newServer(previewSecret = 'secret'): Sessions {
  return createSessions({
    database: { readEarly: (task: (early: Queryable) => unknown) => task({} as Queryable) } as Database,
    issuer: { name: 'issuer', renew: renewAtIssuer } as unknown as Issuer,
    keys: { previewSecret },
    environment: { refreshTokenSeconds: 1_000_000, tokenKey: undefined },
  });
}

beforeEach(() => {
  rows.clear();
  queries.length = 0;
  removeTokensOf.mockClear();
  seconds = 100;
  renewAtIssuer.mockReset().mockImplementation((user) => Promise.resolve(user));
});

const ended = { status: 401, code: 'UNAUTHORIZED' };

describe('a refresh token', () => {
  it('can be repeated for 30 seconds and then ends the session', async () => {
    const server = newServer();
    const { id, refreshToken } = await server.start(USER, 'browser');
    const next = await server.renew(refreshToken);
    seconds += 29;
    expect((await server.renew(refreshToken)).refreshToken).toBe(next.refreshToken);
    expect(renewAtIssuer).toHaveBeenCalledTimes(1);
    seconds += 1;
    await expect(server.renew(refreshToken)).rejects.toMatchObject(ended);
    expect(rows.has(id)).toBe(false);
  });

  it('a refresh token of an installation with other keys is rejected without ending the session', async () => {
    const server = newServer();
    const { id, refreshToken } = await newServer('other').start(USER, 'browser');
    await expect(server.renew(refreshToken)).rejects.toMatchObject(ended);
    expect(rows.has(id)).toBe(true);
  });

  it('is used once at the issuer if two servers get it at the same time', async () => {
    const servers = [newServer(), newServer()];
    const started = await newServer().start(USER, 'browser');
    const tokens = await Promise.all(servers.map((server) => server.renew(started.refreshToken)));
    expect(new Set(tokens.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    expect(renewAtIssuer).toHaveBeenCalledTimes(1);
  });

  it('stays valid if the issuer doesn’t respond', async () => {
    const server = newServer();
    const { refreshToken } = await server.start(USER, 'browser');
    renewAtIssuer.mockRejectedValueOnce(new HttpError(503, 'Down.'));
    await expect(server.renew(refreshToken)).rejects.toMatchObject({ status: 503 });
    seconds += 3_600;
    expect((await server.renew(refreshToken)).identity).toEqual(USER.identity);
  });

  it('is invalid if the session ended during the renewal', async () => {
    const server = newServer();
    const { id, refreshToken } = await server.start(USER, 'browser');
    renewAtIssuer.mockImplementationOnce((user) => {
      rows.delete(id);
      return Promise.resolve(user);
    });
    await expect(server.renew(refreshToken)).rejects.toMatchObject(ended);
  });

  it('is invalid after the issuer has rejected its own', async () => {
    const server = newServer();
    const { id, refreshToken } = await server.start(USER, 'browser');
    renewAtIssuer.mockRejectedValueOnce(new RejectedRefreshTokenError());
    await expect(server.renew(refreshToken)).rejects.toMatchObject(ended);
    expect(rows.has(id)).toBe(false);
  });
});

describe('the access tokens of a user', () => {
  it('the access tokens of a user end when the claims of the user give no access any more, or give access to another sponsor', async () => {
    const server = newServer();
    const { refreshToken } = await server.start(USER, 'browser');
    renewAtIssuer.mockRejectedValueOnce(new HttpError(403, 'No sponsor.'));
    await expect(server.renew(refreshToken)).rejects.toMatchObject(ended);
    expect(removeTokensOf).toHaveBeenCalledTimes(1);

    const other = await server.start(USER, 'browser');
    renewAtIssuer.mockResolvedValueOnce({ ...USER, identity: { ...USER.identity, sponsorId: 'globex' } });
    await server.renew(other.refreshToken);
    expect(removeTokensOf).toHaveBeenCalledTimes(2);
  });

  it('the access tokens of a user remain when a session ends or is renewed', async () => {
    const server = newServer();
    const { refreshToken } = await server.start(USER, 'browser');
    const next = await server.renew(refreshToken);
    renewAtIssuer.mockRejectedValueOnce(new RejectedRefreshTokenError());
    await expect(server.renew(next.refreshToken)).rejects.toMatchObject(ended);
    expect(removeTokensOf).not.toHaveBeenCalled();
  });
});

describe('a server that is killed during a renewal', () => {
  /** Never completes the renewal on one server, and starts it on another after the claim has expired. */
  async function takeOver(rejection: Error) {
    const { id, refreshToken } = await newServer().start(USER, 'browser');
    const reached = new Promise<void>((resolve) => {
      renewAtIssuer.mockImplementationOnce(() => {
        resolve();
        return new Promise<never>(() => undefined);
      });
    });
    void newServer().renew(refreshToken);
    await reached;
    seconds += 21;
    renewAtIssuer.mockRejectedValueOnce(rejection);
    return { id, renewal: newServer().renew(refreshToken) };
  }

  it('leaves a session of eight hours if it loses the new refresh token of the issuer', async () => {
    const { id, renewal } = await takeOver(new RejectedRefreshTokenError());
    const renewed = await renewal;
    expect(renewed.identity).toEqual(USER.identity);
    expect(rows.get(id)).toMatchObject({ lifeSeconds: 8 * 3_600, session: { refreshToken: undefined } });
    await newServer().renew(renewed.refreshToken);
    expect(rows.get(id)?.lifeSeconds).toBe(8 * 3_600);
  });

  it('leaves no session to a user whom the issuer rejects', async () => {
    const { id, renewal } = await takeOver(unauthorized('The token belongs to another user.'));
    await expect(renewal).rejects.toMatchObject(ended);
    expect(rows.has(id)).toBe(false);
  });

  it('has stored the new refresh token before it reads the claims of the user', async () => {
    const server = newServer();
    const { id, refreshToken } = await server.start(USER, 'browser');
    renewAtIssuer.mockImplementationOnce(async (_user, store) => {
      await store('issued-1');
      throw new HttpError(503, 'No claims.');
    });
    await expect(server.renew(refreshToken)).rejects.toMatchObject({ status: 503 });
    renewAtIssuer.mockRejectedValueOnce(new RejectedRefreshTokenError());
    await expect(server.renew(refreshToken)).rejects.toMatchObject(ended);
    expect(renewAtIssuer.mock.calls[1]?.[0].refreshToken).toBe('issued-1');
    expect(rows.has(id)).toBe(false);
  });
});

describe('a session', () => {
  it('gets the latest claims and tokens of the issuer', async () => {
    const server = newServer();
    const started = await server.start(USER, 'browser');
    renewAtIssuer.mockImplementationOnce((user) =>
      Promise.resolve({ ...user, identity: { ...user.identity, isAdmin: true }, refreshToken: 'issued-1' }),
    );
    const renewed = await server.renew(started.refreshToken);
    expect(renewed.identity.isAdmin).toBe(true);
    await server.renew(renewed.refreshToken);
    expect(renewAtIssuer.mock.calls.map(([user]) => user.refreshToken)).toEqual(['issued-0', 'issued-1']);
  });

  it('a session that the issuer can’t renew ends after eight hours, however often it is renewed', async () => {
    const server = newServer();
    const { id, refreshToken } = await server.start({ ...USER, refreshToken: undefined }, 'browser');
    expect(rows.get(id)?.lifeSeconds).toBe(8 * 3_600);
    await server.renew(refreshToken);
    expect(rows.get(id)?.lifeSeconds).toBe(8 * 3_600);
  });

  it('is looked up together with others that are requested at the same time, and again before it counts as ended', async () => {
    const server = newServer();
    const { id } = await server.start(USER, 'browser');
    const answers = Promise.all([server.findLive(id), server.findLive(id), server.findLive('none')]);
    expect(await answers).toEqual([USER.identity, USER.identity, undefined]);
    rows.delete(id);
    expect(await server.findLive(id)).toBeUndefined();
    expect(queries).toEqual([[id, 'none'], [id, 'none'], [id], [id]]);
  });
});
