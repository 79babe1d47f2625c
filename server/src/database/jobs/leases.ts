import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { onlyRow, type Queryable } from '../sql';

/*
 * Problem: servers share their work. One that was killed must be replaced, and one that was only slow must not overwrite the
 * result of its replacement.
 * Idea: a server leases the row of a job, and renews the lease while it works. The lease of a killed server ends by itself. A slow
 * one notices the loss at the latest when it records the result: only the row that still has the lease's id is changed. All times
 * are the database's, so the clocks of servers don't matter.
 * Cost: a write every few seconds for each job, and work that a killed server has begun rests for up to 20 seconds.
 */

/** Tables whose rows can be leased, and their keys. They have the columns `lease_id` and `lease_until`. */
const KEYS = {
  archives: 'ref',
  checksums: 'blob',
  contents: "project_hash || '/' || etag",
  pipeline_jobs: 'id',
  pending_work: 'id::text',
  sweeps: 'name',
} as const;
type LeasedTable = keyof typeof KEYS;

/** The time after which the work of a killed server continues elsewhere. */
const LEASE_SECONDS = 20;
const RENEW_EVERY_MS = 5_000;
/** The first and the longest pause between two attempts to lease a row that another server has leased. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** SQL assignment that makes a lease last longer. */
export const EXTEND_LEASE = `lease_until = now() + interval '${String(LEASE_SECONDS)} seconds'`;
/** SQL condition for a row that no server has leased. */
export const IS_FREE = 'coalesce(lease_until <= now(), true)';

/** Creates the id of a lease. Results are stored under this id, which no other attempt uses. */
export function newLeaseId(): string {
  return randomBytes(16).toString('hex');
}

/** Another server has taken over the work, or its row was deleted. */
export class LeaseLostError extends Error {
  constructor() {
    super('The lease was lost.');
  }
}

/** A lease of a row. */
export interface HeldLease {
  readonly table: LeasedTable;
  readonly id: string;
  /** Extends the lease. Resolves to false if it was lost. */
  readonly renew?: () => Promise<boolean>;
  readonly everyMs?: number;
}

/**
 * Runs a task while renewing a lease, and then releases the lease.
 *
 * @param stop Stops the task.
 * @param task Ends when its signal aborts, with a `LeaseLostError` if the lease was lost.
 */
export async function holdLease<Result>(
  database: Queryable,
  { table, id, renew = () => renewLease(database, table, id), everyMs = RENEW_EVERY_MS }: HeldLease,
  stop: AbortSignal,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewing ??= renew()
      .then((isHeld) => {
        if (!isHeld) lost.abort(new LeaseLostError());
      })
      // The next renewal may succeed. If none does before the lease ends, another server takes over.
      .catch(() => undefined)
      .finally(() => (renewing = undefined));
  }, everyMs);
  try {
    return await task(AbortSignal.any([stop, lost.signal]));
  } finally {
    clearInterval(timer);
    await renewing;
    // If this fails, the lease ends by itself.
    await releaseLease(database, table, id).catch(() => undefined);
  }
}

/**
 * Waits until no other server has leased a row, and runs a task under a lease of it.
 *
 * @returns Undefined if the row does not exist, or no longer does after waiting.
 */
export async function withLease<Result>(
  database: Queryable,
  { table, key }: { readonly table: LeasedTable; readonly key: string },
  stop: AbortSignal,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const id = newLeaseId();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    stop.throwIfAborted();
    const { isTaken, exists } = await takeLease(database, table, key, id);
    if (isTaken) return holdLease(database, { table, id }, stop, task);
    if (!exists) return undefined;
    await setTimeout(pause, undefined, { signal: stop });
  }
}

async function takeLease(database: Queryable, table: LeasedTable, key: string, id: string) {
  const result = await database.query<{ isTaken: boolean; exists: boolean }>(
    `with taken as (update ${table} set lease_id = $1, ${EXTEND_LEASE} where ${KEYS[table]} = $2 and ${IS_FREE} returning 1)
     select exists (select from taken) as "isTaken", exists (select from ${table} where ${KEYS[table]} = $2) as exists`,
    [id, key],
  );
  return onlyRow(result);
}

async function renewLease(database: Queryable, table: LeasedTable, id: string): Promise<boolean> {
  const { rows } = await database.query(`update ${table} set ${EXTEND_LEASE} where lease_id = $1 returning 1`, [id]);
  return rows.length > 0;
}

async function releaseLease(database: Queryable, table: LeasedTable, id: string): Promise<void> {
  await database.query(`update ${table} set lease_until = null where lease_id = $1`, [id]);
}

/** Keeps servers from leasing a row for some minutes: what it needs can't be read. */
export async function postponeWork(database: Queryable, { table, id }: HeldLease): Promise<void> {
  await database.query(
    `update ${table} set lease_id = null, lease_until = now() + interval '10 minutes' where lease_id = $1`,
    [id],
  );
}

/** Deletes a row that is no longer needed. */
export async function forgetWork(database: Queryable, { table, id }: HeldLease): Promise<void> {
  await database.query(`delete from ${table} where lease_id = $1`, [id]);
}

/** Returns the database's time. */
export async function databaseTime(database: Queryable): Promise<Date> {
  return onlyRow(await database.query<{ now: Date }>('select now() as now')).now;
}

/** Returns whether a sweep is due: none began after a time, nor during the last day. */
export async function isSweepDue(database: Queryable, name: string, startedAt: Date): Promise<boolean> {
  const { rows } = await database.query(
    `select 1 from sweeps where name = $1
     and (swept_at is null or swept_at < $2 or swept_at < now() - interval '1 day')`,
    [name, startedAt],
  );
  return rows.length > 0;
}

/** Records when a sweep began. */
export async function recordSweep(database: Queryable, name: string, beganAt: Date): Promise<void> {
  await database.query('update sweeps set swept_at = $2 where name = $1', [name, beganAt]);
}

/**
 * Frees all rows. Use it only for a database that a single server can open: any leases are those of a killed server.
 */
export async function releaseAllLeases(database: Queryable): Promise<void> {
  for (const table of Object.keys(KEYS)) {
    await database.query(`update ${table} set lease_until = null where lease_until is not null`);
  }
}
