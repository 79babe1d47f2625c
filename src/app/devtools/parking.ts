import type { Action, Dispatch, Middleware, Reducer, StoreEnhancer } from '@reduxjs/toolkit';
import { stdChannel, type EffectMiddleware, type MulticastChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import {
  accessDevTools,
  lastIndexOf,
  lastStateOf,
  shownStateOf,
  type DevToolsAccess,
  type DevToolsLog,
} from './devToolsLog';
import { createReplayedReducer } from './replayedReducer';
import { createWaitingRequest, isThunk, unlessRequest } from './waitingRequest';

/**
 * How the state that the app shows relates to what has happened:
 * - `present`: it is the result of the latest action;
 * - `past`: it is an earlier state. Actions still reach the reducers;
 * - `paused`: DevTools does not record. Actions still reach the reducers;
 * - `locked`: DevTools drops all actions;
 * - `skipping`: it is computed without some of the actions;
 * - `other`: DevTools has replaced the latest state, for example by an import. The sagas can't continue from it.
 */
export type Position = 'present' | 'past' | 'paused' | 'locked' | 'skipping' | 'other';

/** What Redux DevTools shows in place of the present: action number `index` of `count`. */
export interface ShownPosition {
  readonly position: Position;
  readonly index: number;
  readonly count: number;
}

interface ParkingOptions {
  /** Provides the slices that an imported state lacks, from the present state. By default, they are those of the present. */
  readonly substitute?: (present: unknown) => unknown;
  /** True for actions of requests. They would fill an imported history. */
  readonly isOfRequest?: (action: unknown) => boolean;
  /** Called when DevTools leaves the present, when the shown position changes meanwhile, and on the return. */
  readonly onMove?: (shown: ShownPosition) => void;
}

const PRESENT: ShownPosition = { position: 'present', index: 0, count: 0 };

/**
 * Suspends the sagas and requests while Redux DevTools shows anything but the present.
 *
 * Problem: a running saga would read the state that DevTools shows and, for example, start a download again. Its actions would be
 * lost while DevTools is locked.
 * Idea: effects, requests and actions wait until the present is back, in order. Sagas never receive actions that DevTools dropped.
 * The log of what has really happened is kept while DevTools shows another one, so that the app can always continue.
 * Cost: transfers stand still meanwhile, and everything depends on the form of the log in DevTools (`devToolsLog.ts`).
 */
export function createParking({
  substitute = (present) => present,
  isOfRequest = () => false,
  onMove,
}: ParkingOptions = {}) {
  const waiting = new Set<() => void>();
  const droppedActions = new WeakSet<object>();
  let devTools: DevToolsAccess | undefined;
  /** The log of the app's own actions, and the state after the latest of them. */
  let own: DevToolsLog | undefined;
  let latestState: unknown;
  /** The action that the reducers receive now, because the app has dispatched it. They receive all others from the log. */
  let liveAction: unknown;
  let actionsInProgress = 0;
  let isResuming = false;
  let wasAway = false;
  let dispatchInside: Dispatch | undefined;

  const positionIn = (log: DevToolsLog): Position => {
    if (actionsInProgress === 0 && lastStateOf(log) !== latestState) {
      return (log.skippedActionIds ?? []).length > 0 ? 'skipping' : 'other';
    }
    if (log.isLocked === true) return 'locked';
    if (log.isPaused === true) return 'paused';
    return log.currentStateIndex === lastIndexOf(log) ? 'present' : 'past';
  };

  const shown = (): ShownPosition => {
    const log = devTools?.read();
    return log === undefined
      ? PRESENT
      : { position: positionIn(log), index: log.currentStateIndex, count: lastIndexOf(log) };
  };
  const position = (): Position => shown().position;
  const isPresent = (): boolean => position() === 'present';
  /** True if the app does not continue from the latest state of DevTools. */
  const isRewritten = (): boolean => ['skipping', 'other'].includes(position());
  /** True if an action would not become part of what has happened. */
  const isDropping = (): boolean => position() === 'locked' || isRewritten();

  const resume = (): void => {
    if (isResuming) return;
    isResuming = true;
    try {
      for (const run of waiting) {
        if (!isPresent()) return;
        waiting.delete(run);
        run();
      }
    } finally {
      isResuming = false;
    }
  };

  const keepOwnLog = (): void => {
    own = devTools?.read();
    latestState = own && lastStateOf(own);
  };

  const onDevToolsChange = (): void => {
    const log = devTools?.read();
    if (log === undefined) return;
    const isOwn = lastStateOf(log) === latestState;
    if (isOwn) own = log;
    // DevTools changes this object in place.
    else if (log.actionsById === own?.actionsById && actionsInProgress === 0)
      own = { ...own, actionsById: { ...own.actionsById } };
    reportMove();
    if (isPresent()) resume();
  };

  const reportMove = (): void => {
    const now = shown();
    if (now.position !== 'present' || wasAway) onMove?.(now);
    wasAway = now.position !== 'present';
  };

  /** Makes DevTools show the latest state of the app, record and accept actions. */
  const returnToPresent = (): void => {
    const log = devTools?.read();
    if (devTools === undefined || log === undefined || own === undefined) return;
    if (isRewritten()) {
      const nextLiftedState = { ...own, currentStateIndex: lastIndexOf(own) };
      devTools.dispatch({ type: 'IMPORT_STATE', nextLiftedState, noRecompute: true });
    } else {
      devTools.dispatch({ type: 'JUMP_TO_STATE', index: lastIndexOf(log) });
    }
    if (log.isPaused === true) devTools.dispatch({ type: 'PAUSE_RECORDING', status: false });
    if (log.isLocked === true) devTools.dispatch({ type: 'LOCK_CHANGES', status: false });
  };

  const enhancer: StoreEnhancer = (next) => (reducer, preloadedState) => {
    const withReplays = <State, Actions extends Action, Preloaded>(live: Reducer<State, Actions, Preloaded>) => {
      const replayed = createReplayedReducer(live as Reducer<unknown>, () => latestState, substitute);
      const reduce: typeof live = (state, action) =>
        devTools === undefined || action === liveAction ? live(state, action) : (replayed(state, action) as State);
      return reduce;
    };
    const store = next(withReplays(reducer), preloadedState);
    devTools = accessDevTools(store);
    if (devTools === undefined) return store;
    keepOwnLog();
    devTools.subscribe(onDevToolsChange);
    const dispatch: typeof store.dispatch = (action) => {
      if (isDropping()) {
        droppedActions.add(action);
        return isRewritten() && isOfRequest(action) ? action : store.dispatch(action);
      }
      droppedActions.delete(action);
      actionsInProgress += 1;
      liveAction = action;
      try {
        return store.dispatch(action);
      } finally {
        liveAction = undefined;
        actionsInProgress -= 1;
        keepOwnLog();
      }
    };
    return {
      ...store,
      dispatch,
      replaceReducer: (nextReducer) => {
        const isOwn = !isRewritten();
        actionsInProgress += 1;
        try {
          store.replaceReducer(withReplays(nextReducer));
        } finally {
          actionsInProgress -= 1;
        }
        if (isOwn) keepOwnLog();
        onDevToolsChange();
      },
    };
  };

  const waitWith = (start: () => unknown): object => {
    const request = createWaitingRequest(start, () => waiting.delete(request.run));
    waiting.add(request.run);
    return request.result;
  };

  /** Outermost, so that it sees thunks. */
  const outerMiddleware: Middleware = ({ dispatch }) => {
    dispatchInside = dispatch;
    return (next) => (action) =>
      isThunk(action) && !isPresent() ? next(unlessRequest(action, () => waitWith(() => next(action)))) : next(action);
  };

  /**
   * Returns the dispatch for components. A locked DevTools extension returns `false` for everything, at which the hooks of
   * RTK Query throw. Here an action reaches the middleware, and only the reducers ignore it.
   */
  const protectDispatch = <Given extends Dispatch>(dispatch: Given): Given => {
    const protectedDispatch: Dispatch = (action) => (dispatchInside ?? dispatch)(action);
    return protectedDispatch as Given;
  };

  /** Returns a `cps` effect in place of the suspended one, so that redux-saga can cancel it. */
  const suspend = (run: () => void): effects.CpsEffect<void> =>
    effects.cps((callback) => {
      waiting.add(run);
      callback.cancel = () => void waiting.delete(run);
    });

  const effectMiddleware = (): EffectMiddleware => (next) => (effect: unknown) => {
    if (isPresent()) next(effect);
    else next(suspend(() => next(effect)));
  };

  /** The sagas receive actions through it, after the reducers. */
  const inner = stdChannel<Action>();
  const channel: MulticastChannel<Action> = {
    ...inner,
    put: (action) => {
      if (typeof action === 'object' && droppedActions.has(action)) return;
      if (isPresent()) inner.put(action);
      else waiting.add(() => inner.put(action));
    },
  };

  return {
    extension: { enhancer, outerMiddleware, protectDispatch, effectMiddleware, channel },
    shown,
    returnToPresent,
    /** True for the state that a paused DevTools shows. */
    isInspected: (state: unknown): boolean => {
      const log = devTools?.read();
      return log?.isPaused === true && shownStateOf(log) === state;
    },
  };
}
