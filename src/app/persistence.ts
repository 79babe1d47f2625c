import type { Reducer } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, persistReducer, type PersistConfig, PURGE, REGISTER, REHYDRATE } from 'redux-persist';
import { DOWNLOAD_LIST_KEY } from '../domain/constants';
import type { TextStorage } from '../platform/ports';
import type { DownloadsState } from '../transfers/downloads/downloadsSlice';

/** redux-persist's own actions carry functions: the serialisability check leaves exactly these out. */
export const PERSIST_ACTIONS: readonly string[] = [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER];

/** Put by redux-persist when the stored list is in the store. */
export const REHYDRATED = REHYDRATE;

/** Keeps the downloads, and nothing else, in local storage under exactly `download-list`. */
export function persistDownloads(
  reducer: Reducer<DownloadsState>,
  localStorage: TextStorage,
): ReturnType<typeof persistReducer<DownloadsState>> {
  const config: PersistConfig<DownloadsState> = {
    key: DOWNLOAD_LIST_KEY,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to an exact key; version 6 kept it
    keyPrefix: '',
    storage: {
      getItem: (key: string) => Promise.resolve(localStorage.get(key)),
      setItem: (key: string, value: string) => Promise.resolve(localStorage.set(key, value)),
      removeItem: (key: string) => {
        localStorage.remove(key);
        return Promise.resolve();
      },
    },
    // Local storage answers at once: nothing to give up on.
    timeout: 0,
    stateReconciler: (restored: unknown, _before, state) => withRestoredItems(restored, state),
  };
  return persistReducer(config, reducer);
}

/**
 * Takes over the stored items and nothing else that may stand in the storage. Their own shape is checked by the
 * transfers' saga, which starts with them, so that it can tell the person what it had to drop.
 */
function withRestoredItems(restored: unknown, state: DownloadsState): DownloadsState {
  const items = typeof restored === 'object' && restored !== null && 'items' in restored ? restored.items : undefined;
  return Array.isArray(items) ? { ...state, items } : state;
}
