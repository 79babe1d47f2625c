import { HOUR_MS } from '../constants';
import type { ImageProblem } from '../listing/fileListing';
import type { RenameOptions } from '../names/bulkRename';
import type { SessionOwner } from '../session/session';
import type { ExpectedSections, Lane } from './images';

/** Why a file of a followed folder is not uploaded. */
export type SetAsideReason =
  /** The name does not follow the naming format. */
  | { readonly kind: 'invalid-name' }
  | { readonly kind: 'beyond-total' }
  /** The storage does not accept the key. */
  | { readonly kind: 'unstorable' }
  | { readonly kind: 'too-large' }
  /** Another file of the folder, at `path`, has the same key. */
  | { readonly kind: 'duplicate'; readonly path: string }
  /** The server has a file with this key. */
  | { readonly kind: 'on-server' }
  /** Not a complete TIFF, although it no longer changes. */
  | { readonly kind: 'content'; readonly problem: ImageProblem }
  /** The file could not be opened. */
  | { readonly kind: 'unreadable' }
  /** The file has changed since it was uploaded. The server has the earlier content. */
  | { readonly kind: 'changed' }
  /** The file was uploaded before, when it was at `path`. */
  | { readonly kind: 'renamed'; readonly path: string }
  /** The user has cancelled the upload. */
  | { readonly kind: 'cancelled' };

