import { parsePath, type Location, type To } from 'react-router';
import { createAppHistory, type AppHistory, type HistoryWindow } from '../../src/platform/appHistory';

interface Entry {
  readonly url: string;
  readonly state: unknown;
}

/** Creates the session history of a window, whose traversals are synchronous. */
export function createMemoryWindow(url: string): HistoryWindow {
  const entries: Entry[] = [{ url, state: null }];
  const listeners: (() => void)[] = [];
  let position = 0;
  const current = (): Entry => entries[position] ?? { url: '/', state: null };
  const resolve = (to: string | URL | null | undefined): string => String(to ?? current().url);
  return {
    history: {
      get state() {
        return current().state;
      },
      pushState: (state, _unused, to) => {
        position += 1;
        entries.splice(position, entries.length, { url: resolve(to), state });
      },
      replaceState: (state, _unused, to) => {
        entries[position] = { url: resolve(to), state };
      },
      go: (delta = 0) => {
        if (entries[position + delta] === undefined) return;
        position += delta;
        for (const listener of listeners) listener();
      },
    },
    get location() {
      const { pathname = '/', search = '', hash = '' } = parsePath(current().url);
      return { pathname, search, hash };
    },
    addEventListener: (_type, listener) => void listeners.push(listener),
  };
}

/** The app's history in memory, with the calls that tests make. */
export interface TestRouter {
  readonly history: AppHistory;
  readonly state: { readonly location: Location };
  /** Navigates to a URL, relative to the current path, or by a number of entries. */
  readonly navigate: (to: To | number, options?: { readonly replace?: boolean }) => Promise<void>;
}

export function createTestRouter(url: string): TestRouter {
  const history = createAppHistory(createMemoryWindow(url));
  const { navigator, current } = history;
  return {
    history,
    get state() {
      return { location: current().location };
    },
    navigate: (to, { replace = false } = {}) => {
      if (typeof to === 'number') navigator.go(to);
      else if (replace) navigator.replace(to);
      else navigator.push(to);
      return Promise.resolve();
    },
  };
}
