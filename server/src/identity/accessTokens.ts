import { createHash, randomBytes } from 'node:crypto';
import { omit } from '@data-manager/lib/omit';
import { HttpError, unauthorized } from '../common/errors';
import { addToken, findToken, recordUse, type TokenGrant, type TokenIssuer } from '../database/accounts/accessTokens';
import type { AttemptCounter } from '../database/accounts/attempts';
import type { Database, Queryable } from '../database/sql';
import type { Environment } from '../environment/environment';
import type { Principal } from '../http/access';
import type { Issuer } from './issuer';
import { createRateLimit, networkOf } from './rateLimit';

/** Scanners of source code find secrets by it. */
const PREFIX = 'dm_';
const MAX_PER_USER = 100;

/** Wrong tokens from one network. Nobody guesses 256 bits: this bounds the work for a program that repeats a revoked token. */
const LIMIT = {
  name: 'access token',
  max: 300,
  windowSeconds: 60,
  msg: 'Too many requests with an invalid access token. Try again in a minute.',
};

type NewToken = Pick<Principal, 'sponsorId' | 'userId'> &
  Pick<TokenGrant, 'name' | 'scopes' | 'projectHash' | 'datasetHash'> & { readonly expiresAt: Date };

/** The access tokens of users, for programs without a browser. All servers on one database share them. */
export interface AccessTokens {
  readonly issuer: TokenIssuer;
  /**
   * Creates a token. Its secret is returned only here.
   *
   * @throws HttpError 409 if the user has too many.
   */
  create(transaction: Queryable, token: NewToken): Promise<{ readonly id: string; readonly token: string }>;
  /**
   * Returns the caller of a request with a token; undefined if the header contains something else.
   *
   * @throws HttpError 401 if the token is unknown, expired or revoked, 429 after too many of these.
   */
  authenticate(authorization: string | undefined, address: string): Promise<Principal | undefined>;
}

export function createAccessTokens({
  database,
  issuer: { name },
  environment,
  attempts,
}: {
  readonly database: Database;
  readonly issuer: Pick<Issuer, 'name'>;
  readonly environment: Pick<Environment, 'issuer'>;
  readonly attempts: AttemptCounter;
}): AccessTokens {
  const issuer = { name, hasAccounts: environment.issuer === undefined };
  const limit = createRateLimit(attempts, LIMIT);
  return {
    issuer,

    async create(transaction, token) {
      const secret = PREFIX + randomBytes(32).toString('base64url');
      const id = randomBytes(16).toString('base64url');
      const row = { ...token, id, hash: hashOf(secret), issuer: name };
      if (await addToken(transaction, row, MAX_PER_USER)) return { id, token: secret };
      throw new HttpError(
        409,
        `You already have ${String(MAX_PER_USER)} access tokens. Revoke some of them.`,
        'TOO_MANY_TOKENS',
      );
    },

    async authenticate(authorization, address) {
      const secret = /^Bearer +(dm_\S*)$/i.exec(authorization ?? '')?.[1];
      if (secret === undefined) return undefined;
      const token = await findToken(database, issuer, hashOf(secret));
      if (token === undefined) {
        await limit.consume(networkOf(address));
        throw unauthorized('The access token is invalid, has expired or was revoked.');
      }
      await recordUse(database, token);
      const { sponsorId, userId } = token;
      const grant = omit(token, 'sponsorId', 'userId', 'expiresAt', 'lastUsedAt');
      return { sponsorId, userId, isAdmin: false, token: grant };
    },
  };
}

/** SHA-256 without salt and rounds suffices: these slow down guesses of passwords, and nobody guesses 256 random bits. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
