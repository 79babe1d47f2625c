import type { Middleware } from '@reduxjs/toolkit';
import type { EffectMiddleware } from 'redux-saga';
import * as effects from 'redux-saga/effects';
import * as v from 'valibot';
import { judgeHistory, latestState, readLog, type HistoryLog, type HistoryStanding } from './historyStanding';

/** Holds the sagas still while Redux DevTools shows anything but the present. */
export interface Parking {
  /** Keeps every effect until the present is back; then all go on in the order in which they came. */
  readonly parkEffects: EffectMiddleware;
  /** Wraps the sagas' middleware: they hear of what is dispatched meanwhile when the present is back. */
  readonly parkActions: (sagas: Middleware) => Middleware;
  /** To be called before the sagas run. Does nothing with a store that DevTools does not know. */
  readonly watch: (store: unknown) => void;
}

const WatchedStore = v.object({ liftedStore: v.object({ getState: v.function(), subscribe: v.function() }) });

const REWRITTEN_WORDS =
  'Redux DevTools has put another state in the place of what has happened here. Transfers stand still until the page ' +
  'is loaded anew.';

/**
 * A running saga reads the state that DevTools shows: in the past it would start a download for the second time, and
 * what it puts while changes are locked is lost. So its effects wait, and it hears of no action that was dropped.
 * @param tell takes a note for a developer
 */
export function createParking(tell: (text: string) => void): Parking {
  const waiting = new Set<() => void>();
  let readLifted = (): HistoryLog | undefined => undefined;
  let known: unknown;
  /** Actions that are being reduced: the state that they lead to is known, too. */
  let underway = 0;
  let isGoingOn = false;
  let isTold = false;

  const standing = (): HistoryStanding => {
    const log = readLifted();
    return log === undefined ? 'present' : judgeHistory(log, underway > 0 ? latestState(log) : known);
  };

  const goOn = (): void => {
    if (isGoingOn) return;
    isGoingOn = true;
    try {
      for (const run of waiting) {
        if (standing() !== 'present') return;
        waiting.delete(run);
        run();
      }
    } finally {
      isGoingOn = false;
    }
  };

  const noteChange = (): void => {
    const now = standing();
    if (now === 'present') goOn();
    if (now !== 'rewritten' || isTold) return;
    isTold = true;
    tell(REWRITTEN_WORDS);
  };

  /** Takes an effect's place, so that redux-saga tells of a cancellation: the effect may not run after it. */
  const inItsPlace = (run: () => void): effects.CpsEffect<void> =>
    effects.cps((callback) => {
      waiting.add(run);
      callback.cancel = () => void waiting.delete(run);
    });

  return {
    parkEffects: (next) => (effect: unknown) => {
      if (standing() === 'present') next(effect);
      else next(inItsPlace(() => next(effect)));
    },
    parkActions: (sagas) => (store) => {
      const reachSagas = sagas(store)((action) => action);
      return (next) => (action) => {
        const before = standing();
        if (before === 'locked' || before === 'rewritten') return next(action);
        underway += 1;
        const result = next(action);
        underway -= 1;
        const log = readLifted();
        known = log && latestState(log);
        if (standing() === 'present') reachSagas(action);
        else waiting.add(() => reachSagas(action));
        return result;
      };
    },
    watch: (store) => {
      const watched = v.safeParse(WatchedStore, store);
      if (!watched.success) return;
      const { getState, subscribe } = watched.output.liftedStore;
      readLifted = () => readLog(getState());
      const log = readLifted();
      known = log && latestState(log);
      subscribe(noteChange);
    },
  };
}
