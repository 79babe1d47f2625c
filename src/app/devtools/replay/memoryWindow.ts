import { parsePath } from 'react-router';
import type { HistoryWindow } from '../../../platform/appHistory';

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
