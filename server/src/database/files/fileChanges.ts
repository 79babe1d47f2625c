import { recordEvents, replacedText, type Actor } from '../activity/auditLog';
import { batchesOf, ROWS_PER_STATEMENT, type Database, type Queryable } from '../sql';
import { whenSettled } from './adoption';
import type { ObjectPlace } from './objectPlaces';
import { findDeletedObjects, findObjects, foldName, SHARED_COLUMNS } from './objects';
import type { Refusal } from './placementRules';
import { lockFilesOf, planPlacements } from './placements';
import type { StoredObject } from './storedObject';

/* Changes that users make to files on the server. Contents stay where they are; only rows change. */

/** A change of a file's key, within a project. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

const NOT_FOUND: Refusal = { msg: 'The file no longer exists.', code: 'NOT_FOUND' };
const NOT_RESTORABLE: Refusal = {
  msg: 'The file can no longer be restored: someone else may have restored it, or it was deleted too long ago.',
  code: 'NOT_FOUND',
};

/**
 * Soft-deletes the existing files of a sponsor, and deletes empty folders. Returns the keys of both. Uses a transaction for each
 * batch, so that others are not blocked.
 */
export async function deleteFiles(
  database: Database,
  actor: Actor & { readonly sponsorId: string },
  keys: readonly string[],
): Promise<string[]> {
  const deleted: string[] = [];
  for (const batch of batchesOf(keys)) deleted.push(...(await deleteBatch(database, actor, batch)));
  return deleted;
}

function deleteBatch(
  database: Database,
  actor: Actor & { readonly sponsorId: string },
  keys: readonly string[],
): Promise<string[]> {
  return database.transaction(async (transaction) => {
    await lockFilesOf(transaction, actor.sponsorId, keys, 'share');
    const found = await findObjects(transaction, actor.sponsorId, keys);
    // An upload may have replaced a file after it was found.
    const removed = new Set(await hideFiles(transaction, actor, { files: [...found.values()], isReplaced: false }));
    const deleted = [...found.values()].filter(({ blob }) => removed.has(blob)).map(({ key }) => key);
    const events = deleted.map((name) => ({ action: 'delete', type: 'file', name }) as const);
    await recordEvents(transaction, actor, events);
    return deleted;
  });
}

/** Moves files to the deleted files, and removes empty folders. Returns the blobs of both. */
async function hideFiles(
  transaction: Queryable,
  actor: Actor,
  { files, isReplaced }: { readonly files: readonly StoredObject[]; readonly isReplaced: boolean },
): Promise<string[]> {
  const { rows } = await transaction.query<{ blob: string }>(
    `with removed as (delete from objects where blob = any ($1::text[]) returning ${SHARED_COLUMNS}), kept as (
       insert into deleted_objects (sponsor_id, deleted_by, act, is_replaced, ${SHARED_COLUMNS})
       select $2, $3, $4, $5, * from removed where path not like '%/'
     )
     select blob from removed`,
    [files.map(({ blob }) => blob), actor.sponsorId, actor.userId, actor.requestId ?? null, isReplaced],
  );
  return rows.map(({ blob }) => blob);
}

/** The keys of restored files, and the keys that can't be restored. */
interface Restored {
  readonly restored: string[];
  readonly refused: ({ readonly key: string } & Refusal)[];
}

/** Which deleted files are restored. */
interface RestoreOptions {
  /** Only the files that this act deleted or replaced. */
  readonly act?: string | undefined;
  /** A file whose key is in use again becomes a deleted file. */
  readonly replace?: boolean | undefined;
}

/**
 * Restores the file that was deleted last under each key, unless the key is in use again. Uses a transaction for each batch, so
 * that others are not blocked. Check first that the keys are not in too many folders (`checkFolderCount`).
 */
export async function restoreFiles(
  database: Database,
  actor: Actor & { readonly sponsorId: string },
  keys: readonly string[],
  options: RestoreOptions = {},
): Promise<Restored> {
  const result: Restored = { restored: [], refused: [] };
  for (const batch of batchesOf([...new Set(keys)])) {
    const { restored, refused } = await whenSettled(database, () => restoreBatch(database, actor, batch, options));
    result.restored.push(...restored);
    result.refused.push(...refused);
  }
  return result;
}

function restoreBatch(
  database: Database,
  actor: Actor & { readonly sponsorId: string },
  keys: readonly string[],
  { act, replace = false }: RestoreOptions,
): Promise<Restored> {
  return database.transaction(async (transaction) => {
    await lockFilesOf(transaction, actor.sponsorId, keys, 'update');
    const found = await findDeletedObjects(transaction, actor.sponsorId, keys, act);
    // The files that leave their keys to the restored files.
    const present = replace
      ? await findObjects(transaction, actor.sponsorId, [...found.keys()])
      : new Map<string, never>();
    const items = [...found.values()].map(({ key, blob }) => ({
      to: key,
      blob,
      ...(present.has(key) && { from: key }),
    }));
    const { accepted, refused } = await planPlacements(transaction, actor.sponsorId, items, present);
    const restored = accepted.map(({ item }) => item.to);
    const replaced = restored.flatMap((key) => present.get(key) ?? []);
    await hideFiles(transaction, actor, { files: replaced, isReplaced: true });
    await transaction.query(
      `with restored as (delete from deleted_objects where blob = any ($1::text[]) returning ${SHARED_COLUMNS})
       insert into objects (${SHARED_COLUMNS}) select * from restored`,
      [accepted.map(({ item }) => item.blob)],
    );
    const events = restored.map((name) => {
      const other = present.get(name);
      return { action: 'restore', type: 'file', name, details: other && replacedText(other) } as const;
    });
    await recordEvents(transaction, actor, events);
    const missing = keys.filter((key) => !found.has(key));
    return {
      restored,
      refused: [
        ...missing.map((key) => ({ key, ...NOT_RESTORABLE })),
        ...refused.map(({ item, ...refusal }) => ({ key: item.to, ...refusal })),
      ],
    };
  });
}

