import { pick } from '@data-manager/lib/pick';
import * as v from 'valibot';
import type { Failure } from '../failures/failure';
import type { SessionOwner } from '../session/session';
import { Count, keysOf, Text } from '../storedValues';

export const ComparisonBase = v.object({
  id: Text,
  /** The path to compare with: `rootPath` or a folder below it. */
  path: Text,
  /** The place whose files are listed: `sponsor/project[/dataset]`. */
  rootPath: Text,
  /** The name of the chosen folder; empty until it is known, and for single files. */
  folderName: v.string(),
  /** Identifies the handle that opens the folder again after a reload. Absent if the browser gives none. */
  folderId: v.exactOptional(Text),
  /** Number of files found so far. */
  found: Count,
  /** Number of files and folders that could not be read. */
  unreadable: Count,
  sponsorId: Text,
  userId: Text,
});

type ComparisonBase = Readonly<v.InferOutput<typeof ComparisonBase>>;

/** How much is compared. */
export const ComparisonProgress = v.object({
  /** When the names were compared, milliseconds since 1970. */
  startedAt: Count,
  systemFiles: Count,
  /** Number of rows in each group. */
  counts: v.pipe(
    v.object({ identical: Count, different: Count, onlyLocal: Count, onlyServer: Count, notComparable: Count }),
    v.readonly(),
  ),
  /** Number of files whose content has to be compared. */
  toHash: Count,
  /** Number of these files that are done. */
  hashed: Count,
  /** Bytes to read. Grows when a file has to be read again with another part size. */
  bytesToHash: Count,
  bytesHashed: Count,
});

export type ComparisonProgress = Readonly<v.InferOutput<typeof ComparisonProgress>>;

/** Why a comparison pauses by itself. `unavailable`: the code that hashes could not be loaded. */
export type ComparisonFault = 'unavailable' | 'forbidden' | 'gone';

/** The comparison of a folder with files on the server. */
export type Comparison =
  /** The folder is being read. */
  | (ComparisonBase & { readonly phase: 'reading' })
  /** Waits for the complete listing of the server, and compares names and sizes. */
  | (ComparisonBase & {
      readonly phase: 'matching';
      /** Continues automatically when the network or the session is back. */
      readonly waiting?: 'network' | 'session';
    })
  /** `failure`: why the files on the server could not be listed; absent after an error of the app. */
  | (ComparisonBase & { readonly phase: 'failed'; readonly failure?: Failure })
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
  requested: NewComparison,
  { sponsorId, userId }: Pick<SessionOwner, 'sponsorId' | 'userId'>,
): Comparison {
  return {
    phase: 'reading',
    ...pick(requested, 'id', 'path', 'rootPath', 'folderName', 'folderId'),
    found: 0,
    unreadable: 0,
    sponsorId,
    userId,
  };
}

/** Returns what all phases have. */
export function baseOf(comparison: Comparison): ComparisonBase {
  return pick(comparison, ...keysOf(ComparisonBase));
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
  return pick(comparison, ...keysOf(ComparisonProgress));
}

/** Returns true if the names are compared. */
export function hasProgress(comparison: Comparison): comparison is Extract<Comparison, ComparisonProgress> {
  return 'counts' in comparison;
}

/** Whether a comparison is running. */
const IS_COMPARING = { reading: true, matching: true, hashing: true, failed: false, paused: false, done: false };

/** Returns true while the comparison is running. */
export function isComparing({ phase }: Comparison): boolean {
  return IS_COMPARING[phase];
}
