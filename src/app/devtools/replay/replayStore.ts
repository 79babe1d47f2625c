import type { InstrumentExt } from '@redux-devtools/instrument';
import { configureStore, legacy_createStore, type StoreEnhancer, type UnknownAction } from '@reduxjs/toolkit';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import { api } from '../../../api/api';
import type { ThunkExtra } from '../../../api/baseQuery';
import { requestedUploadsReducer } from '../../../features/preflight/requestedUploads';
import type { Ports } from '../../../platform/ports';
import { transferReducer, type TransferState } from '../../../transfers/transferReducers';
import type { AppStore } from '../../createAppStore';
import type { Recording } from './parseRecording';

/**
 * The store of Redux DevTools, with recorded actions as its history. Index 0 is the state before the first one.
 *
 * The monitors show one row for each action, and take minutes with 20,000 rows. So the store has one chunk of the actions at
 * a time, and moves to another one when a step there is to be shown.
 */
export type RecordedStore = ReturnType<typeof createRecordedStore>;

/** Actions that the monitors show at a time. */
const CHUNK_ACTIONS = 1_000;

/**
 * @param instrument the enhancer of Redux DevTools
 * @param chunkActions the number of actions of a chunk
 */
export function createRecordedStore(
  { before, actions }: Pick<Recording, 'before' | 'actions'>,
  instrument: StoreEnhancer<InstrumentExt<TransferState, UnknownAction, unknown>>,
  chunkActions = CHUNK_ACTIONS,
) {
  const store = legacy_createStore(transferReducer, instrument);
  const statesBefore = statesBeforeChunks(before, actions, chunkActions);
  /** The first step of the chunk that the monitors show. */
  let start = 0;
  const showChunk = (first: number): void => {
    start = first;
    const nextLiftedState = actions.slice(first, first + chunkActions);
    const preloadedState = statesBefore[first / chunkActions];
    store.liftedStore.dispatch({ type: 'IMPORT_STATE', nextLiftedState, preloadedState } as never);
  };
  showChunk(0);
  return {
    ...store,
    step: (): number => start + store.liftedStore.getState().currentStateIndex,
    /** The first and the last step that the monitors show. */
    shownSteps: (): readonly [first: number, last: number] => [start, Math.min(start + chunkActions, actions.length)],
    /** Shows the state after a number of actions. */
    jumpTo: (step: number): void => {
      const index = Math.min(Math.max(step, 0), actions.length);
      if (index < start || index > start + chunkActions) {
        // A step on the boundary is the last one of the earlier chunk, with its action.
        showChunk(Math.floor(Math.max(index - 1, 0) / chunkActions) * chunkActions);
      }
      store.liftedStore.dispatch({ type: 'JUMP_TO_STATE', index: index - start, actionId: index - start } as never);
    },
  };
}

function statesBeforeChunks(
  before: TransferState,
  actions: readonly UnknownAction[],
  chunkActions: number,
): readonly TransferState[] {
  const states: TransferState[] = [];
  let state = before;
  for (const [index, action] of actions.entries()) {
    if (index % chunkActions === 0) states.push(state);
    state = transferReducer(state, action);
  }
  return states.length === 0 ? [before] : states;
}

/**
 * Combines the recorded state with the lists of the API for the app's components. The lists have a store of their own,
 * because their queries are not steps of the recording. Commands of the user do nothing.
 */
export function createViewStore(
  recorded: RecordedStore,
  { ports, config }: { readonly ports: Ports; readonly config: DeploymentConfig },
): AppStore {
  const extra: ThunkExtra = {
    ports,
    config,
    refreshSession: () => Promise.resolve({ ok: false, failure: { kind: 'unauthorized' } }),
  };
  const lists = configureStore({
    // Recordings lack the results of the upload screen.
    reducer: { [api.reducerPath]: api.reducer, requestedUploads: requestedUploadsReducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra }, immutableCheck: false, serializableCheck: false }).concat(
        api.middleware,
      ),
    devTools: false,
  });
  let shown = { ...recorded.getState(), ...lists.getState() };
  const update = (): void => {
    shown = { ...recorded.getState(), ...lists.getState() };
  };
  recorded.subscribe(update);
  lists.subscribe(update);
  const view: Pick<AppStore, 'getState' | 'subscribe'> & { readonly dispatch: (action: never) => unknown } = {
    getState: () => shown,
    subscribe: (listener) => {
      const unsubscribes = [recorded.subscribe(listener), lists.subscribe(listener)];
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
    dispatch: (action: unknown) => {
      const isOfLists =
        typeof action === 'function' || (action as UnknownAction).type.startsWith(`${api.reducerPath}/`);
      return isOfLists ? lists.dispatch(action as UnknownAction) : action;
    },
  };
  return view as AppStore;
}
