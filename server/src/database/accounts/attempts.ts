import { createHash } from 'node:crypto';
import { onlyRow, type Queryable } from '../sql';

/** The attempts in a window of time. */
interface AttemptCount {
  readonly count: number;
  /** The time until the window ends. */
  readonly secondsLeft: number;
}

/** Counts attempts by key, in fixed windows that start with the first attempt. */
export type AttemptCounter = ReturnType<typeof createAttemptCounter>;

/** Creates a counter that all servers on one database share. */
export function createAttemptCounter(database: Queryable) {
  return {
    /** Counts an attempt and returns the number of attempts in its window. */
    async add(key: readonly string[], windowSeconds: number): Promise<AttemptCount> {
      const result = await database.query<AttemptCount>(
        `insert into rate_limits as old (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
         on conflict (key) do update set
           count = case when old.resets_at <= now() then 1 else old.count + 1 end,
           resets_at = case when old.resets_at <= now() then excluded.resets_at else old.resets_at end
         returning count, extract(epoch from resets_at - now())::double precision as "secondsLeft"`,
        [digest(key), windowSeconds],
      );
      return onlyRow(result);
    },
    /** Removes an attempt from the count. */
    async remove(key: readonly string[]): Promise<void> {
      await database.query('update rate_limits set count = count - 1 where key = $1 and count > 0', [digest(key)]);
    },
  };
}

/** Removes expired counts. */
export async function pruneAttempts(database: Queryable): Promise<void> {
  await database.query('delete from rate_limits where resets_at <= now()');
}

/** Keys contain emails and addresses, which the database does not need to store. */
function digest(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url');
}
