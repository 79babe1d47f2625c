import { actionChannel, arm, call, race, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { lazyPort } from '../../platform/lazyPort';
import { compareRequested, COMPARISON_COMMANDS } from './comparisonsSlice';

/** Most visits have no comparison. */
const loadMachine = lazyPort(() => import('./comparisonMachine'));

/** Starts the machine with the first comparison. */
export function* shareComparisons(): SagaOf<void> {
  // None is missed while the code loads.
  const issued = yield* actionChannel(...COMPARISON_COMMANDS);
  yield* race({ requested: arm.take(compareRequested), stored: arm.call(waitForStored) });
  const { runMachine } = yield* call(loadMachine);
  yield* runMachine(issued);
}

/** Returns if another page has left a comparison. */
function* waitForStored(): SagaOf<void> {
  const { records } = yield* getPorts();
  const stored = yield* call((yield* call(records, 'comparisons')).readAll);
  if (stored === undefined || stored.size === 0) yield* waitFor(() => false);
}
