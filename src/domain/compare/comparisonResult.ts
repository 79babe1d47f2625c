import {
  comparedSize,
  type ComparedFile,
  type ComparisonGroup,
  type MatchedFiles,
  type PendingFile,
} from './comparedFiles';
import { NO_COUNTS, type Comparison, type ComparisonProgress } from './comparison';

/** The rows of a group. */
export interface GroupRows {
  readonly rows: readonly ComparedFile[];
  /** Bytes of all rows. */
  readonly size: number;
}

/** A decision about a dataset's number of sections. */
export interface TotalDecision {
  readonly total: number;
  /** False if the number stays as it is, so that sections outside are not uploaded. */
  readonly isSet: boolean;
}

/** The result so far, and what the user has decided about it. Not in the store: there can be a hundred thousand rows. */
export interface ComparisonRows {
  readonly groups: Readonly<Record<ComparisonGroup, GroupRows>>;
  /** The files whose content has not been compared. Complete while the comparison is paused. */
  readonly rest: readonly PendingFile[];
  /** Keys of different files that stay as they are on the server. */
  readonly kept: ReadonlySet<string>;
  /** What the user has decided about the number of sections, by the path of the dataset. */
  readonly totals: ReadonlyMap<string, TotalDecision>;
}

const NO_GROUP_ROWS: GroupRows = { rows: [], size: 0 };

export const NO_GROUPS: ComparisonRows['groups'] = {
  identical: NO_GROUP_ROWS,
  different: NO_GROUP_ROWS,
  onlyLocal: NO_GROUP_ROWS,
  onlyServer: NO_GROUP_ROWS,
  notComparable: NO_GROUP_ROWS,
};

/** Adds rows to their groups. */
export function addRows(groups: ComparisonRows['groups'], rows: readonly ComparedFile[]): ComparisonRows['groups'] {
  if (rows.length === 0) return groups;
  const added = new Map<ComparisonGroup, { readonly rows: ComparedFile[]; size: number }>();
  for (const row of rows) {
    const group = added.get(row.group) ?? { rows: [], size: 0 };
    if (group.rows.length === 0) added.set(row.group, group);
    group.rows.push(row);
    group.size += comparedSize(row);
  }
  const changed = { ...groups };
  for (const [name, group] of added) {
    const before = groups[name];
    changed[name] = { rows: before.rows.concat(group.rows), size: before.size + group.size };
  }
  return changed;
}

/** Keeps different files as they are on the server, or no longer does. */
export function keepFiles<Rows extends ComparisonRows>(rows: Rows, keys: readonly string[], isKept: boolean): Rows {
  const kept = new Set(rows.kept);
  for (const key of keys) {
    if (isKept) kept.add(key);
    else kept.delete(key);
  }
  return { ...rows, kept };
}

/** A comparison with a result, complete or not. */
export type ComparisonResult = Extract<Comparison, ComparisonProgress> & ComparisonRows;

/** Returns the progress before the first content is hashed. `bytesHashed`: bytes whose hashes are known already. */
export function startProgress(
  startedAt: number,
  { rows, pending, systemFiles }: MatchedFiles,
  bytesHashed: number,
): ComparisonProgress {
  return {
    startedAt,
    systemFiles,
    counts: addCounts(NO_COUNTS, rows),
    toHash: pending.length,
    hashed: 0,
    bytesToHash: pending.reduce((sum, { local }) => sum + local.size, 0),
    bytesHashed,
  };
}

/** What has been hashed since the last report. */
interface HashedSince {
  readonly rows: readonly ComparedFile[];
  readonly bytesHashed: number;
  /** Bytes to read again, or negative for bytes that no longer have to be read. */
  readonly bytesAdded: number;
}

export function addProgress(
  progress: ComparisonProgress,
  { rows, bytesHashed, bytesAdded }: HashedSince,
): ComparisonProgress {
  return {
    ...progress,
    counts: addCounts(progress.counts, rows),
    hashed: progress.hashed + rows.length,
    bytesToHash: progress.bytesToHash + bytesAdded,
    bytesHashed: progress.bytesHashed + bytesHashed,
  };
}

function addCounts(counts: ComparisonProgress['counts'], rows: readonly ComparedFile[]): ComparisonProgress['counts'] {
  const changed = { ...counts };
  for (const { group } of rows) changed[group] += 1;
  return changed;
}

/** Returns how much of the content has been read, in whole percent. 100 only if nothing is left. */
export function hashedPercent({
  bytesHashed,
  bytesToHash,
  hashed,
  toHash,
}: Omit<ComparisonProgress, 'counts'>): number {
  if (hashed === toHash) return 100;
  return bytesToHash <= 0 ? 0 : Math.min(99, Math.max(0, Math.floor((bytesHashed / bytesToHash) * 100)));
}
