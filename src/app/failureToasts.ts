import { isAction, isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { api } from '../api/api';
import type { Ports } from '../platform/ports';
import { selectSessionOwner, type WithSession } from '../session/sessionSlice';

/**
 * Shows the failures of endpoints as the error catalogue says. Nothing is added to an open login modal. An outage fails one
 * query after the other, and is reported once; each command of the user that it prevents is reported, too.
 */
export function createFailureToasts(ports: Pick<Ports, 'toast' | 'log'>): Middleware<object, WithSession> {
  let isOutageKnown = false;
  return (store) => (next) => (action) => {
    if (isApiSuccess(action)) isOutageKnown = false;
    if (isApiFailure(action) && selectSessionOwner(store.getState()) !== undefined) {
      const { payload, meta } = action;
      const { text, channel } = failureNotice(payload);
      const isOutage = payload.kind === 'unreachable';
      const isReported = isOutage && isOutageKnown && meta.arg.type === 'query';
      const isShown = channel === 'toast' && meta.baseQueryMeta?.silent !== true && !isReported;
      if (isShown) ports.toast(text, 'error');
      isOutageKnown = isOutage && (isOutageKnown || isShown);
      if (channel === 'log') ports.log(text);
    }
    return next(action);
  };
}

/** The server has answered. */
function isApiSuccess(action: unknown): boolean {
  return isAction(action) && action.type.startsWith(`${api.reducerPath}/`) && isFulfilled(action);
}

/** Endpoints reject with nothing but a `RequestFailure`. */
function isApiFailure(action: unknown): action is {
  readonly type: string;
  readonly payload: RequestFailure;
  readonly meta: {
    readonly arg: { readonly type: 'query' | 'mutation' };
    readonly baseQueryMeta?: { readonly silent?: boolean };
  };
} {
  return isAction(action) && action.type.startsWith(`${api.reducerPath}/`) && isRejectedWithValue(action);
}
