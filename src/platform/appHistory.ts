import { createContext, use } from 'react';
import { createPath, NavigationType, parsePath, type Location, type Navigator, type Path, type To } from 'react-router';
import type { Unsubscribe } from './unsubscribe';

/** A location, and the kind of navigation that led to it. */
interface HistoryEntry {
  readonly location: Location;
  readonly type: NavigationType;
}

/**
 * Decides whether to block a navigation.
 *
 * @param proceed performs the blocked navigation without asking again
 */
type NavigationGuard = (next: Location, proceed: () => void) => boolean;

/** The browser's session history, as the router uses it. */
export interface AppHistory {
  readonly navigator: Navigator;
  readonly current: () => HistoryEntry;
  readonly subscribe: (listener: (entry: HistoryEntry) => void) => Unsubscribe;
  /** Calls the guard before each navigation within the app. There is one guard at a time. */
  readonly guard: (guard: NavigationGuard) => Unsubscribe;
}

/** The parts of `window` that the history uses. */
export interface HistoryWindow {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string };
  readonly addEventListener: (type: 'popstate', listener: () => void) => void;
}

/** The part of an entry that `history.state` contains. */
interface StoredState {
  readonly usr: unknown;
  /** The position in the session history, which determines how far to go back after a blocked navigation. */
  readonly idx: number;
}

/** Creates the app's history. React Router's own one can block navigations only together with its data APIs. */
export function createAppHistory(window: HistoryWindow): AppHistory {
  const { history } = window;
  const listeners = new Set<(entry: HistoryEntry) => void>();
  let guard: NavigationGuard | undefined;
  /** Callbacks for the `popstate` events of this code's own navigations, which are not guarded. */
  const ownPops: (() => void)[] = [];
  let index = readIndex(history.state) ?? 0;
  if (readIndex(history.state) === undefined) history.replaceState(stateOf(null, index), '');
  let entry: HistoryEntry = { location: readLocation(), type: NavigationType.Pop };

  function readLocation(): Location {
    const { pathname, search, hash } = window.location;
    const stored: unknown = history.state;
    return toLocation({ pathname, search, hash }, isStored(stored) ? stored.usr : null);
  }

  const show = (type: NavigationType): void => {
    index = readIndex(history.state) ?? index;
    entry = { location: readLocation(), type };
    for (const listener of listeners) listener(entry);
  };

  const navigate = (type: NavigationType.Push | NavigationType.Replace, to: To, usr: unknown): void => {
    const { pathname } = window.location;
    const next = toLocation({ pathname, ...(typeof to === 'string' ? parsePath(to) : to) }, usr ?? null);
    const proceed = (): void => {
      if (type === NavigationType.Push) history.pushState(stateOf(next.state, index + 1), '', createPath(next));
      else history.replaceState(stateOf(next.state, index), '', createPath(next));
      show(type);
    };
    if (guard?.(next, proceed) !== true) proceed();
  };

  /** The browser has navigated already, so a blocked navigation is reverted. */
  const onPop = (): void => {
    const onOwnPop = ownPops.shift();
    if (onOwnPop !== undefined) {
      onOwnPop();
      return;
    }
    const nextIndex = readIndex(history.state);
    // A link to a fragment of the page creates an entry without state.
    if (nextIndex === undefined) history.replaceState(stateOf(null, index + 1), '');
    const delta = (nextIndex ?? index + 1) - index;
    const proceed = (): void => {
      ownPops.push(() => show(NavigationType.Pop));
      history.go(delta);
    };
    if (delta !== 0 && guard?.(readLocation(), proceed) === true) {
      ownPops.push(() => undefined);
      history.go(-delta);
    } else show(NavigationType.Pop);
  };
  window.addEventListener('popstate', onPop);

  return {
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (delta) => history.go(delta),
      push: (to, usr) => navigate(NavigationType.Push, to, usr),
      replace: (to, usr) => navigate(NavigationType.Replace, to, usr),
    },
    current: () => entry,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    guard: (next) => {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
  };
}

function stateOf(usr: unknown, idx: number): StoredState {
  return { usr, idx };
}

function toLocation({ pathname = '/', search = '', hash = '' }: Partial<Path>, state: unknown): Location {
  return { pathname, search, hash, state, key: 'default' };
}

function readIndex(state: unknown): number | undefined {
  return isStored(state) ? state.idx : undefined;
}

function isStored(state: unknown): state is StoredState {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number';
}

/** Provides components with the history. Provided by `app/AppRouter.tsx`. */
export const HistoryContext = createContext<AppHistory | null>(null);

/** Returns the history. Throws outside a provider. */
export function useAppHistory(): AppHistory {
  const history = use(HistoryContext);
  if (history === null) throw new Error('HistoryContext has no provider');
  return history;
}
