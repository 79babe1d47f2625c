import { combineReducers } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { sessionReducer } from '../session/sessionSlice';
import type { WithDownloads } from '../transfers/downloads/downloadsSlice';
import { INITIAL_STATE } from '../transfers/transferState';

/** Combines the slices of the first screen with the initial state of the transfers, whose reducers load later. */
export function createFirstReducer() {
  return combineReducers({
    session: sessionReducer,
    downloads: () => INITIAL_STATE.downloads,
    uploads: () => INITIAL_STATE.uploads,
    fetches: () => INITIAL_STATE.fetches,
    follows: () => INITIAL_STATE.follows,
    interrupted: () => INITIAL_STATE.interrupted,
    panel: () => INITIAL_STATE.panel,
    history: () => INITIAL_STATE.history,
    [api.reducerPath]: api.reducer,
  });
}

export type AppState = ReturnType<ReturnType<typeof createFirstReducer>>;

/** Returns true once the reducers of the transfers are in place: redux-persist adds its own member to the downloads. */
export function selectAreTransfersLoaded({ downloads }: WithDownloads): boolean {
  return '_persist' in downloads;
}
