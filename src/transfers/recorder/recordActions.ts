import { isAction, type Middleware } from '@reduxjs/toolkit';
import { loginFound, sessionLost } from '../../session/sessionSlice';
import { isTransferAction, saveRecordingRequested } from '../transferReducers';
import type { ActionSource } from './logEntry';
import type { TransferLog } from './transferLog';

/** Redux-saga's mark on what a saga dispatches. */
const SAGA_ACTION = '@@redux-saga/SAGA_ACTION';

/** Writes down the actions that reach the reducers. Belongs innermost. */
export function createRecordActions(
  log: Pick<TransferLog, 'action' | 'other'>,
  save: (state: object) => void,
): Middleware<object, object> {
  return (store) => (next) => (action) => {
    if (isAction(action)) {
      if (isTransferAction(action)) log.action(action, sourceOf(action));
      else log.other();
    }
    const result = next(action);
    if (saveRecordingRequested.match(action)) save(store.getState());
    return result;
  };
}

function sourceOf(action: object): ActionSource {
  if (!(SAGA_ACTION in action)) return 'page';
  return loginFound.match(action) || sessionLost.match(action) ? 'session' : 'transfers';
}
