import { timeSince } from '@data-manager/lib/timeSince';
import * as v from 'valibot';
import { HOUR_MS } from '../constants';
import type { RenameOptions } from '../names/bulkRename';
import type { DatasetNames } from '../names/datasetNames';
import type { SessionOwner } from '../session/session';
import { Count, listOf, Text, Time } from '../storedValues';
import { ExpectedSections, Lane } from './images';

/** Why a file of a followed folder is not uploaded. */
export const SetAsideReason = v.variant('kind', [
  v.object({
    kind: v.picklist([
      /** The name does not follow the naming format. */
      'invalid-name',
      'beyond-total',
      /** The storage does not accept the key. */
      'unstorable',
      'too-large',
      /** The server has a file with this key. */
      'on-server',
      /** The file could not be opened. */
      'unreadable',
      /** The file has changed since it was uploaded. The server has the earlier content. */
      'changed',
      /** The user has cancelled the upload. */
      'cancelled',
    ]),
  }),
  /** Another file of the folder, at `path`, has the same key. */
  v.object({ kind: v.literal('duplicate'), path: Text }),
  /** The file was uploaded before, when it was at `path`. */
  v.object({ kind: v.literal('renamed'), path: Text }),
  /** The name begins with `prefix`, as those of another dataset's images. */
  v.object({ kind: v.literal('foreign'), prefix: v.string() }),
  /** Not a complete TIFF, although it no longer changes. */
  v.object({ kind: v.literal('content'), problem: v.picklist(['empty', 'truncated', 'not-tiff', 'damaged']) }),
]);

export type SetAsideReason = Readonly<v.InferOutput<typeof SetAsideReason>>;

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

/** What to do with a file that was set aside; with all images of another dataset that have the same prefix. */
export const SetAsideFix = v.variant('kind', [
  v.object({ kind: v.literal('rename'), newName: Text }),
  /** Uploads the file despite the reason. Replaces a file on the server that has the same key. Applies to later images of the prefix. */
  v.object({ kind: v.literal('upload') }),
  v.object({ kind: v.literal('skip') }),
]);

export type SetAsideFix = Readonly<v.InferOutput<typeof SetAsideFix>>;

/** Why the folder is not being scanned. */
export type WaitReason =
  /** The browser needs the user's permission to read the folder. */
  | 'permission'
  /** The folder was moved or deleted, or its drive is not connected. */
  | 'folder'
  /** The user is signed out. */
  | 'session';

const Names: v.GenericSchema<unknown, DatasetNames> = v.object({
  own: v.array(v.string()),
  others: v.array(v.string()),
});

const Slot = v.object({
  role: v.picklist(['section', 'layer', 'channel']),
  run: Count,
  offset: Count,
  width: v.optional(Count),
});

const Rule: v.GenericSchema<unknown, RenameOptions> = v.pipe(
  v.object({
    dataset: v.string(),
    firstSection: v.number(),
    layer: v.number(),
    channel: v.number(),
    pattern: v.exactOptional(v.object({ slots: v.array(Slot) })),
    isChannelFromZero: v.exactOptional(v.boolean()),
  }),
  v.transform((rule) => rule as RenameOptions),
);

/** What is stored of a follow in any phase. */
const BASE = {
  id: Text,
  /** The name of the destination, for display. */
  title: v.string(),
  /** Identifies the folder's handle, which stays outside the store. */
  folderId: Text,
  folderName: v.string(),
  /** `{project}` or `{project}/{dataset}`. */
  keyPrefix: Text,
  /** The dataset that the files go into; absent if they go into none, or into several. */
  dataset: v.exactOptional(Text),
  /** What the names of its images begin with. */
  names: v.exactOptional(Names),
  /** Prefixes of other datasets' images that the user uploads anyway. */
  accepted: v.exactOptional(listOf(v.string())),
  /** How new files are named. They keep their names if it is absent. */
  rule: v.exactOptional(Rule),
  /** Files that the rule has numbered so far. */
  numbered: Count,
  /** The images that the dataset should have, as far as its metadata specifies them now. */
  expected: v.exactOptional(ExpectedSections),
  /** The images on the server, as far as known. */
  images: listOf(Lane),
  /** The file that was uploaded last, as needed to complete it once more; `null` if it was completed with `lastFile`. */
  lastSent: v.nullable(
    v.object({
      key: Text,
      uploadId: Text,
      /** MD5s of its parts, in order. */
      md5s: listOf(Text),
    }),
  ),
  /** Files passed to the uploads. */
  taken: Count,
  /** Number of all files that were set aside. */
  setAsideCount: Count,
  startedAt: Time,
  /** When the latest new or changed file was found. */
  lastNewAt: v.exactOptional(Time),
  /** New files of the last hour, except files that were in the folder at the start. */
  arrivals: listOf(v.object({ at: Time, files: Count })),
  /** The time without a new file after which the user is notified, milliseconds. */
  idleAfterMs: Count,
  sponsorId: Text,
  userId: Text,
};

