import { createAction, createSelector, createSlice, original, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import {
  LISTED_SET_ASIDE,
  placeOfFollow,
  withArrival,
  type Follow,
  type FollowPhase,
  type ForeignFiles,
  type SetAsideFile,
  type SetAsideFix,
  type WaitReason,
} from '../../domain/follow/follow';
import { imageOfKey, withImage, type ExpectedSections } from '../../domain/follow/images';
import type { RenameOptions } from '../../domain/names/bulkRename';
import { belongsTo } from '../../domain/session/session';
import { omit } from '../../lib/omit';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { fileCompleted } from '../uploads/uploadsSlice';

/** The followed folders of this browser profile, in the order in which they were requested. */
interface FollowsState {
  readonly items: readonly Follow[];
}

/** A request to upload the files of a folder as they appear. */
export interface FollowRequest {
  /** The name of the destination, for display. */
  readonly title: string;
  /** The folder, as returned by `ports.folders.choose` or `ports.folders.add`. */
  readonly folderId: string;
  readonly folderName: string;
  /** `{project}` or `{project}/{dataset}`. */
  readonly keyPrefix: string;
  /** The dataset that the files go into; absent if they go into none, or into several. */
  readonly dataset?: string;
  /** How the files are named. They keep their names if it is absent. */
  readonly rule?: RenameOptions;
  /** The images that the dataset should have, if its metadata specifies them. */
  readonly expected?: ExpectedSections;
  /** The keys that are on the server below the destination. Files with these keys are set aside. */
  readonly onServer: readonly string[];
  /** The time without a new file after which the user is notified, milliseconds. */
  readonly idleAfterMs?: number;
}

interface ById {
  readonly id: string;
}

/* Commands */

/** Command: upload the files of a folder, and new ones as they appear. */
export const followRequested = createAction<FollowRequest>('follows/followRequested');
/** Command: take no further files. Those in the upload queue are still sent. */
export const stopFollowingRequested = createAction<ById>('follows/stopFollowingRequested');
/** Command: continue after a reload. The user has been asked for permission to read the folder. */
export const followResumeRequested = createAction<ById>('follows/followResumeRequested');
/** Command: resolve a file that was set aside. */
export const setAsideFixRequested = createAction<ById & { readonly path: string; readonly fix: SetAsideFix }>(
  'follows/setAsideFixRequested',
);
/** Command: notify the user after a different time without a new file. */
export const idleTimeRequested = createAction<ById & { readonly idleAfterMs: number }>('follows/idleTimeRequested');
/** Command: remove a follow that has ended from the list. */
export const followDismissRequested = createAction<ById>('follows/followDismissRequested');

/* Events */

type FollowIn<Phase extends FollowPhase> = Extract<Follow, { readonly phase: Phase }>;

function isIn<Phase extends FollowPhase>(follow: Follow, phases: readonly Phase[]): follow is FollowIn<Phase> {
  return phases.some((phase) => phase === follow.phase);
}

/**
 * Makes a case reducer that replaces a follow, or removes it. In other phases, the event is too late and is ignored.
 */
function change<Payload extends ById, Phase extends FollowPhase>(
  phases: readonly Phase[],
  next: (follow: FollowIn<Phase>, payload: Payload) => Follow | 'removed',
) {
  return (draft: Draft<FollowsState>, { payload }: PayloadAction<Payload>): FollowsState =>
    replace(draft, (follow) => (follow.id === payload.id && isIn(follow, phases) ? next(follow, payload) : follow));
}

/** Works on the plain state, since a draft of thousands of entries is slow. */
function replace(draft: Draft<FollowsState>, next: (follow: Follow) => Follow | 'removed'): FollowsState {
  const state = original(draft) as FollowsState;
  const items = state.items.map(next);
  if (items.every((item, index) => item === state.items[index])) return state;
  return Object.freeze({ items: items.filter((item) => item !== 'removed') });
}

/** The result of a scan. */
interface FolderScanned extends ById {
  /** Files that are being written. */
  readonly growing: number;
  /** Files that were passed to the uploads although they are named for another dataset. */
  readonly foreign?: ForeignFiles;
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

const ACTIVE: readonly ['following', 'waiting', 'stopping'] = ['following', 'waiting', 'stopping'];
const EVERY: readonly FollowPhase[] = [...ACTIVE, 'ended'];

const slice = createSlice({
  name: 'follows',
  initialState: (): FollowsState => ({ items: [] }),
  reducers: {
    /** The stored follows were read. */
    followsRestored: (_state, { payload }: PayloadAction<FollowsState>) => payload,
    followStarted: (draft, { payload: { follow } }: PayloadAction<{ readonly follow: Follow }>) => {
      const state = original(draft) as FollowsState;
      return state.items.some(({ id }) => id === follow.id)
        ? state
        : Object.freeze({ items: [...state.items, follow] });
    },
    folderScanned: change<FolderScanned, 'following'>(['following'], (follow, { growing, foreign }) =>
      growing === follow.growing &&
      foreign?.files === follow.foreign?.files &&
      foreign?.prefix === follow.foreign?.prefix
        ? follow
        : { ...omit(follow, 'foreign'), growing, ...(foreign !== undefined && { foreign }) },
    ),
    filesTaken: change<FilesTaken, FollowPhase>(EVERY, (follow, { paths, at, numbered, areOld }) => ({
      ...notIdle(withoutSetAside(follow, paths)),
      taken: follow.taken + paths.length,
      numbered,
      lastNewAt: at,
      ...(areOld !== true && { arrivals: withArrival(follow.arrivals, { at, files: paths.length }) }),
    })),
    /** Files were deleted or changed before they were uploaded. `ids`: of their uploads. */
    filesForgotten: change<ById & { readonly ids: readonly string[] }, FollowPhase>(EVERY, (follow, { ids }) => ({
      ...follow,
      taken: follow.taken - ids.length,
    })),
    /** Files that can't be uploaded without a decision of the user. Their paths are not listed yet. */
    filesSetAside: change<ById & { readonly files: readonly SetAsideFile[] }, FollowPhase>(
      EVERY,
      (follow, { files }) => {
        const before = withoutSetAside(
          follow,
          files.map(({ path }) => path),
        );
        return {
          ...before,
          setAside: [...before.setAside, ...files].slice(0, LISTED_SET_ASIDE),
          setAsideCount: before.setAsideCount + files.length,
        };
      },
    ),
    /** Set-aside files were deleted or changed, or skipped by the user. `unlisted`: those that are not in the list. */
    setAsideCleared: change<ById & { readonly paths: readonly string[]; readonly unlisted?: number }, FollowPhase>(
      EVERY,
      (follow, { paths, unlisted = 0 }) => {
        const after = withoutSetAside(follow, paths);
        return unlisted === 0 ? after : { ...after, setAsideCount: after.setAsideCount - unlisted };
      },
    ),
    followWaiting: change<ById & { readonly reason: WaitReason }, 'following' | 'waiting' | 'stopping'>(
      ACTIVE,
      (follow, { reason }) => {
        if (follow.phase === 'waiting') return follow.reason === reason ? follow : { ...follow, reason };
        return follow.phase === 'stopping'
          ? { ...follow, phase: 'waiting', reason, isStopping: true }
          : { ...omit(follow, 'growing'), phase: 'waiting', reason, isStopping: false };
      },
    ),
    followResumed: change<ById, 'waiting'>(['waiting'], (follow) =>
      follow.isStopping
        ? { ...withoutPhase(follow), phase: 'stopping' }
        : { ...withoutPhase(follow), phase: 'following', growing: 0, isIdle: follow.isIdle },
    ),
    /** There was no new file for the set time. */
    idleNoticed: change<ById, 'following'>(['following'], (follow) => ({ ...follow, isIdle: true })),
    idleTimeSet: change<ById & { readonly idleAfterMs: number }, 'following' | 'waiting'>(
      ['following', 'waiting'],
      (follow, { idleAfterMs }) => ({ ...notIdle(follow), idleAfterMs }),
    ),
    stoppingStarted: change<ById, 'following' | 'waiting'>(['following', 'waiting'], (follow) => ({
      ...withoutPhase(follow),
      phase: 'stopping',
    })),
    /** `at`: milliseconds since 1970. */
    followStopped: change<ById & { readonly at: number }, 'stopping'>(['stopping'], (follow, { at }) => ({
      ...follow,
      phase: 'ended',
      how: 'stopped',
      endedAt: at,
    })),
    /** Every expected image is on the server. */
    followCompleted: change<ById & { readonly at: number }, 'following' | 'waiting' | 'stopping'>(
      ACTIVE,
      (follow, { at }) => ({
        ...withoutPhase(follow),
        phase: 'ended',
        how: 'complete',
        endedAt: at,
      }),
    ),
    followRemoved: change<ById, FollowPhase>(EVERY, () => 'removed'),
  },
  extraReducers: (builder) =>
    builder.addCase(fileCompleted, (draft, { payload }) =>
      replace(draft, (follow) => (follow.phase === 'ended' ? follow : withSent(follow, payload))),
    ),
});

/** Adds an uploaded file, if it went into the destination. */
function withSent(
  follow: Follow,
  { receipt, uploadId, lastFile }: ReturnType<typeof fileCompleted>['payload'],
): Follow {
  const { key, parts } = receipt;
  if (!key.startsWith(`${placeOfFollow(follow)}/`)) return follow;
  const image = imageOfKey(key);
  const images = image === undefined ? follow.images : withImage(follow.images, image);
  return { ...follow, images, lastSent: lastFile ? null : { key, uploadId, md5s: parts.map(({ md5 }) => md5) } };
}

/** Returns what a follow keeps when it leaves an active phase. */
function withoutPhase(follow: FollowIn<'following' | 'waiting' | 'stopping'>) {
  return omit(follow, 'phase', 'growing', 'isIdle', 'reason', 'isStopping');
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
  followWaiting,
  followResumed,
  idleNoticed,
  idleTimeSet,
  stoppingStarted,
  followStopped,
  followCompleted,
  followRemoved,
} = slice.actions;

export const followsReducer = slice.reducer;

/* Selectors */

export interface WithFollows {
  readonly follows: FollowsState;
}

type State = WithFollows & WithSession;

const NONE: readonly Follow[] = [];

/** Returns the followed folders of the signed-in user, oldest first. */
export const selectOwnFollows = createSelector(
  [(state: State) => state.follows.items, selectSessionOwner],
  (items, owner) => {
    const own = items.filter((follow) => belongsTo(follow, owner));
    return own.length === 0 ? NONE : own;
  },
);

/** Returns true if the signed-in user follows folders. Not memoized, since it runs with every action. */
export function selectHasFollows(state: State): boolean {
  const owner = selectSessionOwner(state);
  return state.follows.items.some((follow) => belongsTo(follow, owner));
}

/** Returns a follow of any user. */
export function selectFollow(state: WithFollows, id: string): Follow | undefined {
  return state.follows.items.find((follow) => follow.id === id);
}
