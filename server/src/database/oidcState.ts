import type { AdapterPayload } from 'oidc-provider';
import type { Queryable } from './sql';

interface StateRow {
  payload: AdapterPayload;
  consumed_seconds: number | null;
}

const COLUMNS = 'payload, extract(epoch from consumed_at)::double precision as consumed_seconds';

function toPayload(row: StateRow | undefined): AdapterPayload | undefined {
  if (row === undefined) return undefined;
  return row.consumed_seconds === null ? row.payload : { ...row.payload, consumed: Math.floor(row.consumed_seconds) };
}

/**
 * Stores a session, grant, code or token of the identity provider, replacing one with the same id.
 *
 * @param lifeSeconds The time until it expires; undefined if it never does.
 */
export async function putOidcState(
  database: Queryable,
  model: string,
  id: string,
  payload: AdapterPayload,
  lifeSeconds: number | undefined,
): Promise<void> {
  await database.query(
    `insert into oidc_state (model, id, payload, grant_id, uid, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
     on conflict (model, id) do update set
       payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
    [model, id, payload, payload.grantId ?? null, payload.uid ?? null, lifeSeconds ?? null],
  );
}

/** Finds an entry that has not expired. */
export async function findOidcState(
  database: Queryable,
  model: string,
  id: string,
): Promise<AdapterPayload | undefined> {
  const result = await database.query<StateRow>(
    `select ${COLUMNS} from oidc_state where model = $1 and id = $2 and (expires_at is null or expires_at > now())`,
    [model, id],
  );
  return toPayload(result.rows[0]);
}

/** Finds an entry by its `uid`, the second key of sessions. */
export async function findOidcStateByUid(
  database: Queryable,
  model: string,
  uid: string,
): Promise<AdapterPayload | undefined> {
  const result = await database.query<StateRow>(
    `select ${COLUMNS} from oidc_state where model = $1 and uid = $2 and (expires_at is null or expires_at > now())`,
    [model, uid],
  );
  return toPayload(result.rows[0]);
}

/** Marks a code or token as used. Returns `true` for only one of several concurrent calls. */
export async function consumeOidcState(database: Queryable, model: string, id: string): Promise<boolean> {
  const result = await database.query(
    'update oidc_state set consumed_at = now() where model = $1 and id = $2 and consumed_at is null returning id',
    [model, id],
  );
  return result.rows.length > 0;
}

/** Removes an entry. */
export async function removeOidcState(database: Queryable, model: string, id: string): Promise<void> {
  await database.query('delete from oidc_state where model = $1 and id = $2', [model, id]);
}

/** Removes the entries of a model that were issued for a grant. */
export async function removeOidcStateOfGrant(database: Queryable, model: string, grantId: string): Promise<void> {
  await database.query('delete from oidc_state where model = $1 and grant_id = $2', [model, grantId]);
}

/** Removes a browser session, its grants, and all codes and tokens issued for them. */
export async function endOidcSession(database: Queryable, sessionId: string): Promise<void> {
  const session = await findOidcState(database, 'Session', sessionId);
  const grantIds = Object.values(session?.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
  for (const grantId of grantIds) {
    await database.query("delete from oidc_state where grant_id = $1 or (model = 'Grant' and id = $1)", [grantId]);
  }
  await removeOidcState(database, 'Session', sessionId);
}

/** Removes expired entries. */
export async function pruneOidcState(database: Queryable): Promise<void> {
  await database.query('delete from oidc_state where expires_at <= now()');
}
