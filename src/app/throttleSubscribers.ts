import type { StoreEnhancer } from '@reduxjs/toolkit';
import { wait } from '../platform/wait';

/** Frequent actions notify subscribers at most this often, in milliseconds. */
const NOTIFY_MS = 500;

/**
 * Notifies subscribers of frequent actions at intervals instead of immediately.
 *
 * Problem: rendering after each event of an upload takes longer than uploading a small file. RTK's `autoBatchEnhancer` does not
 * fit: RTK Query's actions carry the same flag, so a long interval would delay every query, and with a short one the page renders
 * up to 60 times a second.
 * Idea: only the named actions wait. Any other action notifies subscribers immediately.
 * Cost: for up to half a second, the page shows an older state than the store has, which is always up to date, as sagas need it.
 */
export function throttleSubscribers(isFrequent: (action: unknown) => boolean): StoreEnhancer {
  return (next) => (reducer, preloadedState) => {
    const store = next(reducer, preloadedState);
    const listeners = new Set<() => void>();
    let isReducingFrequent = false;
    let isPending = false;
    let isScheduled = false;

    const notifyIfPending = (): void => {
      isScheduled = false;
      if (!isPending) return;
      isPending = false;
      for (const listener of listeners) listener();
    };

    const dispatch: typeof store.dispatch = (action) => {
      isReducingFrequent = isFrequent(action);
      isPending = isReducingFrequent;
      if (isPending && !isScheduled) {
        isScheduled = true;
        void wait(NOTIFY_MS).then(notifyIfPending);
      }
      try {
        return store.dispatch(action);
      } finally {
        isReducingFrequent = false;
      }
    };

    return {
      ...store,
      dispatch,
      subscribe: (listener) => {
        // A new function, because the same listener may subscribe twice.
        const notify = (): void => listener();
        const unsubscribe = store.subscribe(() => {
          if (!isReducingFrequent) notify();
        });
        listeners.add(notify);
        return () => {
          unsubscribe();
          listeners.delete(notify);
        };
      },
    };
  };
}
