import type { InstrumentExt } from '@redux-devtools/instrument';
import { configureStore, legacy_createStore, type StoreEnhancer, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../../api/api';
import type { ThunkExtra } from '../../../api/baseQuery';
import type { DeploymentConfig } from '../../../domain/deployment/deploymentConfig';
import type { Ports } from '../../../platform/ports';
import { transferReducer, type TransferState } from '../../../transfers/transferReducers';
import { requestedUploadsReducer } from '../../../transfers/uploads/requestedUploads';
import type { AppStore } from '../../createAppStore';
import type { Recording } from './parseRecording';

/** The store of Redux DevTools, with the recorded actions as its history. Index 0 is the state before the first one. */
export type RecordedStore = ReturnType<typeof createRecordedStore>;

/** @param instrument the enhancer of Redux DevTools */
export function createRecordedStore(
  { before, actions }: Pick<Recording, 'before' | 'actions'>,
  instrument: StoreEnhancer<InstrumentExt<TransferState, UnknownAction, unknown>>,
) {
  const store = legacy_createStore(transferReducer, instrument);
  store.liftedStore.dispatch({ type: 'IMPORT_STATE', nextLiftedState: actions, preloadedState: before } as never);
  return {
    ...store,
    step: (): number => store.liftedStore.getState().currentStateIndex,
    /** Shows the state after a number of actions. */
    jumpTo: (step: number): void => {
      const index = Math.min(Math.max(step, 0), actions.length);
      store.liftedStore.dispatch({ type: 'JUMP_TO_STATE', index, actionId: index } as never);
    },
  };
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
