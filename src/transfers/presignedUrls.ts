import type { Task } from 'redux-saga';
import { FILE_URL_MAX_AGE_MS } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import { classifyFailure } from '@data-manager/domain/uploads/uploadFailures';
import { err, ok, type Result } from '@data-manager/lib/result';
import { timeSince } from '@data-manager/lib/timeSince';
import { call, fork, join, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../platform/getPorts';

interface PresignedUrl {
  readonly url: string;
  /** Milliseconds since 1970. A URL without a time is for one attempt. */
  readonly fetchedAt?: number;
  /** The MD5 of the part with this number, if the storage has received it. */
  readonly etag?: string;
}

export type FoundUrls = readonly (readonly [number: number, found: PresignedUrl])[];

interface UrlSource {
  /** Fetches the URL with a number, and the URLs with the next numbers if the server returns them. */
  readonly fetch: (number: number) => SagaOf<Result<FoundUrls, Failure>>;
  /** Returns the failure if the server has no URL with this number. */
  readonly missing: (number: number) => Failure;
}

/**
 * The presigned URLs of a file's parts or of a folder's files, by their numbers. They are secrets, so they stay outside the
 * store. URLs expire, so they are fetched when they are needed. Sagas that need one at the same time share a request.
 */
export class PresignedUrls {
  readonly #source: UrlSource;
  readonly #known: Map<number, PresignedUrl>;
  #fetching: Task<Result<null, Failure>> | undefined;

  /** @param first the URLs that are known already */
  constructor(source: UrlSource, first: FoundUrls = []) {
    this.#source = source;
    this.#known = new Map(first);
  }

  /** Returns a URL for one attempt. */
  *take(number: number): SagaOf<Result<PresignedUrl, Failure>> {
    const url = yield* this.#find(number);
    if (this.#known.get(number)?.fetchedAt === undefined) this.#known.delete(number);
    return url;
  }

  /** Fetches a new URL, and keeps it for the next attempt. */
  *renew(number: number): SagaOf<Result<PresignedUrl, Failure>> {
    this.#known.delete(number);
    return yield* this.#find(number);
  }

  *#find(number: number): SagaOf<Result<PresignedUrl, Failure>> {
    while (this.#fetching !== undefined) yield* join(this.#fetching);
    if (!(yield* this.#isUsable(number))) {
      const fetched = yield* this.#fetch(number);
      if (!fetched.ok) return fetched;
    }
    const found = this.#known.get(number);
    return found === undefined ? err(this.#source.missing(number)) : ok(found);
  }

  *#isUsable(number: number): SagaOf<boolean> {
    const found = this.#known.get(number);
    if (found?.fetchedAt === undefined) return found !== undefined;
    const { clock } = yield* getPorts();
    return timeSince(found.fetchedAt, yield* call(clock.now)) < FILE_URL_MAX_AGE_MS;
  }

  *#fetch(number: number): SagaOf<Result<null, Failure>> {
    this.#known.delete(number);
    try {
      this.#fetching = yield* fork(this.#request.bind(this), number);
      return yield* join(this.#fetching);
    } finally {
      this.#fetching = undefined;
    }
  }

  *#request(number: number): SagaOf<Result<null, Failure>> {
    const fetched = yield* this.#source.fetch(number);
    if (!fetched.ok) return fetched;
    for (const [other, found] of fetched.value) this.#known.set(other, found);
    return ok(null);
  }
}

/**
 * Determines whether the storage or the network is at fault for a part or range without a response: fetches the URL of the next
 * attempt, and if the API can't be reached either, the network is at fault.
 */
export function* classifyUnanswered(failure: Failure, urls: PresignedUrls, number: number): SagaOf<Failure> {
  const { page } = yield* getPorts();
  if (!(yield* call(page.isOnline))) return classifyFailure(failure, 'offline');
  const renewed = yield* urls.renew(number);
  const isReachable = renewed.ok || renewed.failure.kind !== 'unreachable';
  return classifyFailure(failure, isReachable ? 'reachable' : 'unreachable');
}
