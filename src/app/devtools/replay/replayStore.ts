import { configureStore, createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import { api } from '../../../api/api';
import type { ThunkExtra } from '../../../api/baseQuery';
import { scanChoicesReducer } from '../../../features/datasets/scanChoices';
import { requestedUploadsReducer } from '../../../features/preflight/result/requestedUploads';
import { transferReducer, transferReducers, type TransferState } from '../../../transfers/transferReducers';
import type { AppStore } from '../../createAppStore';
import { createSummarise } from '../summary';
import { createInertPorts } from './inertPorts';
import type { Recording } from './parseRecording';
import { stepAt } from './recordedSteps';
import type { StoryRow } from './recordedStory';

interface ShownStep {
  /** The number of actions before the state. */
  readonly step: number;
  /** The latest of them. */
  readonly action: UnknownAction | undefined;
  readonly state: TransferState;
}

const stepShown = createAction<ShownStep>('replay/stepShown');

export type ReplayStore = ReturnType<typeof createReplayStore>;

/** An opened recording. */
export interface Replay {
  readonly recording: Recording;
  readonly rows: readonly StoryRow[];
  readonly store: ReplayStore;
}

/**
 * Creates a store that has the state after one of the recorded actions. Redux DevTools, if the browser has the extension, shows
 * each step that is visited. Commands of the user do nothing.
 */
export function createReplayStore(recording: Recording, config: DeploymentConfig) {
  const { before, actions } = recording;
  const stateAt = createStates(recording);
  const ports = createInertPorts(() => stepAt(recording, store.getState().step).at);
  const extra: ThunkExtra = {
    ports,
    config,
    refreshSession: () => Promise.resolve({ ok: false, failure: { kind: 'unauthorized' } }),
  };
  const summarise = createSummarise();
  const store = configureStore({
    // Recordings lack the lists, the results of the upload screen and the choices among scans.
    reducer: {
      ...shownSlices(before),
      step: (step: number = 0, action) => (stepShown.match(action) ? action.payload.step : step),
      [api.reducerPath]: api.reducer,
      requestedUploads: requestedUploadsReducer,
      scanChoices: scanChoicesReducer,
    },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra }, immutableCheck: false, serializableCheck: false }).concat(
        api.middleware,
      ),
    devTools: {
      name: 'Recording',
      actionSanitizer: (action) => summarise(action) as typeof action,
      stateSanitizer: (state) => summarise(state) as typeof state,
    },
  });
  return {
    /** For the components of the app. */
    view: store as unknown as AppStore,
    ports,
    step: (): number => store.getState().step,
    /** Shows the state after a number of actions. */
    jumpTo: (step: number): void => {
      const shown = Math.min(Math.max(step, 0), actions.length);
      store.dispatch(stepShown({ step: shown, action: actions[shown - 1], state: stateAt(shown) }));
    },
  };
}

/** Reducers of the recorded slices, which change only with the step. */
function shownSlices(before: TransferState) {
  const names = Object.keys(transferReducers) as (keyof TransferState)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (slice: object = before[name], action: UnknownAction): object =>
        stepShown.match(action) ? action.payload.state[name] : slice,
    ]),
  );
}

/** The states of all steps would take too much memory: the others are computed from the kept states. */
const KEPT_STEPS = 1_000;

/**
 * Returns a function that returns the state after a number of actions.
 *
 * @param keptSteps the distance of the states that are kept
 */
export function createStates(
  { before, actions }: Pick<Recording, 'before' | 'actions'>,
  keptSteps = KEPT_STEPS,
): (step: number) => TransferState {
  const kept = [before];
  let state = before;
  for (const [index, action] of actions.entries()) {
    state = transferReducer(state, action);
    if ((index + 1) % keptSteps === 0) kept.push(state);
  }
  return (step) => {
    const index = Math.floor(step / keptSteps);
    return actions.slice(index * keptSteps, step).reduce(transferReducer, kept[index] ?? before);
  };
}
