import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { HttpError, unauthorized } from '../common/errors';
import { secretsEqual } from '../common/secretsEqual';
import { removeTokensOf } from '../database/accounts/accessTokens';
import {
  addSession,
  claimRenewal,
  completeRenewal,
  endSession,
  endSessionsOf,
  findLiveSessions,
  findSession,
  releaseRenewal,
  storeRefreshToken,
  type Session,
  type SessionTable,
} from '../database/accounts/sessions';
import { recordEvent, type Actor } from '../database/activity/auditLog';
import type { Database } from '../database/sql';
import type { Environment } from '../environment/environment';
import { RejectedRefreshTokenError, type Issuer, type SignedInUser } from './issuer';
import { issuerUnavailable } from './issuerTokens';
import type { IdentityKeys } from './keys';

/** A refresh token can be repeated for this long, because the first response may have been lost. */
const REPEAT_SECONDS = 30;
/** Longer than the timeouts for the identity provider together. */
const CLAIM_SECONDS = 20;
/** How often a server checks whether another one has completed a renewal. */
const CHECK_EVERY_MS = 200;
/** Sessions that the identity provider can't renew end after a working day. */
const UNRENEWED_SECONDS = 8 * 60 * 60;

/** A session with its current refresh token. */
export type SessionTokens = Pick<Session, 'id' | 'identity'> & { readonly refreshToken: string };

/** The sessions of signed-in users, shared by all servers on one database. */
export type Sessions = ReturnType<typeof createSessions>;

interface Dependencies {
  readonly database: Database;
  readonly issuer: Issuer;
  readonly keys: Pick<IdentityKeys, 'previewSecret'>;
  readonly environment: Pick<Environment, 'refreshTokenSeconds' | 'tokenKey'>;
}

