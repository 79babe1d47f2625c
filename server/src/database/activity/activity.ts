import { groupEvents, type Act } from '@data-manager/domain/transfers/acts';
import { ROWS_PER_STATEMENT, type Queryable } from '../sql';

/** Whose events are listed. */
interface ActivityScope {
  readonly sponsorId: string;
  /** Undefined: all users of the sponsor. */
  readonly userId: string | undefined;
}

/** In lists of their own, so that the files of a large upload do not displace everything else. As in the indexes. */
const LISTS = [
  "object_type = 'file' and action <> 'download'",
  "object_type in ('project', 'dataset', 'job', 'archive')",
] as const;

/** An event, and the number of its row. */
type ListedEvent = Omit<Act, 'since' | 'count'> & { readonly row: number };

/** Lists what users did, the latest first. Reads up to `limit` events of files, and as many others. */
export async function listActivity(database: Queryable, scope: ActivityScope, limit: number): Promise<readonly Act[]> {
  const acts: Act[] = [];
  for (const list of LISTS) {
    const events = await readEvents(database, scope, list, limit);
    const oldest = events.length === limit ? events.at(-1) : undefined;
    acts.push(...groupEvents(events).flatMap((group) => toAct(group, group.at(-1) === oldest)));
  }
  const names = await findNames(database, [...new Set(acts.flatMap(({ userId }) => userId ?? []))]);
  return acts
    .map((act) => {
      const userName = names.get(act.userId ?? '');
      return userName === undefined ? act : { ...act, userName };
    })
    .sort((left, right) => right.at - left.at);
}

/** Reads the events of a list, the latest first, in pages between which others run. */
async function readEvents(
  database: Queryable,
  { sponsorId, userId }: ActivityScope,
  list: (typeof LISTS)[number],
  limit: number,
) {
  // Two texts, so that each is planned with the index of its own.
  const ofUser = userId === undefined ? '' : 'and user_id = $5';
  const events: ListedEvent[] = [];
  let last: ListedEvent | undefined;
  do {
    const { rows }: { readonly rows: ListedEvent[] } = await database.query<ListedEvent>(
      `select id as row, (extract(epoch from at) * 1000)::bigint as at, user_id as "userId", action, object_type as type,
         object_id as id, coalesce(object_name, '') as name,
         -- Those of an upload are about a single file.
         case when action <> 'upload' then details end as details
       from audit_log
       where sponsor_id = $1 ${ofUser} and ${list} and (at, id) < ($2::timestamptz, $3::bigint)
       order by audit_log.at desc, audit_log.id desc limit $4`,
      [
        sponsorId,
        last === undefined ? 'infinity' : new Date(last.at).toISOString(),
        last?.row ?? 0,
        Math.min(ROWS_PER_STATEMENT, limit - events.length),
        ...(userId === undefined ? [] : [userId]),
      ],
    );
    events.push(...rows);
    last = rows.length < ROWS_PER_STATEMENT ? undefined : rows.at(-1);
  } while (last !== undefined && events.length < limit);
  return events;
}

function toAct(group: readonly ListedEvent[], isCut: boolean): readonly Act[] {
  const [latest] = group;
  const first = group.at(-1);
  if (latest === undefined || first === undefined) return [];
  return [{ ...latest, since: first.at, count: group.length, ...(isCut && { isCut }) }];
}

/** Returns the names of users, as far as they are known: of accounts, or as the identity provider has called them. */
export async function findNames(database: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ id: string; name?: string }>(
    `select id, coalesce(
       (select name from users where users.id = listed.id),
       (select name from sessions where user_id = listed.id and name is not null limit 1)
     ) as name from unnest($1::text[]) as listed (id)`,
    [userIds],
  );
  return new Map(rows.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])));
}
