import { combineReducers } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { Ports } from '../platform/ports';
import { sessionReducer } from '../session/sessionSlice';
import { downloadsReducer } from '../transfers/downloads/downloadsSlice';
import { historyReducer } from '../transfers/history/historySlice';
import { interruptedReducer } from '../transfers/interrupted/interruptedSlice';
import { panelReducer } from '../transfers/panel/panelSlice';
import { uploadsReducer } from '../transfers/uploads/uploadsReducer';
import { persistDownloads } from './persistence';

/** Everything the store holds, by the names that all selectors rely on. */
export function createRootReducer(ports: Pick<Ports, 'localStorage' | 'toast'>) {
  return combineReducers({
    session: sessionReducer,
    downloads: persistDownloads(downloadsReducer, ports),
    uploads: uploadsReducer,
    interrupted: interruptedReducer,
    panel: panelReducer,
    history: historyReducer,
    [api.reducerPath]: api.reducer,
  });
}
