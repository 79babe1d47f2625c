import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import { stdChannel, type EffectMiddleware, type MulticastChannel } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import * as v from 'valibot';

/** The log of Redux DevTools: `liftedStore.getState()` of an instrumented store. */
const DevToolsLog = v.object({
  // Not validated entry by entry: it has thousands, and is read with every effect.
  computedStates: v.custom<readonly unknown[]>((value) => Array.isArray(value)),
  currentStateIndex: v.number(),
  isLocked: v.optional(v.boolean()),
  isPaused: v.optional(v.boolean()),
});
type DevToolsLog = v.InferOutput<typeof DevToolsLog>;

const ComputedState = v.object({ state: v.unknown() });
const InstrumentedStore = v.object({ liftedStore: v.object({ getState: v.function(), subscribe: v.function() }) });

/**
 * How the state that the app shows relates to what has happened:
 * - `present`: it is the result of the latest action;
 * - `past`: it is an earlier state, or DevTools does not record. Actions still reach the reducers;
 * - `locked`: DevTools drops all actions;
 * - `rewritten`: DevTools has replaced the latest state, for example by an import. The sagas can't continue from it.
 */
type Position = 'present' | 'past' | 'locked' | 'rewritten';

const REWRITTEN =
  'Redux DevTools has replaced the state of the app. Transfers are suspended until the page is reloaded.';

/**
 * Suspends the sagas while Redux DevTools shows anything but the present. A running saga would read the state that
 * DevTools shows and, for example, start a download again, and its actions would be lost while DevTools is locked. So
 * effects and actions wait until the present is back, in order. Sagas never receive actions that DevTools dropped.
 *
 * @param log writes a message for developers
 */
export function createParking(log: (message: string) => void) {
  const waiting = new Set<() => void>();
  const droppedActions = new WeakSet<object>();
  let readLog = (): DevToolsLog | undefined => undefined;
  /** The state after the latest action of the app. */
  let latestState: unknown;
  let actionsInProgress = 0;
  let isResuming = false;
  let hasLogged = false;

  const position = (): Position => {
    const devToolsLog = readLog();
    if (devToolsLog === undefined) return 'present';
    if (actionsInProgress === 0 && lastStateOf(devToolsLog) !== latestState) return 'rewritten';
    if (devToolsLog.isLocked === true) return 'locked';
    const isLast = devToolsLog.currentStateIndex === devToolsLog.computedStates.length - 1;
    return isLast && devToolsLog.isPaused !== true ? 'present' : 'past';
  };

  const resume = (): void => {
    if (isResuming) return;
    isResuming = true;
    try {
      for (const run of waiting) {
        if (position() !== 'present') return;
        waiting.delete(run);
        run();
      }
    } finally {
      isResuming = false;
    }
  };

  const onDevToolsChange = (): void => {
    const current = position();
    if (current === 'present') resume();
    if (current !== 'rewritten' || hasLogged) return;
    hasLogged = true;
    log(REWRITTEN);
  };

  const enhancer: StoreEnhancer = (next) => (reducer, preloadedState) => {
    const store = next(reducer, preloadedState);
    const instrumented = v.safeParse(InstrumentedStore, store);
    if (!instrumented.success) return store;
    const { getState, subscribe } = instrumented.output.liftedStore;
    const updateLatestState = (): void => {
      const devToolsLog = readLog();
      latestState = devToolsLog && lastStateOf(devToolsLog);
    };
    readLog = () => {
      const parsed = v.safeParse(DevToolsLog, getState());
      return parsed.success ? parsed.output : undefined;
    };
    updateLatestState();
    subscribe(onDevToolsChange);
    const dispatch: typeof store.dispatch = (action) => {
      const before = position();
      if (before === 'locked' || before === 'rewritten') {
        droppedActions.add(action);
        return store.dispatch(action);
      }
      droppedActions.delete(action);
      actionsInProgress += 1;
      try {
        return store.dispatch(action);
      } finally {
        actionsInProgress -= 1;
        updateLatestState();
      }
    };
    return { ...store, dispatch };
  };

  /** Returns a `cps` effect in place of the suspended one, so that redux-saga can cancel it. */
  const suspend = (run: () => void): effects.CpsEffect<void> =>
    effects.cps((callback) => {
      waiting.add(run);
      callback.cancel = () => void waiting.delete(run);
    });

  const effectMiddleware = (): EffectMiddleware => (next) => (effect: unknown) => {
    if (position() === 'present') next(effect);
    else next(suspend(() => next(effect)));
  };

  /** The sagas receive actions through it, after the reducers. */
  const inner = stdChannel<Action>();
  const channel: MulticastChannel<Action> = {
    ...inner,
    put: (action) => {
      if (typeof action === 'object' && droppedActions.has(action)) return;
      if (position() === 'present') inner.put(action);
      else waiting.add(() => inner.put(action));
    },
  };

  return { enhancer, effectMiddleware, channel };
}

function lastStateOf({ computedStates }: DevToolsLog): unknown {
  const last = computedStates.at(-1);
  return v.is(ComputedState, last) ? last.state : undefined;
}
