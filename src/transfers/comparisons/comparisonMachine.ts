import type { Channel } from 'redux-saga';
import { call, type ActionOf, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { shareMachine } from '../machine/shareMachine';
import { executeCommand } from './comparisonCommands';
import { COMPARISON_COMMANDS } from './comparisonsSlice';
import { comparisonPersistence, COMPARISONS, restoreComparisons } from './persistComparisons';
import { runComparisons } from './runComparisons';

/** Runs the comparisons of this page, and takes over what closed pages have left. */
export function* runMachine(issued: Channel<ActionOf<(typeof COMPARISON_COMMANDS)[number]>>): SagaOf<void> {
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
