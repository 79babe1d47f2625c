import { isAction, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { RequestFailure } from '../domain/failures/failure';
import { requestFailureNotice } from '../domain/failures/requestFailureText';
import type { Ports } from '../platform/ports';
import { selectSessionOwner, type WithSession } from '../session/sessionSlice';

/** Shows the failures of endpoints as the error catalogue says. Nothing is added to an open login modal. */
export function createFailureToasts(ports: Pick<Ports, 'toast' | 'log'>): Middleware<object, WithSession> {
  return (store) => (next) => (action) => {
    if (isApiFailure(action) && selectSessionOwner(store.getState()) !== undefined) {
      const { text, channel } = requestFailureNotice(action.payload);
      const isSilent = action.meta.baseQueryMeta?.silent === true;
      if (channel === 'toast' && !isSilent) ports.toast(text, 'error');
      if (channel === 'log') ports.log(text);
    }
    return next(action);
  };
}

/** Endpoints reject with nothing but a `RequestFailure`. */
function isApiFailure(action: unknown): action is {
  readonly type: string;
  readonly payload: RequestFailure;
  readonly meta: { readonly baseQueryMeta?: { readonly silent?: boolean } };
} {
  return isAction(action) && action.type.startsWith(`${api.reducerPath}/`) && isRejectedWithValue(action);
}
