import { batchesOf, onlyRow, type Queryable } from '../sql';

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
  readonly type: 'project' | 'dataset' | 'file' | 'archive' | 'job' | 'session' | 'access token' | 'audit log';
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
  /** The name of the access token with which it was done. */
  readonly token?: string | undefined;
  readonly address?: string;
  readonly requestId?: string;
}

/** Returns the details of an event that has replaced a file, by which its content can be told from others. */
export function replacedText({ size, etag }: { readonly size: number; readonly etag?: string }): string {
  return `replaced a file of ${String(size)} bytes${etag === undefined ? '' : `, ETag ${etag}`}`;
}

/** Records an event. Use the transaction of the change, so that neither exists without the other. */
export function recordEvent(transaction: Queryable, actor: Actor, event: AuditEvent): Promise<void> {
  return recordEvents(transaction, actor, [event]);
}

/** Records the events of a request in their order. */
export async function recordEvents(
  transaction: Queryable,
  { sponsorId, userId, token, address, requestId }: Actor,
  events: readonly AuditEvent[],
): Promise<void> {
  for (const batch of batchesOf(events)) {
    const column = (name: keyof AuditEvent): readonly (string | null)[] => batch.map((event) => event[name] ?? null);
    await transaction.query(
      `insert into audit_log (sponsor_id, user_id, address, request_id, token, action, object_type, object_id, object_name, details)
       select $1, $2, $3, $4, $5, event.* from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) as event`,
      [
        ...[sponsorId, userId, address, requestId, token].map((value) => value ?? null),
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
export interface RecordedEvent extends AuditEvent, Pick<Actor, 'userId' | 'token' | 'address' | 'requestId'> {
  /** The number of its row. */
  readonly row: number;
  readonly at: Date;
}

/** Selects events by time: from `from`, before `to`. */
interface AuditPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** Iterates over the events of a sponsor in pages, oldest first. */
export async function* listEvents(
  database: Queryable,
  sponsorId: string,
  { from, to }: AuditPeriod,
  pageRows: number,
): AsyncGenerator<readonly RecordedEvent[]> {
  let last = { at: from, row: -1 };
  for (;;) {
    const { rows } = await database.query<RecordedEvent>(
      `select id as row, at, user_id as "userId", action, object_type as type, object_id as id, object_name as name, details, address,
         request_id as "requestId", token
       from audit_log
       where sponsor_id = $1 and (at, id) > ($2::timestamptz, $3::bigint) and at < $4::timestamptz
       order by audit_log.at, audit_log.id limit $5`,
      [sponsorId, last.at.toISOString(), last.row, to.toISOString(), pageRows],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
    last = rows.at(-1) ?? last;
  }
}

const PRUNED_AT_ONCE = 5_000;

/** The tables of what is kept for some days, with their keys and times. */
const PRUNED = [
  ['audit_log', 'id', 'at'],
  ['receipts', 'blob', 'completed_at'],
] as const;

/** Removes events and receipts older than some days, in batches. */
export async function pruneEvents(database: Queryable, days: number, signal: AbortSignal): Promise<void> {
  for (const [table, key, time] of PRUNED) {
    let removed: number;
    do {
      signal.throwIfAborted();
      const result = await database.query<{ count: number }>(
        `with removed as (
           delete from ${table} where ${key} in (
             select ${key} from ${table} where ${time} < now() - make_interval(days => $1) order by ${time} limit $2
           ) returning 1
         ) select count(*) as count from removed`,
        [days, PRUNED_AT_ONCE],
      );
      removed = onlyRow(result).count;
    } while (removed === PRUNED_AT_ONCE);
  }
}
