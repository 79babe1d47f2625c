import type { SagaOf } from '@data-manager/lib/typedEffects';
import { shareMachine } from '../machine/shareMachine';
import {
  executeCommand,
  FETCH_COMMANDS,
  FetchCommand,
  prepareCommand,
  storePlan,
  type PlannedFetches,
} from './fetchCommands';
import { FETCH_PERSISTENCE, restoreFetches } from './persistFetches';
import { runFetches } from './runFetches';

/** Shares the fetches among the tabs of a browser profile. */
export function* shareFetches(): SagaOf<void> {
  const planned: PlannedFetches = new Map();
  yield* shareMachine({
    name: 'fetches',
    owner: 'lock',
    commands: FETCH_COMMANDS,
    schema: FetchCommand,
    prepare: (command) => prepareCommand(planned, command),
    handOver: (command) => storePlan(planned, command),
    execute: (command) => executeCommand(planned, command),
    restore: restoreFetches,
    persistence: FETCH_PERSISTENCE,
    drive: [runFetches],
  });
}