export function createSessions({ database, issuer, keys, environment }: Dependencies) {
  const key = createHmac('sha256', keys.previewSecret).update('refresh token').digest();
  const derivedKey = Buffer.from(hkdfSync('sha256', keys.previewSecret, '', 'tokens of the identity provider', 32));
  const { tokenKey } = environment;
  // Sessions that started before the operator set a key remain valid.
  const table: SessionTable = { database, tokenKeys: tokenKey === undefined ? [derivedKey] : [tokenKey, derivedKey] };
  const { refreshTokenSeconds } = environment;
  const unrenewedSeconds = Math.min(UNRENEWED_SECONDS, refreshTokenSeconds);
  /** Renewals in progress by refresh token: several tabs may refresh at the same time. */
  const renewals = new Map<string, Promise<SessionTokens>>();

  function macOf(id: string, generation: number): string {
    return createHmac('sha256', key)
      .update(JSON.stringify([id, generation]))
      .digest('base64url');
  }

  function tokensOf({ id, identity, generation }: Session): SessionTokens {
    return { id, identity, refreshToken: [id, generation, macOf(id, generation)].join('.') };
  }

  function readRefreshToken(token: string): Pick<Session, 'id' | 'generation'> {
    const [, id = '', digits = '', mac = ''] = /^([\w-]{1,64})\.(\d{1,9})\.([\w-]+)$/.exec(token) ?? [];
    const generation = Number(digits);
    if (!secretsEqual(mac, macOf(id, generation))) throw sessionEnded();
    return { id, generation };
  }

  async function renew(token: string): Promise<SessionTokens> {
    const { id, generation } = readRefreshToken(token);
    const giveUpAt = performance.now() + CLAIM_SECONDS * 1_000;
    do {
      const session = await findSession(table, issuer.name, id);
      if (session === undefined) throw sessionEnded();
      if (generation !== session.generation) {
        const isRepeat = generation === session.generation - 1 && session.secondsSinceRenewal < REPEAT_SECONDS;
        if (isRepeat) return tokensOf(session);
        await endSession(database, id);
        throw sessionEnded();
      }
      const claimed = await claimRenewal(table, session, CLAIM_SECONDS);
      if (claimed !== undefined) return renewClaimed(claimed);
      // Another server renews this session.
      await wait(CHECK_EVERY_MS);
    } while (performance.now() < giveUpAt);
    throw issuerUnavailable();
  }

  async function renewClaimed(session: Session): Promise<SessionTokens> {
    try {
      const user = await issuer.renew(session, (refreshToken) => storeRefreshToken(table, session, refreshToken));
      return await complete(session, user, user.refreshToken === undefined ? undefined : refreshTokenSeconds);
    } catch (error) {
      // An earlier attempt may have replaced the refresh token, and the new one was lost when a connection or server
      // failed.
      const mayBeReplaced = error instanceof RejectedRefreshTokenError && session.renewalAttempts > 1;
      if (mayBeReplaced) return complete(session, { ...session, refreshToken: undefined }, unrenewedSeconds);
      const hasEnded = error instanceof HttpError && error.status < 500;
      // The claims of the user no longer give access to the sponsor.
      if (hasEnded && error.status === 403) await removeTokensOf(database, session.identity);
      await (hasEnded ? endSession(database, session.id) : releaseRenewal(database, session));
      throw hasEnded ? sessionEnded() : error;
    }
  }

  async function complete(
    session: Session,
    user: SignedInUser,
    lifeSeconds: number | undefined,
  ): Promise<SessionTokens> {
    const renewed =
      (await completeRenewal(table, { ...session, ...user }, lifeSeconds)) ??
      // Another server has completed a renewal after the claim expired.
      (await findSession(table, issuer.name, session.id));
    if (renewed === undefined) throw sessionEnded();
    if (renewed.identity.sponsorId !== session.identity.sponsorId) await removeTokensOf(database, session.identity);
    return tokensOf(renewed);
  }

  return {
    /** Starts a session in a browser. */
    async start(user: SignedInUser, browserId: string): Promise<SessionTokens> {
      const lifeSeconds = user.refreshToken === undefined ? unrenewedSeconds : refreshTokenSeconds;
      const id = randomBytes(16).toString('base64url');
      return tokensOf(await addSession(table, { ...user, id, browserId, issuer: issuer.name, lifeSeconds }));
    },

    /**
     * Exchanges a refresh token for the next one. For 30 seconds, the same token gets the same result. Later use ends the
     * session, because the token may have been stolen.
     *
     * @throws HttpError 401 if the session has ended, 503 if the identity provider doesn't respond.
     */
    renew(token: string): Promise<SessionTokens> {
      const running = renewals.get(token) ?? renew(token).finally(() => renewals.delete(token));
      renewals.set(token, running);
      return running;
    },

    /** Returns the user of a session; undefined if it has ended. */
    findLive: createBatch(async (ids) => {
      const live = await database.readEarly((early) => findLiveSessions(early, issuer.name, ids));
      // Clients can see that a session has ended, so the result must be on disk.
      return live.size === ids.length ? live : findLiveSessions(database, issuer.name, ids);
    }),

    /**
     * Ends all sessions of a browser and records it. Returns an id token that the identity provider issued for one.
     *
     * @param request The address and id of the request, for the audit log.
     */
    endAll: (browserId: string, request: Actor): Promise<string | undefined> =>
      database.transaction(async (transaction) => {
        const ended = await endSessionsOf({ ...table, database: transaction }, browserId);
        const users = new Map(ended.map(({ userId, sponsorId }) => [userId, sponsorId]));
        for (const [userId, sponsorId] of users) {
          const actor = { ...request, userId, sponsorId };
          await recordEvent(transaction, actor, { action: 'sign out', type: 'session' });
        }
        return ended[0]?.idToken;
      }),
  };
}

/** Looks up in one query all values that arrive during the previous query and the current turn of the event loop. */
function createBatch<Found>(
  find: (values: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (value: string) => Promise<Found | undefined> {
  let next: { readonly values: Set<string>; readonly found: Promise<ReadonlyMap<string, Found>> } | undefined;
  let running: Promise<unknown> = Promise.resolve();

  return async (value) => {
    if (next === undefined) {
      const values = new Set<string>();
      const found = running.then(nextTurn).then(() => {
        next = undefined;
        return find([...values]);
      });
      running = found.catch(() => undefined);
      next = { values, found };
    }
    next.values.add(value);
    return (await next.found).get(value);
  };
}

function sessionEnded(): HttpError {
  return unauthorized('The session has ended. Sign in again.');
}
