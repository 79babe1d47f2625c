import { instrument, type LiftedAction, type LiftedState } from '@redux-devtools/instrument';
import type { Action, DevToolsEnhancerOptions, StoreEnhancer } from '@reduxjs/toolkit';
import { compose } from 'redux';

/*
 * Stands in for the browser's extension: it puts itself at the same place of `window`, instruments a store with the same
 * package and dispatches the same lifted actions. To be imported before the store, since Redux Toolkit looks once, as it
 * is loaded: hence `compose` from redux itself.
 */

type Lifted = LiftedState<unknown, Action, null>;

interface LiftedStore {
  readonly getState: () => Lifted;
  readonly dispatch: (action: LiftedAction<unknown, Action, null> | object) => unknown;
}

interface Instrumented {
  readonly liftedStore: LiftedStore;
}

function composeWithExtension(options: DevToolsEnhancerOptions) {
  const instrumented = instrument(undefined, {
    ...(options.maxAge === undefined ? {} : { maxAge: options.maxAge }),
    ...(options.shouldHotReload === undefined ? {} : { shouldHotReload: options.shouldHotReload }),
    pauseActionType: '@@PAUSED',
  }) as StoreEnhancer;
  return (...enhancers: readonly StoreEnhancer[]) => compose<StoreEnhancer>(...enhancers, instrumented);
}

Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: composeWithExtension });

/** What a person does in the extension's window. */
export function openDevTools(store: object) {
  const { liftedStore } = store as Instrumented;
  const log = (): Lifted => liftedStore.getState();
  const actionIdOf = (type: string): number => {
    const { actionsById, stagedActionIds } = log();
    const id = stagedActionIds.findLast((one) => actionsById[one]?.action.type === type);
    if (id === undefined) throw new Error(`No ${type} in the log.`);
    return id;
  };
  const send = (action: object): void => void liftedStore.dispatch(action);
  return {
    log,
    /** To the state after the latest action of a type. */
    jumpTo: (type: string) => send({ type: 'JUMP_TO_ACTION', actionId: actionIdOf(type) }),
    /** To the state before everything. */
    jumpToStart: () => send({ type: 'JUMP_TO_STATE', index: 0, actionId: 0 }),
    /** So far into the log, from 0 to 1. */
    jumpToShare: (share: number) =>
      send({ type: 'JUMP_TO_STATE', index: Math.floor(share * (log().stagedActionIds.length - 1)) }),
    /** To the latest state. */
    jumpToEnd: () => send({ type: 'JUMP_TO_STATE', index: log().stagedActionIds.length - 1 }),
    lock: (status: boolean) => send({ type: 'LOCK_CHANGES', status }),
    pause: (status: boolean) => send({ type: 'PAUSE_RECORDING', status }),
    commit: () => send({ type: 'COMMIT' }),
    reset: () => send({ type: 'RESET' }),
    importActions: (nextLiftedState: readonly Action[], preloadedState: unknown) =>
      send({ type: 'IMPORT_STATE', nextLiftedState, preloadedState }),
  };
}
