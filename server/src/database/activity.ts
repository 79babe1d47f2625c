import type { AuditEvent, AuditRow } from './auditLog';
import { ROWS_PER_STATEMENT, type Queryable } from './sql';

/** What users did with jobs and names. Events of one request that differ only in their names are one item. */
export interface ActivityItem {
  readonly at: Date;
  readonly userId: string | undefined;
  readonly action: AuditEvent['action'];
  readonly type: AuditEvent['type'];
  /** The title, or the key of the first file. */
  readonly name: string;
  /** The former name of the first one, or the pipeline of a job. */
  readonly details: string | undefined;
  /** The number of events. */
  readonly count: number;
}

/** Whose events are listed. */
export interface ActivityScope {
  readonly sponsorId: string;
  /** Undefined: all users of the sponsor. */
  readonly userId: string | undefined;
}

/**
 * Lists the jobs that were started or cancelled, and what was renamed, the latest first. Reads up to `limit` events, in pages between
 * which others run.
 */
export async function listActivity(
  database: Queryable,
  { sponsorId, userId }: ActivityScope,
  limit: number,
): Promise<readonly ActivityItem[]> {
  // Two texts, so that each is planned with the index of its own.
  const ofUser = userId === undefined ? '' : 'and user_id = $5';
  const items: ActivityItem[] = [];
  let last: AuditRow | undefined;
  for (let read = 0; read < limit; read += ROWS_PER_STATEMENT) {
    const { rows } = await database.query<AuditRow>(
      `select * from audit_log
       where sponsor_id = $1 ${ofUser} and (object_type = 'job' or action = 'rename')
         and (at, id) < ($2::timestamptz, $3::bigint)
       order by at desc, id desc limit $4`,
      [
        sponsorId,
        last?.at.toISOString() ?? 'infinity',
        last?.id ?? 0,
        Math.min(ROWS_PER_STATEMENT, limit - read),
        ...(userId === undefined ? [] : [userId]),
      ],
    );
    for (const row of rows) {
      const before = items.at(-1);
      if (before !== undefined && last !== undefined && isSameRequest(row, last)) {
        items[items.length - 1] = { ...toItem(row), count: before.count + 1 };
      } else items.push(toItem(row));
      last = row;
    }
    if (rows.length < ROWS_PER_STATEMENT) break;
  }
  return items;
}

function isSameRequest(left: AuditRow, right: AuditRow): boolean {
  return (
    left.request_id !== null &&
    left.request_id === right.request_id &&
    left.action === right.action &&
    left.object_type === right.object_type
  );
}

function toItem(row: AuditRow): ActivityItem {
  return {
    at: row.at,
    userId: row.user_id ?? undefined,
    action: row.action,
    type: row.object_type,
    name: row.object_name ?? '',
    details: row.details ?? undefined,
    count: 1,
  };
}
