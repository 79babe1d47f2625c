import { actionChannel, arm, call, race, take, type SagaOf } from '@data-manager/lib/typedEffects';
import { lazyPort } from '../../platform/lazyPort';
import { readRecords } from '../../platform/records/getRecords';
import { compareRequested, COMPARISON_COMMANDS } from './comparisonsSlice';

/** Most visits have no comparison. */
const loadMachine = lazyPort(() => import('./comparisonMachine'));

/** Starts the machine with the first comparison. */
export function* shareComparisons(): SagaOf<void> {
  // None is missed while the code loads.
  const issued = yield* actionChannel(...COMPARISON_COMMANDS);
  const { isStored } = yield* race({ requested: arm.take(compareRequested), isStored: arm.call(hasStored) });
  if (isStored === false) yield* take(compareRequested);
  const { runMachine } = yield* call(loadMachine);
  yield* runMachine(issued);
}

/** Returns true if another page has left a comparison. */
function* hasStored(): SagaOf<boolean> {
  const stored = yield* readRecords('comparisons');
  return stored !== undefined && stored.size > 0;
}
