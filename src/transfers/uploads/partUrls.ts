import type { Task } from 'redux-saga';
import type { Failure } from '@data-manager/domain/failures/failure';
import { err, ok, type Result } from '@data-manager/lib/result';
import { call, fork, join, type SagaOf } from '@data-manager/lib/typedEffects';
import { fetchPartUrls, type PartUrl, type PartUrlsRequest } from '../../api/gateways';

type FindUrl = SagaOf<Result<string, Failure>>;

/** The presigned URLs of one file's parts. They are secrets, so they stay outside the store. */
export interface PartUrls {
  /** Returns the URL of a part for one attempt. URLs expire, so they are fetched when they are needed. */
  readonly take: (partNumber: number) => FindUrl;
  /** Fetches a new URL of a part and keeps it for the next attempt. */
  readonly renew: (partNumber: number) => FindUrl;
}

/** @param first the URLs that the server returned when the upload was started */
export function createPartUrls(request: Omit<PartUrlsRequest, 'partNumber'>, first: readonly PartUrl[]): PartUrls {
  const known = new Map(first.map(({ partNumber, url }) => [partNumber, url]));
  /** Parts that need a URL at the same time share one request. */
  let fetching: Task<Result<null, Failure>> | undefined;

  function* fetchFrom(first: number): SagaOf<Result<null, Failure>> {
    const result = yield* call(fetchPartUrls, { ...request, partNumber: first });
    if (!result.ok) return result;
    for (const { partNumber, url } of result.value) known.set(partNumber, url);
    return ok(null);
  }

  function* find(partNumber: number): FindUrl {
    while (fetching !== undefined) yield* join(fetching);
    if (!known.has(partNumber)) {
      try {
        fetching = yield* fork(fetchFrom, partNumber);
        const fetched = yield* join(fetching);
        if (!fetched.ok) return fetched;
      } finally {
        fetching = undefined;
      }
    }
    const url = known.get(partNumber);
    if (url !== undefined) return ok(url);
    return err({ kind: 'bad-answer', endpoint: 'GET /upload/urls', field: `url (partNumber ${partNumber})` });
  }

  return {
    *take(partNumber) {
      const url = yield* find(partNumber);
      known.delete(partNumber);
      return url;
    },
    *renew(partNumber) {
      known.delete(partNumber);
      return yield* find(partNumber);
    },
  };
}
