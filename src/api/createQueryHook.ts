import type { SerializedError, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { TypedUseQuery, TypedUseQueryState } from '@reduxjs/toolkit/query/react';
import { useMemo } from 'react';
import { useDispatch, useStore } from 'react-redux';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import type { ApiBaseQuery } from './baseQuery';

interface QueryResult<Data> {
  readonly data?: Data | undefined;
  readonly error?: RequestFailure | SerializedError | undefined;
}

interface CacheEntry {
  readonly requestId?: string | undefined;
  readonly error?: RequestFailure | SerializedError | undefined;
}

interface QueryEndpoint<Data, Arg, State> {
  readonly initiate: (
    arg: Arg,
    options: { readonly forceRefetch: true; readonly subscribe: false },
  ) => ThunkAction<PromiseLike<QueryResult<Data>>, never, unknown, UnknownAction>;
  readonly select: (arg: Arg) => (state: State) => CacheEntry;
  readonly useQuery: TypedUseQuery<Data, Arg, ApiBaseQuery>;
  readonly useQueryState: TypedUseQueryState<Data, Arg, ApiBaseQuery>;
}

/**
 * Creates the hook of a query that several components use at the same time.
 *
 * Problem: RTK Query treats a rejected query like one that was never sent, regardless of `refetchOnMountOrArgChange`. Each
 * component that mounts below a gate would repeat a request that the server has just refused, with a toast each time.
 *
 * Idea: a component that mounts after a refusal reads the cache without a subscription (`skip`) until another request is sent.
 *
 * Cost: one subscription more per component, and options other than `refetchOnMountOrArgChange` are not offered.
 */
export function createQueryHook<Data, Arg, State>(endpoint: QueryEndpoint<Data, Arg, State>) {
  const { initiate, select, useQuery, useQueryState } = endpoint;
  return function useSharedQuery(arg: Arg, options: { readonly refetchOnMountOrArgChange?: boolean } = {}) {
    const dispatch = useDispatch<ThunkDispatch<never, unknown, UnknownAction>>();
    const store = useStore<State>();
    const cached = useQueryState(arg);
    const refusedAtMount = useMemo(() => refusedRequest(select(arg)(store.getState())), [arg, store]);
    const isRefused = refusedAtMount !== undefined && refusedAtMount === cached.requestId;
    const skip = isRefused && options.refetchOnMountOrArgChange !== true;
    const queried = useQuery(arg, { ...options, skip });
    const { currentData, data, error, fulfilledTimeStamp, isError, isFetching, isLoading } = skip ? cached : queried;
    const refetch = () => dispatch(initiate(arg, { forceRefetch: true, subscribe: false }));
    return { currentData, data, error, fulfilledTimeStamp, isError, isFetching, isLoading, refetch };
  };
}

/** Returns the id of a request if the server has refused it. */
function refusedRequest({ requestId, error }: CacheEntry): string | undefined {
  return isRefusal(error) ? requestId : undefined;
}

/** Returns true if the server responded with a 4xx status. */
function isRefusal(error: RequestFailure | SerializedError | undefined): boolean {
  if (error === undefined || !('kind' in error)) return false;
  return error.kind === 'forbidden' || error.kind === 'not-found' || (error.kind === 'refused' && error.status < 500);
}
