import { configureStore, isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { persistStore } from 'redux-persist';
import createSagaMiddleware from 'redux-saga';
import { api } from '../api/api';
import type { ThunkExtra } from '../api/baseQuery';
import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import type { Ports } from '../platform/ports';
import { createCleanLog } from '../session/cleanLog';
import { createTokenRefresh } from '../session/refreshSession';
import { sessionLost } from '../session/sessionSlice';
import type { DownloadListKeeper } from '../transfers/downloads/driveDownloads';
import { receiptsKept } from '../transfers/history/historySlice';
import { createRecorder } from '../transfers/recorder/createRecorder';
import { fileFailed, isFrequentUploadEvent } from '../transfers/uploads/uploadsSlice';
import { calmRedraws } from './calmRedraws';
import type { DevelopmentTools } from './devtools/developmentTools';
import { createFailureToasts } from './failureToasts';
import { createLateTransfers } from './lateTransfers';
import { PERSIST_ACTIONS } from './persistence';
import { restWhileHidden } from './restWhileHidden';
import { createRootReducer } from './rootReducer';
import { rootSaga } from './rootSaga';

/**
 * What the checks of development builds leave out of the state: they visit every entry with every action, 130 ms with
 * 5,000 files. The payloads of actions, the only way in, stay checked.
 */
const UNCHECKED_PATHS = ['uploads.files', 'interrupted.files', api.reducerPath] as const;

/** How long those checks may take before they complain, milliseconds: a list of 100,000 files takes them 330. */
const SLOW_CHECK_MS = 2_000;

/** Of a folder that has vanished from the disk, thousands of files fail within a second. */
const isFrequent = isAnyOf(isFrequentUploadEvent, fileFailed, receiptsKept);

interface StoreOptions {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  /** Runs innermost, so that it sees every action that reaches the reducers. */
  readonly observer?: Middleware;
  /** In development alone. */
  readonly tools?: DevelopmentTools;
}

/**
 * The store with its sagas running, but for the transfers': those come with the first wish, with stored downloads, or with
 * `startTransfers`. `stop` ends the sagas.
 */
export function createAppStore({ ports: outside, config, observer, tools }: StoreOptions) {
  const recorder = createRecorder({ ...outside, log: createCleanLog(outside) });
  const { ports } = recorder;
  const { refreshSession, refreshAhead } = createTokenRefresh({
    ports,
    config,
    onRefused: () => store.dispatch(sessionLost()),
  });
  const extra: ThunkExtra = { ports, config, refreshSession };
  const downloadList: DownloadListKeeper = {
    keep: () => {
      persistor.persist();
    },
    flush: () => {
      void persistor.flush();
    },
  };
  const lateTransfers = createLateTransfers(ports, loadTransfers);
  const sagas = createSagaMiddleware({
    context: { ...extra, refreshAhead, downloadList, recorder, lateTransfers, getState: () => store.getState() },
    effectMiddlewares: [...(tools === undefined ? [] : [tools.parking.parkEffects]), recorder.effectMiddleware],
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
        .prepend(lateTransfers.holdWishes)
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
  const persistor = persistStore(store);
  // Several tabs share the list: only the one that drives it may write it.
  persistor.pause();
  const stopResting = restWhileHidden(store, ports.page);
  const stop = (): void => {
    task.cancel();
    stopResting();
  };
  return { store, persistor, recorder, startTransfers: lateTransfers.start, stop };
}

function loadTransfers() {
  return import('../transfers/transfersSaga').then((module) => module.transfersSaga);
}

export type AppStore = ReturnType<typeof createAppStore>['store'];
