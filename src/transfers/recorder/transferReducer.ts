import { combineReducers } from '@reduxjs/toolkit';
import { sessionReducer } from '../../session/sessionSlice';
import { downloadsReducer } from '../downloads/downloadsSlice';
import { historyReducer } from '../history/historySlice';
import { interruptedReducer } from '../interrupted/interruptedSlice';
import { panelReducer } from '../panel/panelSlice';
import { uploadsReducer } from '../uploads/uploadsReducer';

/** The root reducer's part that moves transfers or is moved by them, without what stores the list of downloads. */
export const transferReducers = {
  session: sessionReducer,
  downloads: downloadsReducer,
  uploads: uploadsReducer,
  interrupted: interruptedReducer,
  panel: panelReducer,
  history: historyReducer,
};

export const transferReducer = combineReducers(transferReducers);

export type TransferState = ReturnType<typeof transferReducer>;

/** True for what the recorder keeps: every action of these parts of the state, wishes among them. */
export function isTransferAction({ type }: { readonly type: string }): boolean {
  return type.slice(0, Math.max(0, type.indexOf('/'))) in transferReducers;
}