const WAITING = {
  ...BASE,
  phase: v.literal('waiting'),
  reason: v.picklist(['permission', 'folder', 'session']),
};

/** A follow as it is stored. */
export const StoredFollow = v.variant('phase', [
  /** The folder is scanned, and new files are uploaded. `isIdle`: there was no new file for the time that the user chose. */
  v.object({ ...BASE, phase: v.literal('following'), isIdle: v.boolean() }),
  /** Continues automatically, or after the user has given permission. */
  v.variant('isStopping', [
    /** The user has stopped following, but files that were taken before a reload still have to be reopened. */
    v.object({ ...WAITING, isStopping: v.literal(true) }),
    /** `isIdle` is kept, so that the user is notified once although scanning was interrupted. */
    v.object({ ...WAITING, isStopping: v.literal(false), isIdle: v.boolean() }),
  ]),
  /** No further files are taken. Those in the upload queue are being sent. */
  v.object({ ...BASE, phase: v.literal('stopping') }),
  /** By the user, after a long rest, or because the app has crashed at it again and again. */
  v.object({ ...BASE, phase: v.literal('ended'), how: v.picklist(['stopped', 'rested', 'crashed']), endedAt: Time }),
]);

type StoredFollow = v.InferOutput<typeof StoredFollow>;

/** What has records of its own, or is found again by a scan. */
interface NotStored {
  /** The first files that were set aside. */
  readonly setAside: readonly SetAsideFile[];
}

export type FollowingFollow = Readonly<Extract<StoredFollow, { phase: 'following' }>> &
  NotStored & {
    /** Files that are being written. */
    readonly growing: number;
  };

/** A folder whose new files are uploaded. */
export type Follow = FollowingFollow | (Readonly<Exclude<StoredFollow, { phase: 'following' }>> & NotStored);

export type EndOfFollow = Extract<StoredFollow, { phase: 'ended' }>['how'];

export type FollowPhase = Follow['phase'];

/** Maximum number of set-aside files in the store. */
export const LISTED_SET_ASIDE = 1_000;

/** The idle time unless the user chooses another. */
const DEFAULT_IDLE_MS = 30 * 60_000;

/** The user's choices for a new follow. */
export type FollowPlan = Pick<
  Follow,
  | 'id'
  | 'title'
  | 'folderId'
  | 'folderName'
  | 'keyPrefix'
  | 'dataset'
  | 'names'
  | 'rule'
  | 'expected'
  | 'images'
  | 'startedAt'
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
  return phase !== 'ended';
}

/** Returns true while the files found so far are sent, and no others. */
export function isStopping(follow: Follow): boolean {
  return follow.phase === 'waiting' ? follow.isStopping : follow.phase === 'stopping';
}

/** Returns true if there was no new file for the time that the user chose, and if new files are still wanted. */
export function isIdle(follow: Follow): boolean {
  return 'isIdle' in follow && follow.isIdle;
}

/** A folder in which nothing has changed for this long is no longer followed. */
export const REST_MS = 24 * HOUR_MS;

/** Returns the path of the destination, `sponsor/project[/dataset]`. */
export function placeOfFollow({ sponsorId, keyPrefix }: Pick<Follow, 'sponsorId' | 'keyPrefix'>): string {
  return `${sponsorId}/${keyPrefix}`;
}

/** Adds newly found files, and removes files that were found more than an hour earlier. */
export function withArrival(arrivals: Follow['arrivals'], arrival: Follow['arrivals'][number]): Follow['arrivals'] {
  return [...arrivals.filter(({ at }) => timeSince(at, arrival.at) < HOUR_MS), arrival];
}

/** Below this, the pace of a few files would be a guess. */
const MIN_PACE_MS = 60_000;

/** Returns the new files per hour, measured over the last hour at most; undefined if it is too early to say. */
export function filesPerHour(
  { arrivals, startedAt }: Pick<Follow, 'arrivals' | 'startedAt'>,
  now: number,
): number | undefined {
  const span = Math.min(HOUR_MS, timeSince(startedAt, now));
  if (span < MIN_PACE_MS) return undefined;
  const recent = arrivals.filter(({ at }) => timeSince(at, now) < HOUR_MS);
  return recent.length === 0 ? undefined : (recent.reduce((sum, { files }) => sum + files, 0) * HOUR_MS) / span;
}
