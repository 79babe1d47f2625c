import type { Channel } from 'redux-saga';
import { call, type ActionOf, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { shareMachine } from '../machine/shareMachine';
import { ComparisonCommand, executeCommand } from './comparisonCommands';
import { COMPARISON_COMMANDS } from './comparisonsSlice';
import { comparisonPersistence, machineOf, restoreComparisons } from './persistComparisons';
import { runComparisons } from './runComparisons';

/**
 * Runs the comparisons of this page. Files can't be posted, so each page has a machine of its own, and drives it. It takes
 * over what closed pages have left.
 */
export function* runMachine(issued: Channel<ActionOf<(typeof COMPARISON_COMMANDS)[number]>>): SagaOf<void> {
  const { random } = yield* getPorts();
  const page = yield* call(random.uuid);
  yield* shareMachine({
    name: machineOf(page),
    commands: COMPARISON_COMMANDS,
    issued,
    schema: ComparisonCommand,
    // eslint-disable-next-line require-yield -- nothing has to be prepared
    *prepare(command) {
      return command;
    },
    execute: executeCommand,
    // What is taken over must be shown, so nothing may interrupt it.
    restore: (isDriver) => restoreComparisons(page, isDriver),
    persistence: comparisonPersistence(page),
    drive: [runComparisons],
  });
}
