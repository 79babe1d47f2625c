import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { createTransform, persistReducer, type PersistConfig } from 'redux-persist';
import { DOWNLOAD_LIST_KEY } from '@data-manager/domain/constants';
import { toStoredDownload, type DownloadItem } from '@data-manager/domain/downloads/download';
import { api } from '../api/api';
import { scanChoicesReducer } from '../features/datasets/scanChoices';
import { requestedUploadsReducer } from '../features/preflight/result/requestedUploads';
import type { Ports } from '../platform/ports';
import type { DownloadsState } from '../transfers/downloads/downloadsSlice';
import { transferReducers } from '../transfers/transferReducers';

type RootPorts = Pick<Ports, 'localStorage' | 'toast'>;

/**
 * Returns a function that combines all slices. Only the downloads are persisted, by the same persisting reducer even if a
 * hot reload combines changed slices: redux-persist starts only once.
 */
export function createRootReducers(ports: RootPorts) {
  let { downloads } = transferReducers;
  const persisted = persistDownloads((state, action) => downloads(state, action), ports);
  return (slices: typeof transferReducers) => {
    downloads = slices.downloads;
    return combineReducers({
      ...slices,
      downloads: persisted,
      // No saga reads them, so recordings do without them.
      requestedUploads: requestedUploadsReducer,
      scanChoices: scanChoicesReducer,
      [api.reducerPath]: api.reducer,
    });
  };
}

/**
 * Persists the downloads under exactly `download-list`. redux-persist only writes here: the stored list is untrusted
 * input, which the transfers' sagas read and validate.
 */
function persistDownloads(reducer: Reducer<DownloadsState>, ports: RootPorts): Reducer<DownloadsState> {
  const write = createListWriter(ports);
  const config: PersistConfig<DownloadsState> = {
    key: DOWNLOAD_LIST_KEY,
    // oxlint-disable-next-line typescript/no-deprecated -- the only way to an exact key; version 6 kept it
    keyPrefix: '',
    storage: {
      getItem: () => Promise.resolve(null),
      setItem: (_key: string, text: string) => {
        write(text);
        return Promise.resolve();
      },
      removeItem: () => {
        ports.localStorage.remove(DOWNLOAD_LIST_KEY);
        return Promise.resolve();
      },
    },
    transforms: [
      createTransform((items: readonly DownloadItem[]) => items.map(toStoredDownload), null, { whitelist: ['items'] }),
    ],
    // `getItem` resolves immediately.
    timeout: 0,
  };
  const persisted = persistReducer(config, reducer);
  // redux-persist adds its own member to a state without it.
  return (state, action) => persisted(state as Parameters<typeof persisted>[0], action);
}

/** Warns about a failed write once, and again only after a write has succeeded. */
function createListWriter({ localStorage, toast }: RootPorts): (text: string) => void {
  let hasWarned = false;
  return (text) => {
    const isStored = localStorage.set(DOWNLOAD_LIST_KEY, text);
    if (!isStored && !hasWarned)
      toast(
        'The download list could not be stored (browser storage is full or blocked). It is lost when this tab closes.',
        'warning',
      );
    hasWarned = !isStored;
  };
}
