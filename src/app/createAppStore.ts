import { configureStore, isAnyOf } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { persistStore } from 'redux-persist';
import createSagaMiddleware from 'redux-saga';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import { api } from '../api/api';
import type { ThunkExtra } from '../api/baseQuery';
import { configurationApi } from '../api/configuration';
import type { Ports } from '../platform/ports';
import type { Unsubscribe } from '../platform/unsubscribe';
import { createTokenRefresh } from '../session/refreshSession';
import { createCleanLog } from '../session/sessionSecrets';
import { sessionLost } from '../session/sessionSlice';
import { createSessionAccess } from '../session/watchSession';
import { createComparisonPort } from '../transfers/comparisons/lazyComparisonWork';
import { isFrequentFetchEvent } from '../transfers/fetches/fetchesSlice';
import { requestedFilesOf } from '../transfers/fetches/requestedFiles';
import { receiptsKept } from '../transfers/history/historySlice';
import { transferReducers } from '../transfers/transferReducers';
import { fileSetAside, isFrequentUploadEvent } from '../transfers/uploads/uploadsSlice';
import { createFailureToasts } from './failureToasts';
import { createRootReducers } from './rootReducer';
import { rootSaga } from './rootSaga';
import type { SagaContext, StoreExtension } from './storeExtension';
import { throttleSubscribers } from './throttleSubscribers';

/** Excluded from the development checks, which visit every entry with every action: 130 ms with 5,000 files. */
const UNCHECKED_PATHS = [
  'downloads.items',
  'uploads.files',
  'interrupted.files',
  'fetches.items',
  api.reducerPath,
] as const;

/** The development checks warn above this. They take 330 ms with a list of 100,000 files. */
const SLOW_CHECK_MS = 2_000;

/** The actions of redux-persist carry functions. */
const PERSIST_ACTIONS = ['FLUSH', 'REHYDRATE', 'PAUSE', 'PERSIST', 'PURGE', 'REGISTER'].map(
  (name) => `persist/${name}`,
);

/** If a folder disappears from the disk, thousands of files fail within a second. */
const isFrequent = isAnyOf(isFrequentUploadEvent, isFrequentFetchEvent, fileSetAside, receiptsKept);

const selectConfiguration = configurationApi.endpoints.remoteConfiguration.select(undefined);

interface StoreOptions {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  readonly extensions?: readonly StoreExtension[];
}

/** Creates the store and starts its sagas, which check the session at once and restore the stored transfers. */
export function createAppStore({ ports: unsafePorts, config, extensions = [] }: StoreOptions) {
  const cleanLog = createCleanLog(unsafePorts, extensions.find(({ onCrash }) => onCrash !== undefined)?.onCrash);
  let hasCrashed = false;
  const ports: Ports = {
    ...unsafePorts,
    log: (message, crash) => {
      hasCrashed ||= crash !== undefined;
      cleanLog(message, crash);
    },
  };
  const { refreshSession, refreshAhead } = createTokenRefresh({
    ports,
    config,
    onRefused: () => store.dispatch(sessionLost()),
  });
  const extra: ThunkExtra = {
    ports,
    config,
    refreshSession,
  };
  const context: SagaContext = {
    ...extra,
    session: createSessionAccess(ports),
    refreshAhead,
    downloadList: {
      persist: () => persistor.persist(),
      pause: () => persistor.pause(),
      flush: () => void persistor.flush(),
    },
    requestedFiles: requestedFilesOf(ports.folders),
    comparisonWork: createComparisonPort(ports, () => store.dispatch),
    hasFeature: (feature) => selectConfiguration(store.getState()).data?.features.includes(feature) === true,
    getState: () => store.getState(),
  };
  const channel = extensions.find((extension) => extension.channel !== undefined)?.channel;
  const sagas = createSagaMiddleware<SagaContext>({
    context,
    ...(channel !== undefined && { channel }),
    effectMiddlewares: extensions.flatMap(({ effectMiddleware }) => effectMiddleware?.(context) ?? []),
    onError: (error) =>
      ports.log(`The sagas stopped: ${error.stack ?? error.message}`, { consequence: 'The sagas stopped', error }),
  });
  const reducerOf = createRootReducers(ports);
  const configured = configureStore({
    reducer: reducerOf(transferReducers),
    middleware: (defaults) => {
      const chain = defaults({
        thunk: { extraArgument: extra },
        immutableCheck: { ignoredPaths: [...UNCHECKED_PATHS], warnAfter: SLOW_CHECK_MS },
        serializableCheck: {
          ignoredActions: PERSIST_ACTIONS,
          ignoredPaths: [...UNCHECKED_PATHS],
          warnAfter: SLOW_CHECK_MS,
        },
      }).concat(
        createFailureToasts(ports),
        api.middleware,
        sagas,
        ...extensions.flatMap(({ middleware }) => middleware ?? []),
      );
      // Debugging aids do not change what `dispatch` accepts.
      return chain.prepend(...extensions.flatMap(({ outerMiddleware }) => outerMiddleware ?? [])) as typeof chain;
    },
    devTools: extensions.find(({ devTools }) => devTools !== undefined)?.devTools ?? false,
    enhancers: (defaults) =>
      // By default, responses would wait for a frame, and be rendered in the same task as its layout.
      defaults({ autoBatch: { type: 'tick' } }).concat(
        throttleSubscribers(isFrequent),
        ...extensions.flatMap(({ enhancer }) => enhancer ?? []),
      ),
  });
  const protectDispatch = extensions.find((extension) => extension.protectDispatch !== undefined)?.protectDispatch;
  const store = protectDispatch ? { ...configured, dispatch: protectDispatch(configured.dispatch) } : configured;
  const persistor = persistStore(store);
  // Tabs share the list, and only the one that drives the downloads may write it.
  persistor.pause();
  let running = sagas.run(rootSaga);
  const stopListening = pausePollingWhileHidden(store.dispatch, ports.page);
  const stop = (): void => {
    running.cancel();
    stopListening();
  };
  /** Replaces the slices by changed slices, for hot reloading. Starts the sagas again if an old reducer may have crashed some. */
  const replaceSlices = (slices: typeof transferReducers): void => {
    store.replaceReducer(reducerOf(slices));
    if (!hasCrashed) return;
    hasCrashed = false;
    running.cancel();
    running = sagas.run(rootSaga);
  };
  return { store, stop, replaceSlices };
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
