import { combineReducers } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { Ports } from '../platform/ports';
import { transferReducers } from '../transfers/recorder/transferReducer';
import { persistDownloads } from './persistence';

/** Everything the store holds, by the names that all selectors rely on. */
export function createRootReducer(ports: Pick<Ports, 'localStorage' | 'toast'>) {
  return combineReducers({
    ...transferReducers,
    downloads: persistDownloads(transferReducers.downloads, ports),
    [api.reducerPath]: api.reducer,
  });
}
