import { isAnyOf, type Action, type Store } from '@reduxjs/toolkit';
import { persistStore, type Persistor } from 'redux-persist';
import { runSaga, stdChannel, type EffectMiddleware, type Task } from 'redux-saga';
import { configurationApi } from '../api/configuration';
import type { SagaOf } from '../lib/typedEffects';
import { isFrequentFetchEvent } from '../transfers/fetches/fetchesSlice';
import { requestedFilesOf } from '../transfers/fetches/requestedFiles';
import { receiptsKept } from '../transfers/history/historySlice';
import { transfersSaga } from '../transfers/transfersSaga';
import { fileFailed, isFrequentUploadEvent } from '../transfers/uploads/uploadsSlice';
import type { AppState } from './firstReducer';
import type { AttachedTransfers } from './lazyTransfers';
import { createRootReducer } from './rootReducer';
import { rootSaga } from './rootSaga';
import type { SagaContext, StoreExtension } from './storeExtension';

interface AttachOptions {
  readonly store: Store<AppState>;
  readonly context: Omit<SagaContext, 'downloadList' | 'requestedFiles' | 'hasFeature' | 'getState'>;
  readonly extensions: readonly StoreExtension[];
}

const selectConfiguration = configurationApi.endpoints.remoteConfiguration.select(undefined);

/** If a folder disappears from the disk, thousands of files fail within a second. */
const isFrequent = isAnyOf(isFrequentUploadEvent, isFrequentFetchEvent, fileFailed, receiptsKept);

/**
 * Adds what the first screen does not need to a store: the reducers of the transfers, the persistence of the downloads, and
 * all sagas. Loaded by `createLazyTransfers`.
 */
export function attachTransfers({ store, context: given, extensions }: AttachOptions): AttachedTransfers {
  const { ports } = given;
  const tasks: Task[] = [];
  let persistor: Persistor | undefined;
  let isStopped = false as boolean;
  const context: SagaContext = {
    ...given,
    downloadList: {
      persist: () => {
        persistor?.persist();
      },
      flush: () => {
        void persistor?.flush();
      },
    },
    requestedFiles: requestedFilesOf(ports.folders),
    hasFeature: (feature) => selectConfiguration(store.getState()).data?.features.includes(feature) === true,
    getState: () => store.getState(),
  };
  const channel = extensions.reduce((inner, { wrapChannel }) => wrapChannel?.(inner) ?? inner, stdChannel<Action>());
  const effectMiddlewares = extensions.flatMap(({ effectMiddleware }) => effectMiddleware ?? []);
  const run = (saga: () => SagaOf<void>, middlewares: readonly EffectMiddleware[]): void => {
    const task = runSaga(
      {
        context,
        channel,
        effectMiddlewares: [...middlewares],
        dispatch: store.dispatch,
        getState: context.getState,
        onError: (error: Error) => ports.log(`${saga.name} stopped: ${error.stack ?? error.message}`),
      },
      saga,
    );
    tasks.push(task);
  };

  store.replaceReducer(createRootReducer(ports));
  return {
    isFrequent,
    passToSagas: (action) => channel.put(action),
    start: async () => {
      run(rootSaga, effectMiddlewares);
      await new Promise<void>((resolve) => {
        persistor = persistStore(store, null, resolve);
        // Tabs share the list, and only the one that drives the downloads may write it.
        persistor.pause();
      });
      if (isStopped) return;
      const recording = extensions.flatMap(({ transferEffects }) => transferEffects?.(context) ?? []);
      run(transfersSaga, [...effectMiddlewares, ...recording]);
    },
    stop: () => {
      isStopped = true;
      for (const task of tasks) task.cancel();
    },
  };
}
