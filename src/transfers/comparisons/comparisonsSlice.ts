import { createAction, createSlice } from '@reduxjs/toolkit';
import {
  baseOf,
  progressOf,
  type Comparison,
  type ComparisonFault,
  type ComparisonProgress,
  type NewComparison,
} from '@data-manager/domain/compare/comparison';
import type { Failure } from '@data-manager/domain/failures/failure';
import { belongsTo, type SessionOwner } from '@data-manager/domain/session/session';
import { omit } from '@data-manager/lib/omit';
import { listSelectors } from '../machine/listSelectors';
import { listReducer, REMOVED, type ById, type Items } from '../machine/phaseReducer';

/** The comparisons of this page, in the order in which they were requested. */
type ComparisonsState = Items<Comparison>;

interface AtTime extends ById {
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface FolderRead extends ById {
  readonly folder?: Pick<Comparison, 'folderName' | 'folderId'>;
}

/* Commands */

/** Command: compare a folder. Replaces the user's other comparison with the same path. The work has the chosen files. */
export const compareRequested = createAction<NewComparison>('comparisons/compareRequested');
/** Command: pause a comparison. */
export const pauseRequested = createAction<ById>('comparisons/pauseRequested');
/** Command: continue a comparison that is paused, or repeat one that has ended or failed. */
export const resumeRequested = createAction<ById>('comparisons/resumeRequested');
/** Command: remove a comparison. */
export const cancelRequested = createAction<ById>('comparisons/cancelRequested');
/** Command: remove a finished comparison from the list of transfers. The page still shows its result. */
export const dismissRequested = createAction<ById>('comparisons/dismissRequested');

/** Every command of the comparisons. */
export const COMPARISON_COMMANDS = [
  compareRequested,
  pauseRequested,
  resumeRequested,
  cancelRequested,
  dismissRequested,
] as const;

/* Events */

const { append, events, on } = listReducer<Comparison>();

const slice = createSlice({
  name: 'comparisons',
  initialState: (): ComparisonsState => ({ items: [] }),
  reducers: events({
    /** The comparisons of closed pages were read. */
    comparisonsRestored: (state, { items }: ComparisonsState) => items.reduce(append, state),
    comparisonStarted: (state, { comparison }: { readonly comparison: Comparison }) => append(state, comparison),
    filesFound: on(['reading'], (item, { found, unreadable }: ById & Pick<Comparison, 'found' | 'unreadable'>) => ({
      ...item,
      found,
      unreadable,
    })),
    /** `folder`: what has become known about it. */
    folderRead: on(['reading'], (item, { folder }: FolderRead) => ({ ...item, ...folder, phase: 'matching' })),
    waitingStarted: on(['matching'], (item, { reason }: ById & { readonly reason: 'network' | 'session' }) =>
      item.waiting === reason ? item : { ...item, waiting: reason },
    ),
    waitingEnded: on(['matching'], (item) => (item.waiting === undefined ? item : omit(item, 'waiting'))),
    /** `failure`: why the files on the server could not be listed; absent after an error of the app. */
    comparisonFailed: on(
      ['reading', 'matching', 'hashing'],
      (item, { failure }: ById & { readonly failure?: Failure }) => ({
        ...baseOf(item),
        phase: 'failed',
        ...(failure !== undefined && { failure }),
      }),
    ),
    namesMatched: on(['matching'], (item, { progress }: ById & { readonly progress: ComparisonProgress }) => ({
      ...baseOf(item),
      ...progress,
      phase: 'hashing',
    })),
    /** Reports the interruption by a pause, too. */
    progressSampled: on(
      ['hashing', 'paused'],
      (item, { progress }: ById & { readonly progress: ComparisonProgress }) => ({
        ...item,
        ...progress,
      }),
    ),
    /** `fault`: set if the comparison was paused automatically. */
    comparisonPaused: on(
      ['reading', 'matching', 'hashing'],
      (item, { at, fault }: AtTime & { readonly fault?: ComparisonFault }) => ({
        ...baseOf(item),
        ...progressOf(item),
        phase: 'paused',
        pausedAt: at,
        ...(fault !== undefined && { fault }),
      }),
    ),
    /** This page has the files, and compares the rest of their contents. */
    comparisonResumed: on(['paused'], (item) => ({ ...omit(item, 'pausedAt', 'fault'), phase: 'hashing' })),
    /** The names are compared again. Contents that are hashed are not read again. */
    comparisonRequeued: on(['paused', 'done', 'failed'], (item) => ({ ...baseOf(item), phase: 'matching' })),
    /** The folder is read again, since this page does not have the files. */
    folderReopened: on(['paused', 'done', 'failed'], (item) => ({
      ...baseOf(item),
      found: 0,
      unreadable: 0,
      phase: 'reading',
    })),
    comparisonEnded: on(['hashing'], (item, { at }: AtTime) => ({ ...item, phase: 'done', endedAt: at })),
    comparisonDismissed: on(['done'], (item) => ({ ...omit(item, 'folderId'), isDismissed: true })),
    comparisonRemoved: on('any', () => REMOVED),
  }),
});

export const {
  comparisonsRestored,
  comparisonStarted,
  filesFound,
  folderRead,
  waitingStarted,
  waitingEnded,
  comparisonFailed,
  namesMatched,
  progressSampled,
  comparisonPaused,
  comparisonResumed,
  comparisonRequeued,
  folderReopened,
  comparisonEnded,
  comparisonDismissed,
  comparisonRemoved,
} = slice.actions;

export const comparisonsReducer = slice.reducer;

/* Selectors */

export interface WithComparisons {
  readonly comparisons: ComparisonsState;
}

export function selectComparisons({ comparisons }: WithComparisons): readonly Comparison[] {
  return comparisons.items;
}

export const {
  selectOwn: selectOwnComparisons,
  selectHas: selectHasComparisons,
  selectItem: selectComparison,
  selectOwnItem: selectOwnComparison,
} = listSelectors(selectComparisons, belongsTo, (item) => item.phase !== 'done' || item.isDismissed !== true);

/** Returns the user's comparison with a path. */
export function selectComparisonWith(
  { comparisons }: WithComparisons,
  path: string,
  owner: SessionOwner | undefined,
): Comparison | undefined {
  return comparisons.items.find((item) => item.path === path && belongsTo(item, owner));
}