/** The moves that were made, and the refused moves. */
interface Moved {
  readonly moved: Move[];
  readonly refused: (Pick<Move, 'from'> & Refusal)[];
}

/** Returns the title of a key's project. Splitting the rest of the key would make hundreds of texts. */
function titleOf(key: string): string | undefined {
  return key.split('/', 2)[1];
}

/** Returns why a move is impossible regardless of the others; undefined if it may be possible. */
function findProblem({ from, to }: Move, existing: ReadonlyMap<string, unknown>): Refusal | undefined {
  if (!existing.has(from)) return NOT_FOUND;
  return titleOf(from) === titleOf(to)
    ? undefined
    : { msg: 'A file can only be moved within its project.', code: 'OTHER_PROJECT' };
}

/**
 * Moves files to other keys of their projects. Files are never overwritten. All moves happen at the same time, so files can
 * swap their names. Each file can be moved once. Check first that the new keys are not in too many folders (`checkFolderCount`).
 * Of many files, it looks first whether any can be moved: others run between these queries, but not during a transaction.
 *
 * @param signal Aborts when the client has gone. Nothing is moved unless the transaction has begun.
 */
export function moveFiles(
  database: Database,
  actor: Actor & { readonly sponsorId: string },
  moves: readonly Move[],
  signal?: AbortSignal,
): Promise<Moved> {
  return whenSettled(database, async () => {
    if (moves.length > ROWS_PER_STATEMENT) {
      const { result, places } = await planMoves(database, actor.sponsorId, moves);
      if (places.length === 0) return result;
    }
    return moveTogether(database, actor, moves, signal);
  });
}

interface MovePlan {
  readonly result: Moved;
  /** The new places of the files that are moved. */
  readonly places: readonly (NewPlace & Move)[];
}

async function planMoves(database: Queryable, sponsorId: string, moves: readonly Move[]): Promise<MovePlan> {
  const existing = await findObjects(
    database,
    sponsorId,
    moves.map(({ from }) => from),
  );
  const problems = moves.map((move) => ({ move, problem: findProblem(move, existing) }));
  const possible = problems.filter(({ problem }) => problem === undefined).map(({ move }) => move);
  const { accepted, refused } = await planPlacements(database, sponsorId, possible, existing);
  const changed = accepted.filter(({ item }) => item.from !== item.to);
  return {
    places: changed.map(({ item, place }) => ({ ...item, ...place, blob: existing.get(item.from)?.blob ?? '' })),
    result: {
      moved: accepted.map(({ item }) => item),
      refused: [
        ...problems.flatMap(({ move: { from }, problem }) => (problem === undefined ? [] : [{ from, ...problem }])),
        ...refused.map(({ item, ...refusal }) => ({ from: item.from, ...refusal })),
      ],
    },
  };
}

function moveTogether(
  database: Database,
  actor: Actor & { readonly sponsorId: string },
  moves: readonly Move[],
  signal: AbortSignal | undefined,
): Promise<Moved> {
  return database.transaction(async (transaction) => {
    signal?.throwIfAborted();
    const sources = moves.map(({ from }) => from);
    await lockFilesOf(transaction, actor.sponsorId, sources, 'update');
    const { result, places } = await planMoves(transaction, actor.sponsorId, moves);
    await setPlaces(transaction, places);
    const events = places.map(({ from, to }) => {
      return { action: 'rename', type: 'file', name: to, details: `from ${from}` } as const;
    });
    await recordEvents(transaction, actor, events);
    return result;
  });
}

/** Where a file is moved to. */
type NewPlace = Pick<ObjectPlace, 'datasetHash' | 'path'> & { readonly blob: string };

/**
 * Moves files by deleting their rows and inserting them at their new places. Updates would take two statements, because an index
 * allows no two files at the same place, even while files swap places, and each update would write to every index. All of it is one
 * statement, because the embedded database serves nobody else until the transaction ends.
 */
async function setPlaces(transaction: Queryable, places: readonly NewPlace[]): Promise<void> {
  await transaction.query(
    `with removed as (
       delete from objects using jsonb_array_elements($1::text::jsonb) as moved
       where blob = moved ->> 0
       returning blob, project_hash, moved ->> 1, moved ->> 2, size, etag, part_size, modified_at, file_modified_at, moved ->> 3
     ), moved_receipts as (
       update receipts set dataset_hash = moved ->> 1, path = moved ->> 2 from jsonb_array_elements($1::text::jsonb) as moved
       where blob = moved ->> 0
     )
     -- Sorted, because sorting begins when all rows are removed.
     insert into objects (${SHARED_COLUMNS}) select * from removed as moved (${SHARED_COLUMNS}) order by dataset_hash, path`,
    [JSON.stringify(places.map(({ blob, datasetHash, path }) => [blob, datasetHash ?? null, path, foldName(path)]))],
  );
}
