import { createApi, fakeBaseQuery, type BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { Failure } from '../domain/failures/failure';
import type { Result } from '../lib/result';
import { callApi, type AnswerSchema } from './callApi';
import type { ApiRequest } from './request';
import type { ThunkExtra } from './thunkExtra';

/** Every cached call of the API; the endpoints stand in one file a resource. All errors are `Failure`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<Failure>(),
  tagTypes: ['Projects', 'Datasets', 'Files', 'Pipelines'],
  refetchOnFocus: false,
  refetchOnReconnect: false,
  endpoints: () => ({}),
});

/** The argument of an endpoint that takes none: RTK Query's hooks can then be called without one. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- `undefined` would make the argument necessary
export type NoArgument = void;

type QueryResult<Answer> = { readonly data: Answer } | { readonly error: Failure };

/** The `queryFn` of an endpoint that is one call of the wire contract. */
export function ask<Arg, Answer>(
  schema: AnswerSchema<Answer>,
  toRequest: (arg: Arg) => ApiRequest,
): (arg: Arg, queryApi: BaseQueryApi) => Promise<QueryResult<Answer>> {
  return async (arg, { extra, signal }) =>
    toQueryResult(await callApi(toRequest(arg), schema, readThunkExtra(extra), signal));
}

/** RTK Query's form of an outcome. */
export function toQueryResult<Answer>(outcome: Result<Answer, Failure>): QueryResult<Answer> {
  return outcome.ok ? { data: outcome.value } : { error: outcome.failure };
}

/** RTK Query passes the store's `extra` on without its type; `createAppStore` gives exactly this one. */
export function readThunkExtra(extra: unknown): ThunkExtra {
  return extra as ThunkExtra;
}
