import * as v from 'valibot';
import type { ManifestAlgorithm } from '@data-manager/domain/checksums/manifest';
import type { Failure } from '@data-manager/domain/failures/failure';
import { parseJson } from '@data-manager/lib/parseJson';
import type { Result } from '@data-manager/lib/result';
import type { SagaOf } from '@data-manager/lib/typedEffects';
import type { ApiRequest, ThunkExtra } from './baseQuery';
import { callApi, callFromSaga } from './gateways';
import { nonNegativeNumber, responseObject, type ResponseSchema } from './responseSchemas';

/** How many of the checksums the server knows. */
export interface ManifestProgress {
  readonly done: number;
  readonly total: number;
}

/** Pause before a checksum file that is being prepared is requested again. */
export const MANIFEST_POLL_MS = 2_000;

const preparing = responseObject({
  status: v.literal('PREPARING'),
  done: nonNegativeNumber,
  total: nonNegativeNumber,
});

/** A text, unless it is the JSON of a progress. */
const answer: ResponseSchema<string | ManifestProgress> = v.pipe(
  v.string(),
  v.transform((text) => {
    const progress = v.safeParse(preparing, parseJson(text));
    return progress.success ? progress.output : text;
  }),
);

function requestOf(path: string, algorithm: ManifestAlgorithm): ApiRequest {
  return { endpoint: 'GET /manage/manifest', params: Object.entries({ path, algorithm }), accept: 'text/plain' };
}

/** Fetches the checksums of the files below a path, with names relative to it. Requires the feature `manifests`. */
export function fetchManifest(
  path: string,
  algorithm: ManifestAlgorithm,
  extra: ThunkExtra,
  signal: AbortSignal,
): Promise<Result<string | ManifestProgress, Failure>> {
  return callApi(requestOf(path, algorithm), answer, extra, signal);
}

/** Does the same in a saga. */
export function readManifest(
  path: string,
  algorithm: ManifestAlgorithm,
): SagaOf<Result<string | ManifestProgress, Failure>> {
  return callFromSaga(requestOf(path, algorithm), answer);
}
