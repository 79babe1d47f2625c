import { createAction, createSlice } from '@reduxjs/toolkit';
import {
  LISTED_SET_ASIDE,
  placeOfFollow,
  withArrival,
  type EndOfFollow,
  type Follow,
  type FollowPhase,
  type FollowPlan,
  type SetAsideFile,
  type SetAsideFix,
  type WaitReason,
} from '@data-manager/domain/follow/follow';
import { imageOfKey, withImage, type ExpectedSections } from '@data-manager/domain/follow/images';
import { withCommonPrefix, type DatasetNames } from '@data-manager/domain/names/datasetNames';
import { parseFileName } from '@data-manager/domain/names/grammar';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { omit } from '@data-manager/lib/omit';
import { listSelectors } from '../machine/listSelectors';
import { listReducer, plain, REMOVED, type ById, type Items } from '../machine/phaseReducer';
import { fileCompleted } from '../uploads/uploadsSlice';

/** The followed folders of this browser profile, in the order in which they were requested. */
type FollowsState = Items<Follow>;

/** A request to upload the files of a folder as they appear. */
export interface FollowRequest extends Omit<FollowPlan, 'id' | 'images' | 'startedAt'> {
  /** The keys that are on the server below the destination. Files with these keys are set aside. */
  readonly onServer: readonly string[];
}

/* Commands */

/** Command: upload the files of a folder, and new files as they appear. */
export const followRequested = createAction<FollowRequest>('follows/followRequested');
/** Command: take no further files. Those in the upload queue are still sent. */
export const stopRequested = createAction<ById>('follows/stopRequested');
/** Command: continue after a reload. The user has been asked for permission to read the folder. */
export const resumeRequested = createAction<ById>('follows/resumeRequested');
/** Command: resolve a file that was set aside. */
export const setAsideFixRequested = createAction<ById & { readonly path: string; readonly fix: SetAsideFix }>(
  'follows/setAsideFixRequested',
);
/** Command: notify the user after a different time without a new file. */
export const idleTimeRequested = createAction<ById & { readonly idleAfterMs: number }>('follows/idleTimeRequested');
/** Command: remove a follow that has ended from the list. */
export const removeRequested = createAction<ById>('follows/removeRequested');

/* Events */

type FileCompleted = ReturnType<typeof fileCompleted>['payload'];

/** The result of a scan. */
interface FolderScanned extends ById {
  /** Files that are being written. */
  readonly growing: number;
}

interface FilesSetAside extends ById {
  readonly files: readonly SetAsideFile[];
  /** When a scan found them, milliseconds since 1970; absent for files that were known. */
  readonly at?: number;
}

interface SetAsideCleared extends ById {
  readonly paths: readonly string[];
  readonly unlisted?: number;
}

/** `at`: milliseconds since 1970. */
interface Ending extends ById {
  readonly at: number;
}

/** New files that were passed to the uploads. */
interface FilesTaken extends ById {
  /** Paths in the folder. */
  readonly paths: readonly string[];
  /** When they were found, milliseconds since 1970. */
  readonly at: number;
  /** Files that the rule has numbered so far. */
  readonly numbered: number;
  /** True for files that were in the folder before, which do not count towards the rate. */
  readonly areOld?: boolean;
}

const ACTIVE = ['following', 'waiting', 'stopping'] as const satisfies readonly FollowPhase[];
type ActiveFollow = Extract<Follow, { readonly phase: (typeof ACTIVE)[number] }>;

const { append, events, on } = listReducer<Follow>();

const fileSent = on(ACTIVE, withSent);

