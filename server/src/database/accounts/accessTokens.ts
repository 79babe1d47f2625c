import type { Queryable } from '../sql';

export const TOKEN_SCOPES = ['read', 'upload', 'manage'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** What an access token may do, and where. */
export interface TokenGrant {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** The present path of the place: `sponsor`, `sponsor/project` or `sponsor/project/dataset`. */
  readonly path: string;
  /** Absent if the place is the sponsor. */
  readonly projectHash?: string;
  /** Present if the place is a dataset. */
  readonly datasetHash?: string;
}

/** The user of a token. */
interface TokenUser {
  readonly sponsorId: string;
  readonly userId: string;
}

/** A token that is in force. */
export interface AccessToken extends TokenGrant, TokenUser {
  readonly expiresAt: Date;
  /** To the minute. */
  readonly lastUsedAt?: Date;
}

const SELECT = `select tokens.id, tokens.name, scopes, tokens.sponsor_id as "sponsorId", user_id as "userId",
    concat_ws('/', tokens.sponsor_id, projects.title, datasets.name) as path,
    tokens.project_hash as "projectHash", tokens.dataset_hash as "datasetHash",
    tokens.expires_at as "expiresAt", last_used_at as "lastUsedAt"
  from access_tokens tokens
    left join projects on projects.hash = tokens.project_hash
    left join datasets on datasets.hash = tokens.dataset_hash`;

/** Where the tokens of users are valid. */
export interface TokenIssuer {
  readonly name: string;
  /** The users have accounts in this database: the token of a user without one is void. */
  readonly hasAccounts: boolean;
}

const IN_FORCE = `tokens.expires_at > now() and issuer = $1 and (not $2::boolean or exists (
    select from users where users.id = tokens.user_id and users.sponsor_id = tokens.sponsor_id))`;

/** Finds a token in force by the hash of its secret. */
export async function findToken(
  database: Queryable,
  { name, hasAccounts }: TokenIssuer,
  hash: string,
): Promise<AccessToken | undefined> {
  const { rows } = await database.query<AccessToken>(`${SELECT} where ${IN_FORCE} and tokens.hash = $3`, [
    name,
    hasAccounts,
    hash,
  ]);
  return rows[0];
}

/**
 * Lists tokens in force, the newest first.
 *
 * @param userId Only those of this user; undefined for all of the sponsor's.
 */
export async function listTokens(
  database: Queryable,
  { name, hasAccounts }: TokenIssuer,
  sponsorId: string,
  userId: string | undefined,
): Promise<AccessToken[]> {
  const { rows } = await database.query<AccessToken>(
    `${SELECT} where ${IN_FORCE} and tokens.sponsor_id = $3 and ($4::text is null or user_id = $4)
     order by tokens.created_at desc, tokens.id`,
    [name, hasAccounts, sponsorId, userId ?? null],
  );
  return rows;
}

/** Adds a token unless its user has as many as allowed. Returns whether it was added. */
export async function addToken(
  database: Queryable,
  token: TokenUser &
    Pick<TokenGrant, 'id' | 'name' | 'scopes' | 'projectHash' | 'datasetHash'> & {
      readonly hash: string;
      readonly issuer: string;
      readonly expiresAt: Date;
    },
  maxPerUser: number,
): Promise<boolean> {
  const { rows } = await database.query(
    `insert into access_tokens (id, hash, name, scopes, sponsor_id, user_id, issuer, project_hash, dataset_hash, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
     where $11 > (select count(*) from access_tokens where sponsor_id = $5 and user_id = $6 and expires_at > now())
     returning 1`,
    [
      token.id,
      token.hash,
      token.name,
      token.scopes,
      token.sponsorId,
      token.userId,
      token.issuer,
      token.projectHash ?? null,
      token.datasetHash ?? null,
      token.expiresAt,
      maxPerUser,
    ],
  );
  return rows.length > 0;
}

/** Records the use of a token, at most once a minute, so that its requests need not write. */
export async function recordUse(database: Queryable, { id, lastUsedAt }: AccessToken): Promise<void> {
  if (lastUsedAt !== undefined && Date.now() - lastUsedAt.getTime() < 60_000) return;
  await database.query('update access_tokens set last_used_at = now() where id = $1', [id]);
}

/** Revokes a token. Returns its name; undefined if there is none. */
export async function removeToken(
  database: Queryable,
  { id, sponsorId, userId }: { readonly id: string; readonly sponsorId: string; readonly userId: string | undefined },
): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>(
    'delete from access_tokens where id = $1 and sponsor_id = $2 and ($3::text is null or user_id = $3) returning name',
    [id, sponsorId, userId ?? null],
  );
  return rows[0]?.name;
}

/** Revokes all tokens that a user has in a sponsor. */
export async function removeTokensOf(database: Queryable, { sponsorId, userId }: TokenUser): Promise<void> {
  await database.query('delete from access_tokens where sponsor_id = $1 and user_id = $2', [sponsorId, userId]);
}

/** Removes expired tokens. */
export async function pruneTokens(database: Queryable): Promise<void> {
  await database.query('delete from access_tokens where expires_at <= now()');
}

/** Returns whether a token has requested an archive. */
export async function hasRequested(database: Queryable, tokenId: string, ref: string): Promise<boolean> {
  const { rows } = await database.query('select 1 from archives where ref = $1 and token_id = $2', [ref, tokenId]);
  return rows.length > 0;
}

/** Records which token has requested an archive. */
export async function recordRequest(transaction: Queryable, tokenId: string, ref: string): Promise<void> {
  await transaction.query('update archives set token_id = $2 where ref = $1', [ref, tokenId]);
}
