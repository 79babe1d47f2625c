import type { FastifyRequest } from 'fastify';
import type {} from '../access';
import { onlyRow, type Queryable } from './sql';

/** Something that a user did, as recorded in the audit log. */
export interface AuditEvent {
  readonly action:
    | 'sign in'
    | 'fail to sign in'
    | 'create'
    | 'rename'
    | 'change'
    | 'delete'
    | 'delete permanently'
    | 'restore'
    | 'upload'
    | 'download'
    | 'export';
  readonly type: 'project' | 'dataset' | 'file' | 'archive' | 'session' | 'audit log';
  /** A hash or reference; undefined for files. */
  readonly id?: string | undefined;
  /** A title, name or key. */
  readonly name?: string | undefined;
  readonly details?: string | undefined;
}

/** Who does something, and in which request. */
export interface Actor {
  readonly sponsorId?: string | undefined;
  /** Undefined for the server itself, and for failed sign-ins of unknown users. */
  readonly userId?: string | undefined;
  readonly address?: string;
  readonly requestId?: string;
}

/** Returns the caller of a request. */
export function actorOf({ principal, ip, id }: FastifyRequest): Actor {
  return { sponsorId: principal?.sponsorId, userId: principal?.userId, address: ip, requestId: id };
}

/** Records an event. Use the transaction of the change, so that neither exists without the other. */
export async function recordEvent(transaction: Queryable, actor: Actor, event: AuditEvent): Promise<void> {
  const { sponsorId, userId, address, requestId } = actor;
  const { action, type, id, name, details } = event;
  await transaction.query(
    `insert into audit_log (sponsor_id, user_id, action, object_type, object_id, object_name, details, address, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [sponsorId, userId, action, type, id, name, details, address, requestId].map((value) => value ?? null),
  );
}

/** A recorded event. */
export interface AuditRow {
  id: number;
  at: Date;
  user_id: string | null;
  action: AuditEvent['action'];
  object_type: AuditEvent['type'];
  object_id: string | null;
  object_name: string | null;
  details: string | null;
  address: string | null;
  request_id: string | null;
}

/** Selects events by time: from `from`, before `to`. */
export interface AuditPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** Iterates over the events of a sponsor in pages, oldest first. */
export async function* listEvents(
  database: Queryable,
  sponsorId: string,
  { from, to }: AuditPeriod,
  pageRows: number,
): AsyncGenerator<readonly AuditRow[]> {
  let last = { at: from, id: -1 };
  for (;;) {
    const { rows } = await database.query<AuditRow>(
      `select * from audit_log
       where sponsor_id = $1 and (at, id) > ($2::timestamptz, $3::bigint) and at < $4::timestamptz
       order by at, id limit $5`,
      [sponsorId, last.at.toISOString(), last.id, to.toISOString(), pageRows],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
    last = rows.at(-1) ?? last;
  }
}

const PRUNED_AT_ONCE = 5_000;

/** Removes events older than some days, in batches. */
export async function pruneEvents(database: Queryable, days: number, signal: AbortSignal): Promise<void> {
  let removed: number;
  do {
    signal.throwIfAborted();
    const result = await database.query<{ count: number }>(
      `with removed as (
         delete from audit_log where id in (
           select id from audit_log where at < now() - make_interval(days => $1) order by at limit $2
         ) returning 1
       ) select count(*) as count from removed`,
      [days, PRUNED_AT_ONCE],
    );
    removed = onlyRow(result).count;
  } while (removed === PRUNED_AT_ONCE);
}