/** A file that is not uploaded until the user decides. */
export interface SetAsideFile {
  /** Path in the folder. */
  readonly path: string;
  /** The name that the file would have on the server, without folders. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly reason: SetAsideReason;
}

/** What to do with a file that was set aside. */
export type SetAsideFix =
  | { readonly kind: 'rename'; readonly newName: string }
  /** Uploads the file despite the reason. Replaces a file on the server that has the same key. */
  | { readonly kind: 'upload' }
  /** Skips the file. */
  | { readonly kind: 'skip' };

/** Why the folder is not being scanned. */
export type WaitReason =
  /** The browser needs the user's permission to read the folder. */
  | 'permission'
  /** The folder was moved or deleted, or its drive is not connected. */
  | 'folder'
  /** The user is signed out. */
  | 'session';

/** Files that were found at the same time. */
interface Arrival {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly files: number;
}

/** A file that was uploaded, as needed to complete its upload once more. */
interface SentFile {
  readonly key: string;
  readonly uploadId: string;
  /** MD5s of its parts, in order. */
  readonly md5s: readonly string[];
}

/** Files of a followed folder whose names begin with another dataset's name, or with none. */
export interface ForeignFiles {
  readonly files: number;
  /** The beginning of the latest file's name. */
  readonly prefix: string;
}

interface FollowBase {
  readonly id: string;
  /** The name of the destination, for display. */
  readonly title: string;
  /** Identifies the folder's handle, which stays outside the store. */
  readonly folderId: string;
  readonly folderName: string;
  /** `{project}` or `{project}/{dataset}`. */
  readonly keyPrefix: string;
  /** The dataset that the files go into; absent if they go into none, or into several. */
  readonly dataset?: string;
  /** How new files are named. They keep their names if it is absent. */
  readonly rule?: RenameOptions;
  /** Files that the rule has numbered so far. */
  readonly numbered: number;
  /** The images that the dataset should have, if its metadata specifies them. */
  readonly expected?: ExpectedSections;
  /** The images on the server, as far as known. */
  readonly images: readonly Lane[];
  /** The file that was uploaded last; `null` if it was completed with `lastFile`. */
  readonly lastSent: SentFile | null;
  /** Files passed to the uploads. */
  readonly taken: number;
  /** Those of them that are named for another dataset; absent if there are none. */
  readonly foreign?: ForeignFiles;
  /** The first files that were set aside. */
  readonly setAside: readonly SetAsideFile[];
  /** Number of all files that were set aside. */
  readonly setAsideCount: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** When the latest new file was found, milliseconds since 1970. */
  readonly lastNewAt?: number;
  /** New files of the last hour, except those that were in the folder at the start. */
  readonly arrivals: readonly Arrival[];
  /** The time without a new file after which the user is notified, milliseconds. */
  readonly idleAfterMs: number;
  readonly sponsorId: string;
  readonly userId: string;
}

/** The folder is scanned, and new files are uploaded. */
interface FollowingFollow extends FollowBase {
  readonly phase: 'following';
  /** Files that are being written. */
  readonly growing: number;
  /** True if there was no new file for the time that the user chose. */
  readonly isIdle: boolean;
}

/** Continues automatically, or after the user has given permission. */
type WaitingFollow = FollowBase & { readonly phase: 'waiting'; readonly reason: WaitReason } & (
    | {
        readonly isStopping: false;
        /** Kept, so that the user is notified once although scanning was interrupted. */
        readonly isIdle: boolean;
      }
    /** The user has stopped following, but files that were taken before a reload still have to be reopened. */
    | { readonly isStopping: true }
  );

/** No further files are taken. Those in the upload queue are being sent. */
interface StoppingFollow extends FollowBase {
  readonly phase: 'stopping';
}

interface EndedFollow extends FollowBase {
  readonly phase: 'ended';
  readonly how: 'stopped' | 'complete';
  /** Milliseconds since 1970. */
  readonly endedAt: number;
}

/** A folder whose new files are uploaded. */
export type Follow = FollowingFollow | WaitingFollow | StoppingFollow | EndedFollow;

export type FollowPhase = Follow['phase'];

/** Maximum number of set-aside files in the store. */
export const LISTED_SET_ASIDE = 1_000;

/** The idle time unless the user chooses another. */
const DEFAULT_IDLE_MS = 30 * 60_000;

/** The user's choices for a new follow. */
export type FollowPlan = Pick<
  FollowBase,
  'id' | 'title' | 'folderId' | 'folderName' | 'keyPrefix' | 'dataset' | 'rule' | 'expected' | 'images' | 'startedAt'
> & { readonly idleAfterMs?: number };

/** Creates a follow that has found nothing yet. */
export function newFollow(
  { idleAfterMs = DEFAULT_IDLE_MS, ...plan }: FollowPlan,
  { sponsorId, userId }: Pick<SessionOwner, 'sponsorId' | 'userId'>,
): Follow {
  return {
    phase: 'following',
    ...plan,
    numbered: 0,
    lastSent: null,
    taken: 0,
    setAside: [],
    setAsideCount: 0,
    arrivals: [],
    idleAfterMs,
    growing: 0,
    isIdle: false,
    sponsorId,
    userId,
  };
}

/** Returns true until a follow has ended. */
export function isFollowActive({ phase }: Follow): boolean {
  switch (phase) {
    case 'following':
    case 'waiting':
    case 'stopping':
      return true;
    case 'ended':
      return false;
  }
}

/** Returns true while the files found so far are sent, and no others. */
export function isStopping(follow: Follow): boolean {
  switch (follow.phase) {
    case 'following':
    case 'ended':
      return false;
    case 'waiting':
      return follow.isStopping;
    case 'stopping':
      return true;
  }
}

/** Returns true if there was no new file for the time that the user chose, and if new files are still wanted. */
export function isIdle(follow: Follow): boolean {
  return 'isIdle' in follow && follow.isIdle;
}

/** Returns the path of the destination, `sponsor/project[/dataset]`. */
export function placeOfFollow({ sponsorId, keyPrefix }: Pick<Follow, 'sponsorId' | 'keyPrefix'>): string {
  return `${sponsorId}/${keyPrefix}`;
}

/** Adds newly found files, and removes those that were found more than an hour earlier. */
export function withArrival(arrivals: readonly Arrival[], arrival: Arrival): readonly Arrival[] {
  return [...arrivals.filter(({ at }) => at > arrival.at - HOUR_MS), arrival];
}

/** Below this, the pace of a few files would be a guess. */
const MIN_PACE_MS = 60_000;

/** Returns the new files per hour, measured over the last hour at most; undefined if it is too early to say. */
export function filesPerHour(
  { arrivals, startedAt }: Pick<Follow, 'arrivals' | 'startedAt'>,
  now: number,
): number | undefined {
  const span = Math.min(HOUR_MS, now - startedAt);
  if (span < MIN_PACE_MS) return undefined;
  const recent = arrivals.filter(({ at }) => at > now - HOUR_MS);
  return recent.length === 0 ? undefined : (recent.reduce((sum, { files }) => sum + files, 0) * HOUR_MS) / span;
}
