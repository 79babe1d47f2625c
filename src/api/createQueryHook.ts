import type { SerializedError, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { TypedUseQuery, TypedUseQueryState } from '@reduxjs/toolkit/query/react';
import { useCallback, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import type { ApiBaseQuery } from './baseQuery';

interface QueryResult<Data> {
  readonly data?: Data | undefined;
  readonly error?: RequestFailure | SerializedError | undefined;
}

interface QueryEndpoint<Data, Arg> {
  readonly initiate: (
    arg: Arg,
    options: { readonly forceRefetch: true; readonly subscribe: false },
  ) => ThunkAction<PromiseLike<QueryResult<Data>>, never, unknown, UnknownAction>;
  readonly useQuery: TypedUseQuery<Data, Arg, ApiBaseQuery>;
  readonly useQueryState: TypedUseQueryState<Data, Arg, ApiBaseQuery>;
}

/**
 * Creates the hook of a query that several components use at the same time.
 *
 * Problem: RTK Query treats a rejected query like one that was never sent, regardless of `refetchOnMountOrArgChange`. Each
 * component that mounts below a gate would repeat a request that the server has just refused, with a toast each time.
 *
 * Idea: a component that mounts after a refusal reads the cache without a subscription (`skip`) until a retry has succeeded.
 *
 * Cost: one subscription more per component, and options other than `refetchOnMountOrArgChange` are not offered.
 */
export function createQueryHook<Data, Arg>({ initiate, useQuery, useQueryState }: QueryEndpoint<Data, Arg>) {
  return function useSharedQuery(arg: Arg, options: { readonly refetchOnMountOrArgChange?: boolean } = {}) {
    const dispatch = useDispatch<ThunkDispatch<never, unknown, UnknownAction>>();
    const cached = useQueryState(arg);
    const isRefused = isRefusal(cached.error) && options.refetchOnMountOrArgChange !== true;
    const [mounted, setMounted] = useState({ arg, isRefused });
    if (mounted.arg !== arg || (mounted.isRefused && cached.error === undefined)) setMounted({ arg, isRefused });
    const queried = useQuery(arg, { ...options, skip: mounted.isRefused });
    const { currentData, data, error, fulfilledTimeStamp, isError, isFetching, isLoading } = mounted.isRefused
      ? cached
      : queried;
    const refetch = useCallback(
      () => dispatch(initiate(arg, { forceRefetch: true, subscribe: false })),
      [dispatch, arg],
    );
    return { currentData, data, error, fulfilledTimeStamp, isError, isFetching, isLoading, refetch };
  };
}

/** Returns true if the server responded with a 4xx status. */
function isRefusal(error: RequestFailure | SerializedError | undefined): boolean {
  if (error === undefined || !('kind' in error)) return false;
  return error.kind === 'forbidden' || error.kind === 'not-found' || (error.kind === 'refused' && error.status < 500);
}
