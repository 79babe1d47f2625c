import type { Channel } from 'redux-saga';
import { newComparison, type Comparison, type NewComparison } from '@data-manager/domain/compare/comparison';
import { call, getContext, put, select, type ActionOf, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { shareMachine } from '../machine/shareMachine';
import type { ComparisonPort } from './comparisonPort';
import {
  cancelRequested,
  compareRequested,
  COMPARISON_COMMANDS,
  comparisonDismissed,
  comparisonPaused,
  comparisonRemoved,
  comparisonRequeued,
  comparisonResumed,
  comparisonStarted,
  dismissRequested,
  folderReopened,
  pauseRequested,
  resumeRequested,
  selectComparison,
  selectComparisonWith,
  selectOwnComparison,
} from './comparisonsSlice';
import { comparisonPersistence, COMPARISONS, restoreComparisons } from './persistComparisons';
import { runComparisons } from './runComparisons';

type Command = ActionOf<(typeof COMPARISON_COMMANDS)[number]>;

/** Runs the comparisons of this page, and takes over what closed pages have left. */
export function* runMachine(issued: Channel<Command>): SagaOf<void> {
  const { random } = yield* getPorts();
  const page = yield* call(random.uuid);
  yield* shareMachine({
    name: COMPARISONS,
    owner: 'issuer',
    page,
    nothing: [],
    commands: COMPARISON_COMMANDS,
    issued,
    execute: executeCommand,
    // What another page has left is read once, when this one opens.
    restore: (isDriver) => restoreComparisons(page, isDriver),
    persistence: comparisonPersistence(page),
    drive: [runComparisons],
  });
}

/** Turns a command into the event that changes the list. */
function* executeCommand(command: Command): SagaOf<undefined> {
  const { clock } = yield* getPorts();
  const work = yield* getContext<ComparisonPort>('comparisonWork');
  if (compareRequested.match(command)) {
    yield* start(command.payload);
    return;
  }
  const { id } = command.payload;
  const comparison = yield* select(selectOwnComparison, id);
  if (comparison === undefined) return;
  if (pauseRequested.match(command)) {
    if (comparison.phase === 'hashing') yield* put(comparisonPaused({ id, at: yield* call(clock.now) }));
  } else if (resumeRequested.match(command)) {
    if (!(yield* call(work.hasFiles, id))) yield* put(folderReopened({ id }));
    else yield* put(comparison.phase === 'paused' ? comparisonResumed({ id }) : comparisonRequeued({ id }));
  } else if (cancelRequested.match(command)) yield* remove(comparison);
  else if (dismissRequested.match(command)) {
    yield* put(comparisonDismissed({ id }));
    yield* call(work.forget, id, comparison.folderId);
  }
}

/** Starts a comparison in place of the user's other one with the same path. */
function* start(requested: NewComparison): SagaOf<void> {
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined || (yield* select(selectComparison, requested.id)) !== undefined) return;
  const replaced = yield* select(selectComparisonWith, requested.path, owner);
  if (replaced !== undefined) yield* remove(replaced);
  yield* put(comparisonStarted({ comparison: newComparison(requested, owner) }));
}

function* remove({ id, folderId }: Comparison): SagaOf<void> {
  const work = yield* getContext<ComparisonPort>('comparisonWork');
  yield* put(comparisonRemoved({ id }));
  yield* call(work.close, id);
  yield* call(work.forget, id, folderId);
}
