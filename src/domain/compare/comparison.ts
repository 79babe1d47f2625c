import { formatCount, formatPercent } from '../../lib/formatNumber';
import { omit } from '../../lib/omit';
import { counted } from '../../lib/plural';
import {
  comparedSize,
  type ComparedFile,
  type ComparisonGroup,
  type MatchedFiles,
  type PendingFile,
} from './comparedFiles';

/** The rows of a group. */
export interface GroupRows {
  readonly rows: readonly ComparedFile[];
  /** Bytes of all rows. */
  readonly size: number;
}

/** The chosen files. */
interface ChosenFolder {
  /** Number of files found so far. */
  readonly found: number;
  /** Number of files and folders that could not be read. */
  readonly unreadable: number;
  /** Keys of different files that stay as they are on the server. */
  readonly kept: ReadonlySet<string>;
  /** What the user has decided about the number of sections, by the path of the dataset. */
  readonly totals: ReadonlyMap<string, TotalDecision>;
}

/** A decision about a dataset's number of sections. */
export interface TotalDecision {
  readonly total: number;
  /** False if the number stays as it is, so that sections outside are not uploaded. */
  readonly isSet: boolean;
}

/** The result so far. */
export interface Compared extends ChosenFolder {
  /** When the names were compared, milliseconds since 1970. */
  readonly startedAt: number;
  readonly systemFiles: number;
  readonly groups: Readonly<Record<ComparisonGroup, GroupRows>>;
  /** Number of files whose content has to be compared. */
  readonly toHash: number;
  /** Number of these files that are done. */
  readonly hashed: number;
  /** Bytes to read. Grows when a file has to be read again with another part size. */
  readonly bytesToHash: number;
  readonly bytesHashed: number;
}

/** The comparison of a folder with files on the server. */
export type Comparison =
  | { readonly phase: 'idle' }
  /** The folder is being read. */
  | (ChosenFolder & { readonly phase: 'reading' })
  /** Waits for the complete listing of the server, and compares names and sizes. */
  | (ChosenFolder & { readonly phase: 'matching' })
  /** The server's files could not be listed. */
  | (ChosenFolder & { readonly phase: 'unlisted'; readonly reason: string })
  | (Compared & { readonly phase: 'hashing' })
  | (Compared & {
      readonly phase: 'stopped';
      /** `unavailable`: the code that hashes could not be loaded. */
      readonly reason: 'cancelled' | 'unavailable';
      readonly stoppedAt: number;
      /** The files whose content has not been compared. */
      readonly rest: readonly PendingFile[];
    })
  | (Compared & { readonly phase: 'done'; readonly endedAt: number });

/** A comparison with a result, which may still grow. */
export type ComparisonResult = Extract<Comparison, Compared>;

export type ComparisonEvent =
  | { readonly type: 'folderChosen' }
  | { readonly type: 'filesFound'; readonly found: number; readonly unreadable: number }
  | { readonly type: 'folderRead' }
  | { readonly type: 'listingFailed'; readonly reason: string }
  | {
      readonly type: 'matched';
      readonly at: number;
      readonly matched: MatchedFiles;
      /** Bytes that an earlier comparison of the same files has hashed. */
      readonly bytesHashed: number;
    }
  | {
      readonly type: 'progressed';
      readonly rows: readonly ComparedFile[];
      readonly bytesHashed: number;
      /** Bytes that have to be read again, or negative for bytes that no longer have to be read. */
      readonly bytesAdded: number;
    }
  | {
      readonly type: 'stopped';
      readonly at: number;
      readonly reason: 'cancelled' | 'unavailable';
      readonly rest: readonly PendingFile[];
    }
  | { readonly type: 'resumed' }
  | { readonly type: 'repeated' }
  | { readonly type: 'finished'; readonly at: number }
  | { readonly type: 'kept'; readonly keys: readonly string[]; readonly isKept: boolean }
  | { readonly type: 'totalDecided'; readonly path: string; readonly decision: TotalDecision };

export const NO_COMPARISON: Comparison = { phase: 'idle' };

