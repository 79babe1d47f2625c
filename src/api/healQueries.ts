import { createAction, type Action } from '@reduxjs/toolkit';
import { isTemporary, type RequestFailure } from '@data-manager/domain/failures/failure';
import { growingPause } from '@data-manager/domain/transfers/retryPolicy';
import { arm, call, put, race, select, take, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitForSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../platform/getPorts';
import { api } from './api';

export interface WithApi {
  readonly api: ReturnType<typeof api.reducer>;
}

interface Endpoint {
  readonly initiate: (arg: unknown, options: { readonly forceRefetch: true; readonly subscribe: false }) => Action;
}

/** Empty if a condition of RTK Query prevented the request. */
const queryRejected = createAction<RequestFailure | undefined>(`${api.reducerPath}/executeQuery/rejected`);

/**
 * Repeats the queries that failed without a response, or because of the server.
 *
 * Problem: RTK Query repeats a failed query if its component mounts again, or, on reconnection, together with all others.
 * Idea: a failure starts a loop that repeats the failed queries of the shown components when the browser is online again, and
 * after growing pauses. What they show stays, as does their error until they succeed.
 * Cost: a server that always fails for one query is asked every 10 s.
 */
export function* healQueries(): SagaOf<void> {
  const { page, random } = yield* getPorts();
  for (;;) {
    const { payload } = yield* take(queryRejected);
    if (!isTemporary(payload)) continue;
    for (let tries = 1; (yield* select(selectFailed)).length > 0; tries += 1) {
      const waitMs = growingPause('screen', tries, yield* call(random.fraction));
      yield* race({ online: arm.call(waitForSignal, page.onOnline), later: arm.delay(waitMs) });
      const requests: unknown[] = [];
      const shown = (yield* select(selectFailed)).filter(({ isShown }) => isShown);
      for (const { query: { endpointName = '', originalArgs } = {} } of shown) {
        const endpoint = (api.endpoints as Readonly<Record<string, Endpoint | undefined>>)[endpointName];
        if (endpoint === undefined) continue;
        requests.push(yield* put(endpoint.initiate(originalArgs, { forceRefetch: true, subscribe: false })));
      }
      yield* call(() => Promise.all(requests));
    }
  }
}

/** Returns true if the server does not respond to something that is shown. */
export function selectIsUnreachable(state: WithApi): boolean {
  return selectFailed(state).some(
    ({ query, isShown }) => isShown && (query?.error as RequestFailure).kind === 'unreachable',
  );
}

function selectFailed({ api: { queries, subscriptions } }: WithApi) {
  return Object.entries(queries)
    .filter(([, query]) => isTemporary(query?.error))
    .map(([key, query]) => ({ query, isShown: Object.keys(subscriptions[key] ?? {}).length > 0 }));
}
