import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/api';
import type { ThunkExtra } from '../api/baseQuery';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import type { Ports, Unsubscribe } from '../platform/ports';
import { checkSession } from '../session/checkSession';
import { createTokenRefresh } from '../session/refreshSession';
import { createCleanLog } from '../session/sessionSecrets';
import { sessionLost } from '../session/sessionSlice';
import { createFailureToasts } from './failureToasts';
import { createFirstReducer } from './firstReducer';
import { createLazyTransfers, type AttachedTransfers } from './lazyTransfers';
import type { StoreExtension } from './storeExtension';
import { throttleSubscribers } from './throttleSubscribers';

/** Excluded from the development checks, which visit every entry with every action: 130 ms with 5,000 files. */
const UNCHECKED_PATHS = ['uploads.files', 'interrupted.files', 'fetches.items', api.reducerPath] as const;

/** The development checks warn above this. They take 330 ms with a list of 100,000 files. */
const SLOW_CHECK_MS = 2_000;

/** The actions of redux-persist carry functions. */
const PERSIST_ACTIONS = ['FLUSH', 'REHYDRATE', 'PAUSE', 'PERSIST', 'PURGE', 'REGISTER'].map(
  (name) => `persist/${name}`,
);

interface StoreOptions {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  readonly extensions?: readonly StoreExtension[];
}

/**
 * Creates the store and checks the session. The transfers' reducers and all sagas are attached later: see
 * `createLazyTransfers`.
 */
export function createAppStore({ ports: unsafePorts, config, extensions = [] }: StoreOptions) {
  const ports: Ports = { ...unsafePorts, log: createCleanLog(unsafePorts) };
  const { refreshSession, refreshAhead } = createTokenRefresh({
    ports,
    config,
    onRefused: () => store.dispatch(sessionLost()),
  });
  const extra: ThunkExtra = { ports, config, refreshSession };
  const transfers = createLazyTransfers({
    ports,
    load: async () => {
      const [code] = await Promise.all([import('./attachTransfers'), ...extensions.map(({ load }) => load?.())]);
      return code;
    },
    attach: ({ attachTransfers }): AttachedTransfers =>
      attachTransfers({ store, context: { ...extra, refreshAhead }, extensions }),
  });
  const store = configureStore({
    reducer: createFirstReducer(),
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        immutableCheck: { ignoredPaths: [...UNCHECKED_PATHS], warnAfter: SLOW_CHECK_MS },
        serializableCheck: {
          ignoredActions: PERSIST_ACTIONS,
          ignoredPaths: [...UNCHECKED_PATHS],
          warnAfter: SLOW_CHECK_MS,
        },
      })
        .prepend(transfers.holdCommands)
        .concat(
          createFailureToasts(ports),
          api.middleware,
          transfers.passToSagas,
          ...extensions.flatMap(({ middleware }) => middleware ?? []),
        ),
    devTools: extensions.find(({ devTools }) => devTools !== undefined)?.devTools ?? false,
    enhancers: (defaults) =>
      // By default, responses would wait for a frame, and be rendered in the same task as its layout.
      defaults({ autoBatch: { type: 'tick' } }).concat(
        throttleSubscribers(transfers.isFrequent),
        ...extensions.flatMap(({ enhancer }) => enhancer ?? []),
      ),
  });
  const sessionChange = checkSession(ports, store.getState().session);
  if (sessionChange !== undefined) store.dispatch(sessionChange);
  const stopListening = pausePollingWhileHidden(store.dispatch, ports.page);
  const stop = (): void => {
    transfers.stop();
    stopListening();
  };
  return { store, startTransfers: transfers.start, runTransfers: transfers.run, stop };
}

export type AppStore = ReturnType<typeof createAppStore>['store'];

/** Lets RTK Query pause its polling while the page is hidden. */
function pausePollingWhileHidden(dispatch: AppStore['dispatch'], page: Ports['page']): Unsubscribe {
  return setupListeners(dispatch, (_dispatch, { onFocus, onFocusLost }) => {
    const unsubscribes = [page.onReturn(() => dispatch(onFocus())), page.onHide(() => dispatch(onFocusLost()))];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  });
}
