import type { Location, To } from 'react-router';
import { createMemoryWindow } from '../../src/app/devtools/replay/memoryWindow';
import { createAppHistory, type AppHistory } from '../../src/platform/appHistory';

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
