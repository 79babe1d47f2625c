import type { SessionOwner } from '../session/session';
import type { ComparisonGroup } from './comparedFiles';

interface ComparisonBase extends Pick<SessionOwner, 'sponsorId' | 'userId'> {
  readonly id: string;
  /** The path to compare with: `rootPath` or a folder below it. */
  readonly path: string;
  /** The place whose files are listed: `sponsor/project[/dataset]`. */
  readonly rootPath: string;
  /** The name of the chosen folder; empty until it is known, and for single files. */
  readonly folderName: string;
  /** Identifies the handle that opens the folder again after a reload. Absent if the browser gives none. */
  readonly folderId?: string;
  /** Number of files found so far. */
  readonly found: number;
  /** Number of files and folders that could not be read. */
  readonly unreadable: number;
}

/** How much is compared. */
export interface ComparisonProgress {
  /** When the names were compared, milliseconds since 1970. */
  readonly startedAt: number;
  readonly systemFiles: number;
  /** Number of rows in each group. */
  readonly counts: Readonly<Record<ComparisonGroup, number>>;
  /** Number of files whose content has to be compared. */
  readonly toHash: number;
  /** Number of these files that are done. */
  readonly hashed: number;
  /** Bytes to read. Grows when a file has to be read again with another part size. */
  readonly bytesToHash: number;
  readonly bytesHashed: number;
}

/** Why a comparison pauses by itself. `unavailable`: the code that hashes could not be loaded. */
export type ComparisonFault = 'unavailable' | 'forbidden' | 'gone';

/** The comparison of a folder with files on the server. */
export type Comparison =
  /** The folder is being read. */
  | (ComparisonBase & { readonly phase: 'reading' })
  /** Waits for the complete listing of the server, and compares names and sizes. */
  | (ComparisonBase & { readonly phase: 'matching' })
  /** The server's files could not be listed. */
  | (ComparisonBase & { readonly phase: 'failed'; readonly reason: string })
  | (ComparisonBase & ComparisonProgress & { readonly phase: 'hashing' })
  /** Waits for the user. */
  | (ComparisonBase &
      ComparisonProgress & { readonly phase: 'paused'; readonly pausedAt: number; readonly fault?: ComparisonFault })
  | (ComparisonBase &
      ComparisonProgress & {
        readonly phase: 'done';
        readonly endedAt: number;
        /** The user has removed it from the list of transfers. The page still shows the result. */
        readonly isDismissed?: true;
      });

export type ComparisonPhase = Comparison['phase'];

/** What a comparison is made of when it is requested. */
export type NewComparison = Pick<Comparison, 'id' | 'path' | 'rootPath' | 'folderName' | 'folderId'>;

/** Creates a comparison whose folder is not read yet. */
export function newComparison(
  { id, path, rootPath, folderName, folderId }: NewComparison,
  { sponsorId, userId }: Pick<SessionOwner, 'sponsorId' | 'userId'>,
): Comparison {
  return {
    phase: 'reading',
    id,
    path,
    rootPath,
    folderName,
    ...(folderId !== undefined && { folderId }),
    found: 0,
    unreadable: 0,
    sponsorId,
    userId,
  };
}

/** Returns what all phases have. */
export function baseOf(comparison: Comparison): ComparisonBase {
  const { id, path, rootPath, folderName, folderId, found, unreadable, sponsorId, userId } = comparison;
  const base = { id, path, rootPath, folderName, found, unreadable, sponsorId, userId };
  return folderId === undefined ? base : { ...base, folderId };
}

export const NO_COUNTS = { identical: 0, different: 0, onlyLocal: 0, onlyServer: 0, notComparable: 0 };

/** The progress of a comparison whose names are not compared yet. */
export const NO_PROGRESS: ComparisonProgress = {
  startedAt: 0,
  systemFiles: 0,
  counts: NO_COUNTS,
  toHash: 0,
  hashed: 0,
  bytesToHash: 0,
  bytesHashed: 0,
};

/** Returns the progress of a comparison; none before the names are compared. */
export function progressOf(comparison: Comparison): ComparisonProgress {
  if (!hasProgress(comparison)) return NO_PROGRESS;
  const { startedAt, systemFiles, counts, toHash, hashed, bytesToHash, bytesHashed } = comparison;
  return { startedAt, systemFiles, counts, toHash, hashed, bytesToHash, bytesHashed };
}

/** Returns true if the names are compared. */
export function hasProgress(comparison: Comparison): comparison is Extract<Comparison, ComparisonProgress> {
  return 'counts' in comparison;
}

/** Returns true while the comparison is running. */
export function isComparing({ phase }: Comparison): boolean {
  switch (phase) {
    case 'reading':
    case 'matching':
    case 'hashing':
      return true;
    case 'failed':
    case 'paused':
    case 'done':
      return false;
  }
}
