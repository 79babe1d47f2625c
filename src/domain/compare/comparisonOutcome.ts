import { formatCount } from '@data-manager/lib/formatNumber';
import type { FileEntry, FileListing } from '../listing/fileListing';
import type { Arrivals } from '../uploads/arrivals';
import { canReplace, type ComparedFile } from './comparedFiles';
import type { ComparisonResult } from './comparisonResult';

/** What has become of a file that is different, or only in the folder. */
export type RowState =
  /** Stays as it is on the server. */
  | 'kept'
  /** In the upload queue. */
  | 'arriving'
  | 'failed'
  /** On the server, as in the folder. */
  | 'arrived';

/** What has happened since the files were compared. */
export interface ComparisonOutcome {
  /** By key. Absent for files that nothing has happened to. */
  readonly states: ReadonlyMap<string, RowState>;
  /** The different files that are neither replaced nor kept. */
  readonly different: readonly ComparedFile[];
  /** The open different files that an upload can replace. */
  readonly replaceable: readonly ComparedFile[];
  /** The files of the folder that are not on the server yet. */
  readonly onlyLocal: readonly ComparedFile[];
  readonly replaced: number;
  readonly uploaded: number;
  readonly kept: number;
  readonly arriving: number;
  readonly failed: number;
}

/**
 * Follows the files of a result through the upload queue and the server's list.
 *
 * @param listing the server's files now; undefined while they are loading
 * @param rootPath the place to which files can be uploaded: `sponsor/project[/dataset]`
 */
export function comparisonOutcome(
  { groups, kept }: ComparisonResult,
  listing: FileListing | undefined,
  { queue, arrived }: Arrivals,
  rootPath: string,
): ComparisonOutcome {
  const rows = [...groups.different.rows, ...groups.onlyLocal.rows];
  const listed = listedNow(rows, listing);
  const queued = new Map(queue.map(({ key, isFailed }) => [key, isFailed ? 'failed' : 'arriving'] as const));
  const gone = new Set(arrived.map(({ key }) => key));
  const states = new Map<string, RowState>();
  const replaceable: ComparedFile[] = [];
  for (const row of rows) {
    const hasArrived = gone.has(row.key) || isOnServer(row, listed.get(row.key));
    const state = queued.get(row.key) ?? (hasArrived ? 'arrived' : kept.has(row.key) ? 'kept' : undefined);
    if (state !== undefined) states.set(row.key, state);
    else if (row.group === 'different' && canReplace(row, rootPath)) replaceable.push(row);
  }
  const isIn =
    (state: RowState | undefined) =>
    ({ key }: ComparedFile) =>
      states.get(key) === state;
  const { different, onlyLocal } = groups;
  return {
    states,
    different: different.rows.filter(isIn(undefined)),
    replaceable,
    onlyLocal: onlyLocal.rows.filter(isIn(undefined)),
    replaced: different.rows.filter(isIn('arrived')).length,
    uploaded: onlyLocal.rows.filter(isIn('arrived')).length,
    kept: rows.filter(isIn('kept')).length,
    arriving: rows.filter(isIn('arriving')).length,
    failed: rows.filter(isIn('failed')).length,
  };
}

/** Returns the server's entries of the rows. */
function listedNow(rows: readonly ComparedFile[], listing: FileListing | undefined): ReadonlyMap<string, FileEntry> {
  const keys = new Set(rows.map(({ key }) => key));
  const found = new Map<string, FileEntry>();
  if (keys.size === 0) return found;
  for (const piece of listing?.pieces ?? []) {
    for (const entry of piece) if (keys.has(entry.key)) found.set(entry.key, entry);
  }
  return found;
}

/** Returns true if the server has received the file since it was compared. */
function isOnServer({ local, server }: ComparedFile, now: FileEntry | undefined): boolean {
  if (now === undefined || now.size !== local?.size) return false;
  return server === undefined || now.etag !== server.etag || now.lastModified !== server.lastModified;
}

/** The files that the buttons of a comparison act on. */
export interface ActionableFiles {
  readonly toUpload: readonly ComparedFile[];
  readonly toReplace: readonly ComparedFile[];
}

/**
 * Returns what has happened since the comparison, and what the user has decided: `1 replaced on the server · 7 uploaded`. Empty
 * if nothing has.
 */
export function happenedText(
  { replaced, uploaded, kept, arriving, failed, onlyLocal }: ComparisonOutcome,
  { totals }: Pick<ComparisonResult, 'totals'>,
  { toUpload }: Pick<ActionableFiles, 'toUpload'>,
): string {
  const set = [...totals.values()].filter(({ isSet }) => isSet);
  return [
    ...counts([
      [replaced, 'replaced on the server'],
      [uploaded, 'uploaded'],
      [kept, 'kept as on the server'],
      [arriving, 'in the upload queue'],
      [failed, 'not uploaded: see Uploads below'],
      [onlyLocal.length - toUpload.length, 'not to be uploaded: above the total sections'],
    ]),
    ...set.map(({ total }) => `total sections set to ${total}`),
  ].join(' · ');
}

/** Returns what the user can still do, and where if no button does it: `Left to do: 3 different · 4 only on the server`. */
export function leftText(
  { different }: Pick<ComparisonOutcome, 'different'>,
  { groups }: Pick<ComparisonResult, 'groups'>,
  { toUpload, toReplace }: ActionableFiles,
): string {
  const inList = different.length - toReplace.length;
  const where = inList === 0 ? '' : ` (${formatCount(inList)} to be decided in the list)`;
  const left = counts([
    [different.length, `different${where}`],
    [toUpload.length, 'only in the folder'],
    [groups.onlyServer.rows.length, 'only on the server'],
    [groups.notComparable.rows.length, 'not comparable (the list says why)'],
  ]);
  return left.length === 0 ? 'Nothing is left to do' : `Left to do: ${left.join(' · ')}`;
}

function counts(all: readonly (readonly [count: number, what: string])[]): readonly string[] {
  return all.flatMap(([count, what]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`]));
}