/** Applies an event. Events that don't fit the phase are ignored, so a late one is harmless. */
export function comparisonReducer(state: Comparison, event: ComparisonEvent): Comparison {
  switch (event.type) {
    case 'folderChosen':
      return { phase: 'reading', found: 0, unreadable: 0, kept: new Set(), totals: new Map() };
    case 'filesFound':
      if (state.phase !== 'reading') return state;
      return { ...state, found: state.found + event.found, unreadable: state.unreadable + event.unreadable };
    case 'folderRead':
      return state.phase === 'reading' ? { ...state, phase: 'matching' } : state;
    case 'listingFailed':
      return state.phase === 'matching' ? { ...state, phase: 'unlisted', reason: event.reason } : state;
    case 'matched':
      return state.phase === 'matching' ? startHashing(state, event) : state;
    case 'progressed':
      if (state.phase !== 'hashing') return state;
      return {
        ...state,
        groups: addRows(state.groups, event.rows),
        hashed: state.hashed + event.rows.length,
        bytesToHash: state.bytesToHash + event.bytesAdded,
        bytesHashed: state.bytesHashed + event.bytesHashed,
      };
    case 'stopped':
      if (state.phase === 'hashing') {
        return { ...state, phase: 'stopped', reason: event.reason, stoppedAt: event.at, rest: event.rest };
      }
      return state.phase === 'reading' || state.phase === 'matching' ? NO_COMPARISON : state;
    case 'resumed':
      if (state.phase !== 'stopped') return state;
      return { ...omit(state, 'reason', 'stoppedAt', 'rest'), phase: 'hashing' };
    case 'repeated':
      if (state.phase !== 'done' && state.phase !== 'unlisted') return state;
      return { phase: 'matching', ...chosenFolder(state) };
    case 'finished':
      return state.phase === 'hashing' ? { ...state, phase: 'done', endedAt: event.at } : state;
    case 'kept': {
      if (!hasResult(state)) return state;
      const kept = new Set(state.kept);
      for (const key of event.keys) {
        if (event.isKept) kept.add(key);
        else kept.delete(key);
      }
      return { ...state, kept };
    }
    case 'totalDecided':
      return hasResult(state) ? { ...state, totals: new Map(state.totals).set(event.path, event.decision) } : state;
  }
}

/** What another comparison of the same folder keeps. */
function chosenFolder({ found, unreadable, kept, totals }: ChosenFolder): ChosenFolder {
  return { found, unreadable, kept, totals };
}

const NO_ROWS: GroupRows = { rows: [], size: 0 };
export const NO_GROUPS: Compared['groups'] = {
  identical: NO_ROWS,
  different: NO_ROWS,
  onlyLocal: NO_ROWS,
  onlyServer: NO_ROWS,
  notComparable: NO_ROWS,
};

function startHashing(
  folder: ChosenFolder,
  { at, matched: { rows, pending, systemFiles }, bytesHashed }: Extract<ComparisonEvent, { readonly type: 'matched' }>,
): Comparison {
  return {
    phase: 'hashing',
    ...chosenFolder(folder),
    startedAt: at,
    systemFiles,
    groups: addRows(NO_GROUPS, rows),
    toHash: pending.length,
    hashed: 0,
    bytesToHash: pending.reduce((sum, { local }) => sum + local.size, 0),
    bytesHashed,
  };
}

function addRows(groups: Compared['groups'], rows: readonly ComparedFile[]): Compared['groups'] {
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

/** Returns true if there is a result, complete or not. */
export function hasResult(state: Comparison): state is ComparisonResult {
  return state.phase === 'hashing' || state.phase === 'stopped' || state.phase === 'done';
}

/** Returns true while the comparison is running and can be cancelled. */
export function isComparing({ phase }: Comparison): boolean {
  return phase === 'reading' || phase === 'matching' || phase === 'hashing';
}

/** Returns how much of the content has been read, in whole percent. 100 only if nothing is left. */
export function hashedPercent({ bytesHashed, bytesToHash, hashed, toHash }: Compared): number {
  if (hashed === toHash) return 100;
  return bytesToHash <= 0 ? 0 : Math.min(99, Math.max(0, Math.floor((bytesHashed / bytesToHash) * 100)));
}

/** Returns what screen readers announce. The text changes with the phase and with every quarter of the content. */
export function comparisonAnnouncement(state: Comparison): string {
  switch (state.phase) {
    case 'idle':
      return '';
    case 'reading':
      return 'Reading the folder.';
    case 'matching':
      return `Comparing names and sizes of ${counted(state.found, 'file')}.`;
    case 'unlisted':
      return 'The comparison failed.';
    case 'hashing': {
      const quarter = Math.min(3, Math.floor(hashedPercent(state) / 25));
      return quarter === 0
        ? `Comparing the contents of ${counted(state.toHash, 'file')}.`
        : `${formatPercent(quarter * 25)} of the contents compared.`;
    }
    case 'stopped':
      return 'The comparison was stopped.';
    case 'done': {
      const { identical, different, onlyLocal, onlyServer, notComparable } = state.groups;
      const counts = [
        `${formatCount(identical.rows.length)} identical`,
        `${formatCount(different.rows.length)} different`,
        `${formatCount(onlyLocal.rows.length)} only in the folder`,
        `${formatCount(onlyServer.rows.length)} only on the server`,
        `${formatCount(notComparable.rows.length)} not comparable`,
      ];
      return `Comparison finished: ${counts.join(', ')}.`;
    }
  }
}