const slice = createSlice({
  name: 'follows',
  initialState: (): FollowsState => ({ items: [] }),
  reducers: events({
    /** The stored follows were read. */
    followsRestored: (_state, stored: FollowsState) => stored,
    followStarted: (state, { follow }: { readonly follow: Follow }) => append(state, follow),
    folderScanned: on(['following'], (follow, { growing }: FolderScanned) =>
      growing === follow.growing ? follow : { ...follow, growing },
    ),
    filesTaken: on('any', (follow, { paths, at, numbered, areOld }: FilesTaken) => ({
      ...notIdle(withoutSetAside(follow, paths)),
      taken: follow.taken + paths.length,
      numbered,
      lastNewAt: at,
      ...(areOld !== true && { arrivals: withArrival(follow.arrivals, { at, files: paths.length }) }),
    })),
    /** Files were deleted or changed before they were uploaded. `ids`: of their uploads. */
    filesForgotten: on('any', (follow, { ids }: ById & { readonly ids: readonly string[] }) => ({
      ...follow,
      taken: follow.taken - ids.length,
    })),
    /** Files that can't be uploaded without a decision of the user. Their paths are not listed yet. */
    filesSetAside: on('any', (follow, { files, at }: FilesSetAside) => {
      const before = withoutSetAside(
        follow,
        files.map(({ path }) => path),
      );
      return {
        ...before,
        setAside: [...before.setAside, ...files].slice(0, LISTED_SET_ASIDE),
        setAsideCount: before.setAsideCount + files.length,
        ...(at !== undefined && { lastNewAt: at }),
      };
    }),
    /** Set-aside files were deleted or changed, or skipped by the user. `unlisted`: the files that are not in the list. */
    setAsideCleared: on('any', (follow, { paths, unlisted = 0 }: SetAsideCleared) => {
      const after = withoutSetAside(follow, paths);
      return unlisted === 0 ? after : { ...after, setAsideCount: after.setAsideCount - unlisted };
    }),
    waitingStarted: on(ACTIVE, (follow, { reason }: ById & { readonly reason: WaitReason }) => {
      if (follow.phase === 'waiting') return follow.reason === reason ? follow : { ...follow, reason };
      return follow.phase === 'stopping'
        ? { ...follow, phase: 'waiting', reason, isStopping: true }
        : { ...omit(follow, 'growing'), phase: 'waiting', reason, isStopping: false };
    }),
    waitingEnded: on(['waiting'], (follow) =>
      follow.isStopping
        ? { ...withoutPhase(follow), phase: 'stopping' }
        : { ...withoutPhase(follow), phase: 'following', growing: 0, isIdle: follow.isIdle },
    ),
    /** There was no new file for the set time. */
    idleNoticed: on(['following'], (follow) => ({ ...follow, isIdle: true })),
    idleTimeSet: on(['following', 'waiting'], (follow, { idleAfterMs }: ById & { readonly idleAfterMs: number }) => ({
      ...notIdle(follow),
      idleAfterMs,
    })),
    stoppingStarted: on(['following', 'waiting'], (follow) => ({ ...withoutPhase(follow), phase: 'stopping' })),
    followStopped: on(['stopping'], (follow, { at }: Ending) => ended(follow, 'stopped', at)),
    /** Nothing has changed for a long time, or the app has crashed at the follow again and again. */
    followEnded: on(ACTIVE, (follow, { how, at }: Ending & { readonly how: 'rested' | 'crashed' }) =>
      ended(follow, how, at),
    ),
    /** The metadata states other images than before. */
    expectedChanged: on(ACTIVE, (follow, { expected }: ById & { readonly expected: ExpectedSections }) => ({
      ...follow,
      expected,
    })),
    /** The user uploads the images of another dataset anyway. */
    prefixAccepted: on('any', (follow, { prefix }: ById & { readonly prefix: string }) => ({
      ...follow,
      accepted: [...(follow.accepted ?? []), prefix],
    })),
    followRemoved: on('any', () => REMOVED),
  }),
  extraReducers: (builder) =>
    builder.addCase(
      fileCompleted,
      plain((state: FollowsState, completed: FileCompleted) =>
        state.items.reduce((after, { id }) => fileSent(after, { ...completed, id }), state),
      ),
    ),
});

/** Adds an uploaded file, if it went into the destination. */
function withSent(follow: Follow, { receipt, uploadId, lastFile }: FileCompleted): Follow {
  const { key, parts } = receipt;
  if (!key.startsWith(`${placeOfFollow(follow)}/`)) return follow;
  const names = namesAfter(follow, key);
  const image = imageOfKey(key, names);
  const images = image === undefined ? follow.images : withImage(follow.images, image);
  return {
    ...follow,
    ...(names !== undefined && { names }),
    images,
    lastSent: lastFile ? null : { key, uploadId, md5s: parts.map(({ md5 }) => md5) },
  };
}

/** The first image of a dataset is most of its images, so its prefix is a name of the dataset. */
function namesAfter({ names, images }: Follow, key: string): DatasetNames | undefined {
  const name = lastSegment(key);
  if (names === undefined || images.length > 0 || parseFileName(name) === undefined) return names;
  return withCommonPrefix(names, [name]);
}

/** Returns what a follow keeps when it leaves an active phase. */
function withoutPhase(follow: ActiveFollow) {
  return omit(follow, 'phase', 'growing', 'isIdle', 'reason', 'isStopping');
}

function ended(follow: ActiveFollow, how: EndOfFollow, at: number): Follow {
  return { ...withoutPhase(follow), phase: 'ended', how, endedAt: at };
}

function notIdle(follow: Follow): Follow {
  return 'isIdle' in follow ? { ...follow, isIdle: false } : follow;
}

function withoutSetAside(follow: Follow, paths: readonly string[]): Follow {
  const gone = new Set(paths);
  const setAside = follow.setAside.filter(({ path }) => !gone.has(path));
  const cleared = follow.setAside.length - setAside.length;
  return cleared === 0 ? follow : { ...follow, setAside, setAsideCount: follow.setAsideCount - cleared };
}

export const {
  followsRestored,
  followStarted,
  folderScanned,
  filesTaken,
  filesForgotten,
  filesSetAside,
  setAsideCleared,
  waitingStarted,
  waitingEnded,
  idleNoticed,
  idleTimeSet,
  stoppingStarted,
  followStopped,
  followEnded,
  expectedChanged,
  prefixAccepted,
  followRemoved,
} = slice.actions;

export const followsReducer = slice.reducer;

/* Selectors */

export interface WithFollows {
  readonly follows: FollowsState;
}

export function selectFollows({ follows }: WithFollows): readonly Follow[] {
  return follows.items;
}

export const {
  selectOwn: selectOwnFollows,
  selectHas: selectHasFollows,
  selectItem: selectFollow,
  selectOwnItem: selectOwnFollow,
} = listSelectors(selectFollows);
