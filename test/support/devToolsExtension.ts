import { instrument, type LiftedAction, type LiftedState } from '@redux-devtools/instrument';
import type { Action, DevToolsEnhancerOptions, StoreEnhancer } from '@reduxjs/toolkit';
import { compose } from 'redux';

/*
 * A fake Redux DevTools extension. It sets the same property of `window`, instruments a store with the same package and
 * dispatches the same lifted actions. Import it before the store, because Redux Toolkit reads the property when it is
 * loaded. For the same reason, `compose` comes from redux.
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

/** Returns the actions of a user in the window of the extension. */
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
    /** Jumps to the state after the latest action of a type. */
    jumpTo: (type: string) => send({ type: 'JUMP_TO_ACTION', actionId: actionIdOf(type) }),
    /** Jumps to the initial state. */
    jumpToStart: () => send({ type: 'JUMP_TO_STATE', index: 0, actionId: 0 }),
    /** Jumps to a relative position in the log, from 0 to 1. */
    jumpToShare: (share: number) =>
      send({ type: 'JUMP_TO_STATE', index: Math.floor(share * (log().stagedActionIds.length - 1)) }),
    /** Jumps to the latest state. */
    jumpToEnd: () => send({ type: 'JUMP_TO_STATE', index: log().stagedActionIds.length - 1 }),
    lock: (status: boolean) => send({ type: 'LOCK_CHANGES', status }),
    pause: (status: boolean) => send({ type: 'PAUSE_RECORDING', status }),
    commit: () => send({ type: 'COMMIT' }),
    reset: () => send({ type: 'RESET' }),
    importActions: (nextLiftedState: readonly Action[], preloadedState: unknown) =>
      send({ type: 'IMPORT_STATE', nextLiftedState, preloadedState }),
  };
}
