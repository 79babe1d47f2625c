import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import type { Failure } from '../domain/failures/failure';
import type { Result } from '../lib/result';
import { call, getContext, type SagaOf } from '../lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import type { RefreshAhead, RefreshSession } from '../session/refreshSession';
import { callApi, type AnswerSchema } from './callApi';
import type { ApiRequest } from './request';

/** One call of the wire contract from a saga. A cancelled saga aborts its call. */
export function* sagaCall<Answer>(request: ApiRequest, schema: AnswerSchema<Answer>): SagaOf<Result<Answer, Failure>> {
  const ports = yield* getPorts();
  const config = yield* getContext<DeploymentConfig>('config');
  const refreshSession = yield* getContext<RefreshSession>('refreshSession');
  const refreshAhead = yield* getContext<RefreshAhead>('refreshAhead');
  const controller = new AbortController();
  try {
    const extra = { ports, config, refreshSession, refreshAhead };
    return yield* call(callApi<Answer>, request, schema, extra, controller.signal);
  } finally {
    // Without effect once the call has settled.
    controller.abort();
  }
}
