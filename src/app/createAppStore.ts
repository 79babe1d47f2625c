import {
  configureStore,
  isAnyOf,
  type Action,
  type DevToolsEnhancerOptions,
  type Middleware,
  type StoreEnhancer,
} from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { persistStore } from 'redux-persist';
import createSagaMiddleware, { runSaga, stdChannel, type EffectMiddleware, type MulticastChannel } from 'redux-saga';
import { api } from '../api/api';
import type { ThunkExtra } from '../api/baseQuery';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import type { Ports, Unsubscribe } from '../platform/ports';
import { createTokenRefresh, type RefreshAhead } from '../session/refreshSession';
import { createCleanLog } from '../session/sessionSecrets';
import { sessionLost } from '../session/sessionSlice';
import type { DownloadListPersistor } from '../transfers/downloads/driverTab';
import { isFrequentFetchEvent } from '../transfers/fetches/fetchesSlice';
import { receiptsKept } from '../transfers/history/historySlice';
import { fileFailed, isFrequentUploadEvent } from '../transfers/uploads/uploadsSlice';
import { createFailureToasts } from './failureToasts';
import { createLazyTransfers } from './lazyTransfers';
import { createRootReducer, PERSIST_ACTIONS } from './rootReducer';
import { rootSaga } from './rootSaga';
import { throttleSubscribers } from './throttleSubscribers';

/** What the sagas read with `getContext`. */
interface SagaContext extends ThunkExtra {
  readonly refreshAhead: RefreshAhead;
  readonly downloadList: DownloadListPersistor;
  readonly getState: () => unknown;
}

/** Excluded from the development checks, which visit every entry with every action: 130 ms with 5,000 files. */
const UNCHECKED_PATHS = ['uploads.files', 'interrupted.files', 'fetches.items', api.reducerPath] as const;

/** The development checks warn above this. They take 330 ms with a list of 100,000 files. */
const SLOW_CHECK_MS = 2_000;

/** Of a folder that has vanished from the disk, thousands of files fail within a second. */
const isFrequent = isAnyOf(isFrequentUploadEvent, isFrequentFetchEvent, fileFailed, receiptsKept);

/** A debugging aid that is attached to the store. The app works the same without it. */
export interface StoreExtension {
  /** Placed innermost, so that it sees every action that reaches the reducers. */
  readonly middleware?: Middleware;
  readonly enhancer?: StoreEnhancer;
  readonly devTools?: DevToolsEnhancerOptions;
  /** For all sagas. */
  readonly effectMiddleware?: EffectMiddleware;
  /** Loads code that the extension needs once the transfers' sagas run. */
  readonly load?: () => Promise<void>;
  /** Creates a middleware for the transfers' sagas from their context. */
  readonly transferEffects?: (context: SagaContext) => EffectMiddleware;
  /** Wraps the channel through which all sagas receive actions. */
  readonly wrapChannel?: (channel: MulticastChannel<Action>) => MulticastChannel<Action>;
}

interface StoreOptions {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  readonly extensions?: readonly StoreExtension[];
}

/** Creates the store and runs its sagas. The transfers' sagas run later: see `createLazyTransfers`. */
export function createAppStore({ ports: unsafePorts, config, extensions = [] }: StoreOptions) {
  const ports: Ports = { ...unsafePorts, log: createCleanLog(unsafePorts) };
  const { refreshSession, refreshAhead } = createTokenRefresh({
    ports,
    config,
    onRefused: () => store.dispatch(sessionLost()),
  });
  const extra: ThunkExtra = { ports, config, refreshSession };
  const downloadList: DownloadListPersistor = {
    persist: () => {
      persistor.persist();
    },
    flush: () => {
      void persistor.flush();
    },
  };
  const context: SagaContext = { ...extra, refreshAhead, downloadList, getState: () => store.getState() };
  const channel = extensions.reduce((inner, { wrapChannel }) => wrapChannel?.(inner) ?? inner, stdChannel<Action>());
  const effectMiddlewares = extensions.flatMap(({ effectMiddleware }) => effectMiddleware ?? []);
  const sagas = createSagaMiddleware({ context, channel, effectMiddlewares });
  const transfers = createLazyTransfers({
    ports,
    load: async () => {
      const [{ transfersSaga }] = await Promise.all([
        import('../transfers/transfersSaga'),
        ...extensions.map(({ load }) => load?.()),
      ]);
      return transfersSaga;
    },
    run: (saga) =>
      runSaga(
        {
          context,
          channel,
          effectMiddlewares: [
            ...effectMiddlewares,
            ...extensions.flatMap(({ transferEffects }) => transferEffects?.(context) ?? []),
          ],
          dispatch: store.dispatch,
          getState: () => store.getState(),
          onError: (error) => ports.log(`The transfers stopped: ${error.stack ?? error.message}`),
        },
        saga,
      ),
  });
  const store = configureStore({
    reducer: createRootReducer(ports),
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        immutableCheck: { ignoredPaths: [...UNCHECKED_PATHS], warnAfter: SLOW_CHECK_MS },
        serializableCheck: {
          ignoredActions: [...PERSIST_ACTIONS],
          ignoredPaths: [...UNCHECKED_PATHS],
          warnAfter: SLOW_CHECK_MS,
        },
      })
        .prepend(transfers.holdCommands)
        .concat(
          createFailureToasts(ports),
          api.middleware,
          sagas,
          ...extensions.flatMap(({ middleware }) => middleware ?? []),
        ),
    devTools: extensions.find(({ devTools }) => devTools !== undefined)?.devTools ?? false,
    enhancers: (defaults) =>
      defaults().concat(throttleSubscribers(isFrequent), ...extensions.flatMap(({ enhancer }) => enhancer ?? [])),
  });
  const task = sagas.run(rootSaga);
  const persistor = persistStore(store, null, transfers.onRehydrated);
  // Tabs share the list, and only the one that drives the downloads may write it.
  persistor.pause();
  const stopListening = pausePollingWhileHidden(store.dispatch, ports.page);
  const stop = (): void => {
    transfers.stop();
    task.cancel();
    stopListening();
  };
  return { store, persistor, startTransfers: transfers.start, stop };
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
