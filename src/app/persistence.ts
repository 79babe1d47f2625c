import type { Reducer } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, persistReducer, PURGE, REGISTER, REHYDRATE, type PersistConfig } from 'redux-persist';
import { DOWNLOAD_LIST_KEY } from '../domain/constants';
import { failureWords } from '../domain/failures/failureWords';
import type { Ports } from '../platform/ports';
import type { DownloadsState } from '../transfers/downloads/downloadsSlice';

/** redux-persist's own actions carry functions: the serialisability check leaves exactly these out. */
export const PERSIST_ACTIONS: readonly string[] = [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER];

/** Put by redux-persist when it is ready to keep what comes. */
export const REHYDRATED = REHYDRATE;

/**
 * Keeps the downloads, and nothing else, in local storage under exactly `download-list`. It only writes: what stands
 * there is foreign input, which the transfers' saga reads, checks and puts into the store itself.
 */
export function persistDownloads(
  reducer: Reducer<DownloadsState>,
  ports: Pick<Ports, 'localStorage' | 'toast'>,
): ReturnType<typeof persistReducer<DownloadsState>> {
  const write = createListWriter(ports);
  const config: PersistConfig<DownloadsState> = {
    key: DOWNLOAD_LIST_KEY,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to an exact key; version 6 kept it
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
    // Local storage answers at once: nothing to give up on.
    timeout: 0,
  };
  return persistReducer(config, reducer);
}

/** Tells once that nothing can be stored, and again only after it could be. */
function createListWriter({ localStorage, toast }: Pick<Ports, 'localStorage' | 'toast'>): (text: string) => void {
  let isTold = false;
  return (text) => {
    const isStored = localStorage.set(DOWNLOAD_LIST_KEY, text);
    if (!isStored && !isTold) toast(failureWords.listNotStored, 'warning');
    isTold = !isStored;
  };
}
