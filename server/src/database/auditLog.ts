import type { FastifyRequest } from 'fastify';
import type {} from '../access';
import { batchesOf, onlyRow, type Queryable } from './sql';

/** Something that a user did, as recorded in the audit log. */
export interface AuditEvent {
  readonly action:
    | 'sign in'
    | 'fail to sign in'
    | 'sign out'
    | 'create'
    | 'rename'
    | 'change'
    | 'delete'
    | 'delete permanently'
    | 'restore'
    | 'upload'
    | 'download'
    | 'start'
    | 'cancel'
    | 'export';
  readonly type: 'project' | 'dataset' | 'file' | 'archive' | 'job' | 'session' | 'audit log';
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
export function recordEvent(transaction: Queryable, actor: Actor, event: AuditEvent): Promise<void> {
  return recordEvents(transaction, actor, [event]);
}

/** Records the events of a request in their order. */
export async function recordEvents(
  transaction: Queryable,
  { sponsorId, userId, address, requestId }: Actor,
  events: readonly AuditEvent[],
): Promise<void> {
  for (const batch of batchesOf(events)) {
    const column = (name: keyof AuditEvent): readonly (string | null)[] => batch.map((event) => event[name] ?? null);
    await transaction.query(
      `insert into audit_log (sponsor_id, user_id, address, request_id, action, object_type, object_id, object_name, details)
       select $1, $2, $3, $4, event.* from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[]) as event`,
      [
        ...[sponsorId, userId, address, requestId].map((value) => value ?? null),
        column('action'),
        column('type'),
        column('id'),
        column('name'),
        column('details'),
      ],
    );
  }
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
