import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { readThunkExtra, type ThunkExtra } from './baseQuery';

const read: ThunkAction<ThunkExtra, unknown, unknown, UnknownAction> = (_dispatch, _getState, extra) =>
  readThunkExtra(extra);

/** Returns the values that the store passes to its thunks, for calls whose results stay outside the store. */
export function useThunkExtra(): ThunkExtra {
  return useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()(read);
}
