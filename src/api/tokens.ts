import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { Result } from '@data-manager/lib/result';
import { api, type NoArgument } from './api';
import { readThunkExtra } from './baseQuery';
import { callApi } from './gateways';
import { emptyResponse, nonEmptyString, responseList, responseObject, responseOf } from './responseSchemas';

/** What an access token may do. */
export type TokenScope = 'read' | 'upload' | 'manage';

/** An access token to be created. */
export interface TokenDraft {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** `sponsor`, `sponsor/project` or `sponsor/project/dataset`. */
  readonly path: string;
  /** ISO-8601. */
  readonly expiresAt: string;
}

const tokenSchema = responseObject({
  id: nonEmptyString,
  name: v.string(),
  scopes: v.array(v.string()),
  path: nonEmptyString,
  expiresAt: nonEmptyString,
  lastUsedAt: v.exactOptional(nonEmptyString),
  userId: v.string(),
});

/** An access token without its secret. */
export type AccessToken = v.InferOutput<typeof tokenSchema>;

const tokensApi = api.enhanceEndpoints({ addTagTypes: ['Tokens'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The user's access tokens in force; for administrators, those of the sponsor. Requires the feature `tokens`. */
    listTokens: build.query<readonly AccessToken[], NoArgument>({
      query: () => ({ endpoint: 'GET /tokens' }),
      responseSchema: responseOf('GET /tokens', responseList('tokens', tokenSchema)),
      extraOptions: { silent: true },
      providesTags: ['Tokens'],
    }),
    revokeToken: build.mutation<null, string>({
      query: (id) => ({ endpoint: 'DELETE /tokens/{id}', pathParams: { id } }),
      responseSchema: responseOf('DELETE /tokens/{id}', emptyResponse),
      invalidatesTags: ['Tokens'],
    }),
  }),
});

export const { useListTokensQuery, useRevokeTokenMutation } = tokensApi;

const createdToken = responseObject({ id: nonEmptyString, token: nonEmptyString });

/** Creates an access token and returns its secret. Not an endpoint, because the cache would keep the secret. */
export function createToken(
  draft: TokenDraft,
): ThunkAction<Promise<Result<{ readonly token: string }, Failure>>, unknown, unknown, UnknownAction> {
  return async (dispatch, _getState, extra) => {
    const { signal } = new AbortController();
    const request = { endpoint: 'POST /tokens', body: draft } as const;
    const created = await callApi(request, createdToken, readThunkExtra(extra), signal);
    dispatch(tokensApi.util.invalidateTags(['Tokens']));
    return created;
  };
}
