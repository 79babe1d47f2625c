import { onlyRow, type Queryable } from '../sql';

/**
 * Returns a secret that all servers on one database share.
 *
 * @param create Creates the secret for the first server. Of several that start together, one succeeds.
 */
export async function shareSecret(
  database: Queryable,
  name: 'identity' | 'url-signing' | 'sealing',
  create: () => Promise<object>,
): Promise<unknown> {
  const find = () => database.query<{ value: unknown }>('select value from secrets where name = $1', [name]);
  const existing = (await find()).rows[0];
  if (existing !== undefined) return existing.value;
  await database.query('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [
    name,
    await create(),
  ]);
  return onlyRow(await find()).value;
}

/** Replaces a secret, unless another server has done so. */
export async function replaceSecret(database: Queryable, name: 'sealing', old: object, value: object): Promise<void> {
  await database.query('update secrets set value = $3 where name = $1 and value = $2', [name, old, value]);
}

/** Returns the message for a row of `secrets` that is not a valid secret of this name. */
export function damagedSecret(name: string): string {
  return (
    `The keys in the row “${name}” of the database table “secrets” are damaged. Restore the database from a backup, or ` +
    'delete the row to create new keys.'
  );
}
