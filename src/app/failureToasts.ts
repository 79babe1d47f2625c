import { isAction, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { isTemporary, type RequestFailure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { api } from '../api/api';
import type { WithApi } from '../api/healQueries';
import type { Ports } from '../platform/ports';
import { selectSessionOwner, type WithSession } from '../session/sessionSlice';

/**
 * Shows the failures of endpoints as the error catalogue says. Nothing is added to an open login modal. The bar
 * `Connection` says that the server can't be reached, so that only commands of the user report it. Queries that are repeated after
 * a failure report no other.
 */
export function createFailureToasts(ports: Pick<Ports, 'toast' | 'log'>): Middleware<object, WithSession & WithApi> {
  return (store) => (next) => (action) => {
    if (isApiFailure(action) && selectSessionOwner(store.getState()) !== undefined) {
      const { payload, meta } = action;
      const { text, channel } = failureNotice(payload);
      const { type, queryCacheKey = '' } = meta.arg;
      const isRepeated = isTemporary(store.getState().api.queries[queryCacheKey]?.error);
      const isReported = type === 'query' && (payload.kind === 'unreachable' || isRepeated);
      if (channel === 'toast' && meta.baseQueryMeta?.silent !== true && !isReported) ports.toast(text, 'error');
      if (channel === 'log') ports.log(text);
    }
    return next(action);
  };
}

/** Endpoints reject with nothing but a `RequestFailure`. */
function isApiFailure(action: unknown): action is {
  readonly type: string;
  readonly payload: RequestFailure;
  readonly meta: {
    readonly arg: { readonly type: 'query' | 'mutation'; readonly queryCacheKey?: string };
    readonly baseQueryMeta?: { readonly silent?: boolean };
  };
} {
  return isAction(action) && action.type.startsWith(`${api.reducerPath}/`) && isRejectedWithValue(action);
}
