import { isAction, type Middleware } from '@reduxjs/toolkit';
import { loginFound, sessionLost } from '../../session/sessionSlice';
import type { ActionSource } from './logEntry';
import type { TransferLog } from './transferLog';
import { isTransferAction } from './transferReducer';

/** Redux-saga's mark on what a saga dispatches. */
const SAGA_ACTION = '@@redux-saga/SAGA_ACTION';

/** Writes down the actions that reach the reducers. Belongs innermost. */
export function createRecordActions(log: Pick<TransferLog, 'action' | 'other'>): Middleware {
  return () => (next) => (action) => {
    if (isAction(action)) {
      if (isTransferAction(action)) log.action(action, sourceOf(action));
      else log.other();
    }
    return next(action);
  };
}

function sourceOf(action: object): ActionSource {
  if (!(SAGA_ACTION in action)) return 'page';
  return loginFound.match(action) || sessionLost.match(action) ? 'session' : 'transfers';
}
