import { combineReducers } from '@reduxjs/toolkit';
import { sessionReducer } from '../session/sessionSlice';
import { comparisonsReducer } from './comparisons/comparisonsSlice';
import { downloadsReducer } from './downloads/downloadsSlice';
import { fetchesReducer } from './fetches/fetchesSlice';
import { followsReducer } from './follows/followsSlice';
import { historyReducer } from './history/historySlice';
import { interruptedReducer } from './interrupted/interruptedSlice';
import { panelReducer } from './panel/panelSlice';
import { uploadsReducer } from './uploads/uploadsSlice';

/** The slices that the transfers read or write. */
export const transferReducers = {
  session: sessionReducer,
  downloads: downloadsReducer,
  uploads: uploadsReducer,
  fetches: fetchesReducer,
  follows: followsReducer,
  comparisons: comparisonsReducer,
  interrupted: interruptedReducer,
  panel: panelReducer,
  history: historyReducer,
};

export const transferReducer = combineReducers(transferReducers);

export type TransferState = ReturnType<typeof transferReducer>;
