import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import type { ApiBaseQuery, ApiRequest, ExtraOptions } from './baseQuery';

interface WithQueries {
  readonly api: { readonly queries: Readonly<Record<string, { readonly error?: RequestFailure } | undefined>> };
}

/**
 * Repeats a refused query only if a retry, a poll or an invalidation asks for it.
 *
 * Problem: RTK Query treats a rejected query like one that was never sent. Each component that mounts below a gate would repeat
 * a request that the server has just refused, with a toast each time.
 * Idea: if the cache has the refusal, an unforced request fails with it again, silently.
 * Cost: the query is pending for a moment; its error stays.
 */
export function keepRefusals(query: ApiBaseQuery) {
  return async (request: ApiRequest, context: BaseQueryApi, options: ExtraOptions = {}) => {
    // RTK Query leaves the state untyped.
    const { queries } = (context.getState() as WithQueries).api;
    const error = queries[context.queryCacheKey ?? '']?.error;
    const isKept = options.keepsRefusal === true && context.forced === false && isRefusal(error);
    return isKept ? { error, meta: { silent: true } } : query(request, context, options);
  };
}

/** Returns true if the server responded with a 4xx status. */
function isRefusal(error: RequestFailure | undefined): error is RequestFailure {
  if (error === undefined) return false;
  return error.kind === 'forbidden' || error.kind === 'not-found' || (error.kind === 'refused' && error.status < 500);
}
