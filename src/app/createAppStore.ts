import { configureStore, isAnyOf, type Action, type Middleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { persistStore } from 'redux-persist';
import createSagaMiddleware, { runSaga, stdChannel } from 'redux-saga';
import { api } from '../api/api';
import type { ThunkExtra } from '../api/baseQuery';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import type { Ports, Unsubscribe } from '../platform/ports';
import { createCleanLog } from '../session/sessionSecrets';
import { createTokenRefresh } from '../session/refreshSession';
import { sessionLost } from '../session/sessionSlice';
import type { DownloadListPersistor } from '../transfers/downloads/driverTab';
import { receiptsKept } from '../transfers/history/historySlice';
import { createRecorder } from '../transfers/recorder/createRecorder';
import { fileFailed, isFrequentUploadEvent } from '../transfers/uploads/uploadsSlice';
import { calmRedraws } from './calmRedraws';
import type { DevelopmentTools } from './devtools/developmentTools';
import { createFailureToasts } from './failureToasts';
import { createLazyTransfers } from './lazyTransfers';
import { createRootReducer, PERSIST_ACTIONS } from './rootReducer';
import { rootSaga } from './rootSaga';

/** Excluded from the development checks, which visit every entry with every action: 130 ms with 5,000 files. */
const UNCHECKED_PATHS = ['uploads.files', 'interrupted.files', api.reducerPath] as const;

/** The development checks warn above this. They take 330 ms with a list of 100,000 files. */
const SLOW_CHECK_MS = 2_000;

/** Of a folder that has vanished from the disk, thousands of files fail within a second. */
const isFrequent = isAnyOf(isFrequentUploadEvent, fileFailed, receiptsKept);

interface StoreOptions {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  /** Innermost, so that it sees every action that reaches the reducers. */
  readonly observer?: Middleware;
  /** Development only. */
  readonly tools?: DevelopmentTools;
}

/** Creates the store and runs its sagas. The transfers' sagas run later: see `createLazyTransfers`. */
export function createAppStore({ ports: outside, config, observer, tools }: StoreOptions) {
  const recorder = createRecorder({ ...outside, log: createCleanLog(outside) });
  const { ports } = recorder;
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
  const sagaOptions = {
    channel: stdChannel<Action>(),
    context: { ...extra, refreshAhead, downloadList, getState: () => store.getState() },
    effectMiddlewares: tools === undefined ? [] : [tools.parking.parkEffects],
  };
  const sagas = createSagaMiddleware(sagaOptions);
  const transfers = createLazyTransfers({
    ports,
    load: () => import('../transfers/transfersSaga').then((module) => module.transfersSaga),
    run: (saga) => {
      recorder.noteStart();
      return runSaga(
        {
          ...sagaOptions,
          context: { ...sagaOptions.context, ports: recorder.recordedPorts },
          effectMiddlewares: [...sagaOptions.effectMiddlewares, recorder.effectMiddleware],
          dispatch: store.dispatch,
          getState: () => store.getState(),
          onError: (error) => ports.log(`The transfers stopped: ${error.stack ?? error.message}`),
        },
        saga,
      );
    },
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
          tools?.parking.parkActions(sagas) ?? sagas,
          ...(observer === undefined ? [] : [observer]),
          recorder.middleware,
        ),
    devTools: tools?.devTools ?? false,
    enhancers: (defaults) => defaults().concat(calmRedraws(isFrequent)),
  });
  tools?.parking.watch(store);
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
  return { store, persistor, recorder, startTransfers: transfers.start, stop };
}

export type AppStore = ReturnType<typeof createAppStore>['store'];

/** Tells RTK Query when the page is hidden, so that it pauses its polling. */
function pausePollingWhileHidden(dispatch: AppStore['dispatch'], page: Ports['page']): Unsubscribe {
  return setupListeners(dispatch, (_dispatch, { onFocus, onFocusLost }) => {
    const unsubscribes = [page.onReturn(() => dispatch(onFocus())), page.onHide(() => dispatch(onFocusLost()))];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  });
}
