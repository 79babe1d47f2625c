import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { onlyRow, type Queryable } from '../sql';
import { decrypt, encrypt } from './encryption';

/** A user as described by the claims of the identity provider. */
export interface Identity {
  /** The id at the identity provider. */
  readonly subject: string;
  readonly userId: string;
  readonly sponsorId: string;
  readonly isAdmin: boolean;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

/** Tokens of the identity provider that belong to a session. */
export interface IssuerTokens {
  readonly refreshToken: string | undefined;
  /** Identifies the user to the identity provider when signing out. */
  readonly idToken: string | undefined;
}

/** The session of a signed-in user. */
export interface Session extends IssuerTokens {
  readonly id: string;
  readonly identity: Identity;
  /** The number of renewals, which each refresh token contains. */
  readonly generation: number;
  /** The time since the latest renewal or the sign-in. */
  readonly secondsSinceRenewal: number;
  /** The number of attempts to renew the session since then. */
  readonly renewalAttempts: number;
}

/** The database, and the keys for the tokens of the identity provider. */
export interface SessionTable {
  readonly database: Queryable;
  /** The first one encrypts; all of them decrypt. */
  readonly tokenKeys: readonly [Buffer, ...Buffer[]];
}

type SessionRow = Omit<Session, keyof IssuerTokens>;

const COLUMNS = `id, generation, renewal_attempts as "renewalAttempts",
  extract(epoch from now() - renewed_at)::double precision as "secondsSinceRenewal",
  json_strip_nulls(json_build_object('subject', subject, 'userId', user_id, 'sponsorId', sponsor_id, 'isAdmin', is_admin,
    'name', name, 'email', email)) as identity`;

/** The encrypted tokens of the identity provider. */
interface EncryptedTokens {
  readonly id: string;
  readonly encrypted: string;
}

const ENCRYPTED = 'issuer_tokens as encrypted';

const StoredTokens = Type.Object({
  refreshToken: Type.Optional(Type.String()),
  idToken: Type.Optional(Type.String()),
});

/** Returns the tokens of a session; undefined if none of the keys decrypts them. */
function readTokens({ tokenKeys }: SessionTable, { id, encrypted }: EncryptedTokens): IssuerTokens | undefined {
  for (const key of tokenKeys) {
    const text = decrypt(key, encrypted, id);
    if (text === undefined) continue;
    const tokens: unknown = JSON.parse(text);
    if (Value.Check(StoredTokens, tokens)) return { refreshToken: tokens.refreshToken, idToken: tokens.idToken };
  }
  return undefined;
}

function encryptTokens(
  { tokenKeys: [key] }: SessionTable,
  { id, refreshToken, idToken }: IssuerTokens & { readonly id: string },
): string {
  return encrypt(key, JSON.stringify({ refreshToken, idToken }), id);
}

/** Returns undefined for a session without a row, or with tokens that can't be decrypted. */
function readSession(table: SessionTable, row: (SessionRow & EncryptedTokens) | undefined): Session | undefined {
  if (row === undefined) return undefined;
  const { encrypted, ...session } = row;
  const tokens = readTokens(table, { id: row.id, encrypted });
  return tokens && { ...session, ...tokens };
}

function withTokens(row: SessionRow, { refreshToken, idToken }: IssuerTokens): Session {
  return { ...row, refreshToken, idToken };
}

/** Values of the columns user_id, sponsor_id, is_admin, name and email. */
function identityValues({ userId, sponsorId, isAdmin, name, email }: Identity): unknown[] {
  return [userId, sponsorId, isAdmin, name ?? null, email ?? null];
}

/** Adds the session of a sign-in. */
export async function addSession(
  table: SessionTable,
  session: IssuerTokens & {
    readonly id: string;
    readonly browserId: string;
    readonly issuer: string;
    readonly identity: Identity;
    readonly lifeSeconds: number;
  },
): Promise<Session> {
  const result = await table.database.query<SessionRow>(
    `insert into sessions (id, browser_id, issuer, subject, user_id, sponsor_id, is_admin, name, email, issuer_tokens,
       expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11)) returning ${COLUMNS}`,
    [
      session.id,
      session.browserId,
      session.issuer,
      session.identity.subject,
      ...identityValues(session.identity),
      encryptTokens(table, session),
      session.lifeSeconds,
    ],
  );
  return withTokens(onlyRow(result), session);
}

/** Finds a session that has not ended, and whose tokens can be decrypted. */
export async function findSession(table: SessionTable, issuer: string, id: string): Promise<Session | undefined> {
  const result = await table.database.query<SessionRow & EncryptedTokens>(
    `select ${COLUMNS}, ${ENCRYPTED} from sessions where id = $1 and issuer = $2 and expires_at > now()`,
    [id, issuer],
  );
  return readSession(table, result.rows[0]);
}

/** The user of a session, with the rights that its latest renewal has confirmed. */
export type LiveSession = Pick<Identity, 'userId' | 'sponsorId' | 'isAdmin'>;

/** Returns the users of the sessions that have not ended, by the id of the session. */
export async function findLiveSessions(
  database: Queryable,
  issuer: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LiveSession>> {
  const { rows } = await database.query<LiveSession & { readonly id: string }>(
    `select id, user_id as "userId", sponsor_id as "sponsorId", is_admin as "isAdmin"
     from sessions where id = any($1) and issuer = $2 and expires_at > now()`,
    [ids, issuer],
  );
  return new Map(rows.map(({ id, ...user }) => [id, user]));
}

/** Claims the renewal of a session for some seconds. Returns the session for only one of several concurrent calls. */
export async function claimRenewal(
  table: SessionTable,
  { id, generation }: Pick<Session, 'id' | 'generation'>,
  seconds: number,
): Promise<Session | undefined> {
  const result = await table.database.query<SessionRow & EncryptedTokens>(
    `update sessions set renewing_until = now() + make_interval(secs => $3), renewal_attempts = renewal_attempts + 1
     where id = $1 and generation = $2 and (renewing_until is null or renewing_until <= now()) 
     returning ${COLUMNS}, ${ENCRYPTED}`,
    [id, generation, seconds],
  );
  return readSession(table, result.rows[0]);
}

/** Stores the identity provider's new refresh token during a claimed renewal. */
export async function storeRefreshToken(
  table: SessionTable,
  session: Pick<Session, 'id' | 'generation' | 'idToken'>,
  refreshToken: string,
): Promise<void> {
  const tokens = encryptTokens(table, { ...session, refreshToken });
  await table.database.query(
    'update sessions set issuer_tokens = $3, renewal_attempts = 0 where id = $1 and generation = $2',
    [session.id, session.generation, tokens],
  );
}

/** Releases a claimed renewal. */
export async function releaseRenewal(
  database: Queryable,
  { id, generation }: Pick<Session, 'id' | 'generation'>,
): Promise<void> {
  await database.query('update sessions set renewing_until = null where id = $1 and generation = $2', [id, generation]);
}

/**
 * Completes a claimed renewal. Returns undefined if the session has ended in the meantime.
 *
 * @param lifeSeconds The time until it expires; undefined keeps the present time.
 */
export async function completeRenewal(
  table: SessionTable,
  session: Session,
  lifeSeconds: number | undefined,
): Promise<Session | undefined> {
  const result = await table.database.query<SessionRow>(
    `update sessions set generation = generation + 1, renewed_at = now(), renewing_until = null, renewal_attempts = 0,
       user_id = $3, sponsor_id = $4, is_admin = $5, name = $6, email = $7, issuer_tokens = $8,
       expires_at = coalesce(now() + make_interval(secs => $9), expires_at)
     where id = $1 and generation = $2 returning ${COLUMNS}`,
    [
      session.id,
      session.generation,
      ...identityValues(session.identity),
      encryptTokens(table, session),
      lifeSeconds ?? null,
    ],
  );
  return result.rows[0] && withTokens(result.rows[0], session);
}

/** Ends a session. */
export async function endSession(database: Queryable, id: string): Promise<void> {
  await database.query('delete from sessions where id = $1', [id]);
}

/** Ends the sessions of a browser. Returns them with the tokens of the identity provider, the latest first. */
export async function endSessionsOf(
  table: SessionTable,
  browserId: string,
): Promise<(IssuerTokens & Pick<Identity, 'userId' | 'sponsorId'>)[]> {
  const { rows } = await table.database.query<EncryptedTokens & { userId: string; sponsorId: string; renewedAt: Date }>(
    `delete from sessions where browser_id = $1
     returning id, ${ENCRYPTED}, user_id as "userId", sponsor_id as "sponsorId", renewed_at as "renewedAt"`,
    [browserId],
  );
  return rows
    .toSorted((a, b) => Number(b.renewedAt) - Number(a.renewedAt))
    .map(({ userId, sponsorId, ...row }) => {
      const { refreshToken, idToken } = readTokens(table, row) ?? {};
      return { refreshToken, idToken, userId, sponsorId };
    });
}

/** Removes expired sessions. */
export async function pruneSessions(database: Queryable): Promise<void> {
  await database.query('delete from sessions where expires_at <= now()');
}
