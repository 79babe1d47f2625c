import { instrument, type LiftedAction, type LiftedState } from '@redux-devtools/instrument';
import {
  evalAction,
  getActionsArray,
  getLocalFilter,
  importState,
  isFiltered,
  stringify,
  type ActionCreatorObject,
} from '@redux-devtools/utils';
import type { Action, DevToolsEnhancerOptions, Dispatch, StoreEnhancer } from '@reduxjs/toolkit';
import { compose } from 'redux';

/*
 * A fake Redux DevTools extension. It sets the same property of `window`, instruments a store with the same package and
 * dispatches the same lifted actions as the page script of the extension, and it serialises and parses with the same
 * package. Import it before the store, because Redux Toolkit reads the property when it is loaded. For the same reason,
 * `compose` comes from redux.
 */

type Lifted = LiftedState<unknown, Action, null>;

interface LiftedStore {
  readonly getState: () => Lifted;
  readonly dispatch: (action: LiftedAction<unknown, Action, null> | object) => unknown;
}

interface Instrumented {
  readonly liftedStore: LiftedStore;
}

/** What the extension knows of a store. */
interface Connection {
  readonly options: DevToolsEnhancerOptions;
  readonly dispatch: Dispatch;
}

const connections = new WeakMap<LiftedStore, Connection>();

function composeWithExtension(options: DevToolsEnhancerOptions) {
  const instrumented = instrument(undefined, {
    ...(options.maxAge === undefined ? {} : { maxAge: options.maxAge }),
    ...(options.shouldHotReload === undefined ? {} : { shouldHotReload: options.shouldHotReload }),
    ...(options.trace === undefined ? {} : { trace: options.trace }),
    pauseActionType: '@@PAUSED',
  }) as StoreEnhancer;
  /** While the store is locked, the extension returns `false` for everything that is dispatched. */
  const lockable: StoreEnhancer = (next) => (reducer, preloadedState) => {
    const store = next(reducer, preloadedState);
    const { liftedStore } = store as unknown as Instrumented;
    connections.set(liftedStore, { options, dispatch: store.dispatch });
    const dispatch = (action: Parameters<typeof store.dispatch>[0]) =>
      !liftedStore.getState().isLocked && store.dispatch(action);
    return { ...store, dispatch: dispatch as typeof store.dispatch };
  };
  return (...enhancers: readonly StoreEnhancer[]) => compose<StoreEnhancer>(lockable, ...enhancers, instrumented);
}

Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: composeWithExtension });

/** Returns the actions of a user in the window of the extension. */
export function openDevTools(store: object) {
  const { liftedStore } = store as Instrumented;
  const connection = connections.get(liftedStore);
  if (connection === undefined) throw new Error('The store is not connected to DevTools.');
  const { options, dispatch } = connection;
  const log = (): Lifted => liftedStore.getState();
  const actionIdOf = (type: string): number => {
    const { actionsById, stagedActionIds } = log();
    const id = stagedActionIds.findLast((one) => actionsById[one]?.action.type === type);
    if (id === undefined) throw new Error(`No ${type} in the log.`);
    return id;
  };
  const send = (action: object): void => void liftedStore.dispatch(action);
  const serialise = (value: unknown): string => stringify(value, options.serialize as Parameters<typeof stringify>[1]);
  const shownAction = (id: number): Action => {
    const { action } = log().actionsById[id] ?? { action: { type: '' } };
    return options.actionSanitizer?.(action, id) ?? action;
  };
  const shownState = (index: number): unknown => {
    const { state } = log().computedStates[index] ?? { state: undefined };
    return options.stateSanitizer?.(state, index) ?? state;
  };
  return {
    log,
    /** Jumps to the state after the latest action of a type. */
    jumpTo: (type: string) => send({ type: 'JUMP_TO_ACTION', actionId: actionIdOf(type) }),
    /** Jumps to the initial state. */
    jumpToStart: () => send({ type: 'JUMP_TO_STATE', index: 0, actionId: 0 }),
    /** Jumps to a state by its position in the log. */
    jumpToIndex: (index: number) => send({ type: 'JUMP_TO_STATE', index }),
    /** Jumps to a relative position in the log, from 0 to 1. */
    jumpToShare: (share: number) =>
      send({ type: 'JUMP_TO_STATE', index: Math.floor(share * (log().stagedActionIds.length - 1)) }),
    /** Jumps to the latest state. */
    jumpToEnd: () => send({ type: 'JUMP_TO_STATE', index: log().stagedActionIds.length - 1 }),
    /** Toggles whether the latest action of a type is skipped. */
    skip: (type: string) => {
      if (options.features?.skip === true) send({ type: 'TOGGLE_ACTION', id: actionIdOf(type) });
    },
    lock: (status: boolean) => send({ type: 'LOCK_CHANGES', status }),
    pause: (status: boolean) => send({ type: 'PAUSE_RECORDING', status }),
    commit: () => send({ type: 'COMMIT' }),
    reset: () => send({ type: 'RESET' }),
    importActions: (nextLiftedState: readonly Action[], preloadedState: unknown) =>
      send({ type: 'IMPORT_STATE', nextLiftedState, preloadedState }),
    /** Imports the text of a file. */
    importFile: (text: string) => {
      // The panel keeps what it can't show, and breaks.
      if (options.features?.import !== 'custom') throw new Error('The panel would read the file itself.');
      send({ type: 'IMPORT_STATE', ...importState(text, {}) });
    },
    /** Returns the text of the exported file. */
    exportFile: (): string => {
      const { actionsById, stagedActionIds, committedState } = log();
      const actions = stagedActionIds.slice(1).map((id) => actionsById[id]?.action);
      return JSON.stringify({
        payload: serialise(actions),
        preloadedState: committedState === undefined ? undefined : serialise(committedState),
      });
    },
    /** Dispatches the text that the user has typed. */
    dispatchText: (text: string) => void dispatch(evalAction(text, []) as Action),
    /** Dispatches the action of an offered action creator with arguments as typed. */
    dispatchCreated: (name: string, ...args: string[]) => {
      const creators: readonly ActionCreatorObject[] = getActionsArray(
        (options.actionCreators ?? {}) as Parameters<typeof getActionsArray>[0],
      );
      const selected = creators.findIndex((creator) => creator.name === name);
      dispatch(evalAction({ args, rest: '', selected }, creators) as Action);
    },
    /** Returns the positions of the listed actions in the log. */
    listed: (): readonly number[] => {
      const hidden = getLocalFilter({ actionsDenylist: options.actionsDenylist ?? [] });
      return log()
        .stagedActionIds.map((id, index) => ({ index, action: log().actionsById[id]?.action ?? { type: '' } }))
        .filter(({ index, action }) => index === 0 || !isFiltered(action, hidden))
        .map(({ index }) => index);
    },
    /** Returns the titles of the listed actions. */
    titles(): readonly string[] {
      return this.listed().map((index) => shownAction(log().stagedActionIds[index] ?? 0).type);
    },
    /** Returns what the extension sends to its panel for an action, by the position of the action. */
    sent: (index: number): { readonly action: string; readonly state: string } => ({
      action: serialise(shownAction(log().stagedActionIds[index] ?? 0)),
      state: serialise(shownState(index)),
    }),
  };
}
