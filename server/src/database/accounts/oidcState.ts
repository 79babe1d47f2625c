import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Queryable } from '../sql';

/** Stores the identity provider's state in the database, so that a restart does not sign users out. */
export function createOidcAdapter(database: Queryable): AdapterFactory {
  return (model): Adapter => {
    async function findBy(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
      const { rows } = await database.query<{ payload: AdapterPayload }>(
        `select payload || jsonb_strip_nulls(jsonb_build_object('consumed', floor(extract(epoch from consumed_at)))) as payload
         from oidc_state where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
        [model, value],
      );
      return rows[0]?.payload;
    }
    async function removeBy(column: 'id' | 'grant_id', value: string): Promise<void> {
      await database.query(`delete from oidc_state where model = $1 and ${column} = $2`, [model, value]);
    }
    return {
      async upsert(id, payload, lifeSeconds) {
        await database.query(
          `insert into oidc_state (model, id, payload, grant_id, uid, expires_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
           on conflict (model, id) do update set
             payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
          [model, id, payload, payload.grantId ?? null, payload.uid ?? null, lifeSeconds ?? null],
        );
      },
      find: (id) => findBy('id', id),
      findByUid: (uid) => findBy('uid', uid),
      // Only the device flow, which is disabled, has user codes.
      findByUserCode: () => Promise.resolve(undefined),
      async consume(id) {
        const { rows } = await database.query(
          'update oidc_state set consumed_at = now() where model = $1 and id = $2 and consumed_at is null returning id',
          [model, id],
        );
        if (rows.length > 0) return;
        // Two concurrent requests with one token can both get here. Code that only ends sessions does not load the provider.
        const { errors } = await import('oidc-provider');
        throw new errors.InvalidGrant('already used');
      },
      destroy: (id) => removeBy('id', id),
      revokeByGrantId: (grantId) => removeBy('grant_id', grantId),
    };
  };
}

/** Removes a browser session, its grants, and all codes and tokens issued for them. */
export async function endOidcSession(database: Queryable, sessionId: string): Promise<void> {
  const sessions = createOidcAdapter(database)('Session');
  const session = await sessions.find(sessionId);
  const grantIds = Object.values(session?.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
  for (const grantId of grantIds) {
    await database.query("delete from oidc_state where grant_id = $1 or (model = 'Grant' and id = $1)", [grantId]);
  }
  await sessions.destroy(sessionId);
}

/** Removes expired entries. */
export async function pruneOidcState(database: Queryable): Promise<void> {
  await database.query('delete from oidc_state where expires_at <= now()');
}
