import type { StoreEnhancer } from '@reduxjs/toolkit';
import { wait } from '../platform/wait';

/** How soon the page shows what frequent facts say, milliseconds. */
const REDRAW_MS = 500;

/**
 * Has the page drawn anew for a burst of frequent facts once, not for each of them: drawing took more time than sending
 * a small file. The state holds each fact at once, as sagas need it; only subscribers wait. Any other action tells
 * them at once, with all that came before.
 */
export function calmRedraws(isFrequent: (action: unknown) => boolean): StoreEnhancer {
  return (next) => (reducer, preloadedState) => {
    const store = next(reducer, preloadedState);
    const listeners = new Set<() => void>();
    let isCalm = false;
    let isOwed = false;
    let isTimed = false;

    const tellWhatIsOwed = (): void => {
      isTimed = false;
      if (!isOwed) return;
      isOwed = false;
      for (const listener of listeners) listener();
    };

    const dispatch: typeof store.dispatch = (action) => {
      isCalm = isFrequent(action);
      isOwed = isCalm;
      // One moment at a time: each of several would bring the next.
      if (isOwed && !isTimed) {
        isTimed = true;
        void wait(REDRAW_MS).then(tellWhatIsOwed);
      }
      try {
        return store.dispatch(action);
      } finally {
        isCalm = false;
      }
    };

    return {
      ...store,
      dispatch,
      subscribe: (listener) => {
        // Of its own, since a listener may subscribe twice.
        const tell = (): void => listener();
        const unsubscribe = store.subscribe(() => {
          if (!isCalm) tell();
        });
        listeners.add(tell);
        return () => {
          unsubscribe();
          listeners.delete(tell);
        };
      },
    };
  };
}
