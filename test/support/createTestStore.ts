import { isAction, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { createAppStore, type AppStore } from '../../src/app/createAppStore';
import type { StoreExtension } from '../../src/app/storeExtension';
import { aDeployment } from './builders';
import { createFakePorts, type FakePorts } from './fakePorts';
import type { FakeServer } from './fakeServer';

/** Microtasks until a tab has acquired a free lock of the downloads. */
const LOCK_TURNS = 20;

interface TestStoreOptions {
  readonly ports?: FakePorts;
  /** Provides `fetch` for the fake ports. Ignored if `ports` is given. */
  readonly server?: FakeServer;
  /** The recorder or the development tools of `npm run dev`; none by default. */
  readonly extensions?: readonly StoreExtension[];
  /** Called after every reduced action with the states before and after it. */
  readonly onAction?: (action: UnknownAction, before: State, after: State) => void;
}

type State = ReturnType<AppStore['getState']>;

export type TestStore = ReturnType<typeof createTestStore>;

/** Creates a store with the app's real reducers and sagas over fake ports. */
export function createTestStore({ server, extensions = [], onAction, ...given }: TestStoreOptions = {}) {
  const ports = given.ports ?? createFakePorts(server === undefined ? {} : { fetch: server.fetch });
  const actions: UnknownAction[] = [];
  const observer: Middleware<object, State> = (reached) => (next) => (action) => {
    if (!isAction(action)) return next(action);
    actions.push(action);
    const before = reached.getState();
    const result = next(action);
    onAction?.(action, before, reached.getState());
    return result;
  };
  const { store, stop, replaceSlices } = createAppStore({
    ports,
    config: aDeployment(),
    extensions: [{ middleware: observer }, ...extensions],
  });
  return {
    store,
    ports,
    /** Every reduced action, in order. */
    actions,
    /** Returns the types of these actions, excluding redux-persist and RTK Query. */
    story: () => actions.map(({ type }) => type).filter((type) => !/^(persist|api|__rtkq)\//.test(type)),
    /** Resolves when the stored downloads are loaded and the sagas of the transfers run. */
    rehydrated: async () => {
      for (let turn = 0; turn < LOCK_TURNS; turn += 1) await Promise.resolve();
    },
    replaceSlices,
    stop,
  };
}
