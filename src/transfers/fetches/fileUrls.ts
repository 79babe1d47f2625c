import type { Task } from 'redux-saga';
import { FILE_URL_MAX_AGE_MS, FILE_URLS_PER_REQUEST } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { FetchFile } from '@data-manager/domain/fetches/folderFetch';
import { sliceItems, type Chunks } from '@data-manager/lib/chunks';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { err, ok, type Result } from '@data-manager/lib/result';
import { call, fork, join, type SagaOf } from '@data-manager/lib/typedEffects';
import { fetchFileUrls } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';

type FileUrl = SagaOf<Result<string, Failure>>;

/** The presigned URLs of the files. They are secrets, so they stay outside the store. */
export interface FileUrls {
  /** Returns the URL of a file. The URLs of the files after it are fetched with it. */
  readonly take: (index: number) => FileUrl;
  /** Fetches a new URL of a file. */
  readonly renew: (index: number) => FileUrl;
}

export function createFileUrls(files: Chunks<FetchFile>): FileUrls {
  const known = new Map<string, { readonly url: string; readonly fetchedAt: number }>();
  /** Ranges that need a URL at the same time share one request. */
  let fetching: Task<Result<null, Failure>> | undefined;

  const fileOf = (index: number): FetchFile | undefined => sliceItems(files, index, 1)[0];

  function* request(keys: readonly string[]): SagaOf<Result<null, Failure>> {
    const { clock } = yield* getPorts();
    const fetchedAt = yield* call(clock.now);
    const result = yield* call(fetchFileUrls, keys);
    if (!result.ok) return result;
    for (const [key, url] of Object.entries(result.value)) known.set(key, { url, fetchedAt });
    return ok(null);
  }

  function* requestFrom(index: number, key: string): SagaOf<Result<null, Failure>> {
    const keys = sliceItems(files, index, FILE_URLS_PER_REQUEST).map((file) => file.key);
    const result = yield* request(keys);
    const isOneOfManyGone = !result.ok && result.failure.kind === 'not-found' && keys.length > 1;
    return isOneOfManyGone ? yield* request([key]) : result;
  }

  function* find(index: number): FileUrl {
    const { clock } = yield* getPorts();
    const { key = '', path = '' } = fileOf(index) ?? {};
    while (fetching !== undefined) yield* join(fetching);
    const found = known.get(key);
    if (found !== undefined && (yield* call(clock.now)) - found.fetchedAt < FILE_URL_MAX_AGE_MS) return ok(found.url);
    known.delete(key);
    try {
      fetching = yield* fork(requestFrom, index, key);
      const fetched = yield* join(fetching);
      if (!fetched.ok && fetched.failure.kind !== 'not-found') return fetched;
    } finally {
      fetching = undefined;
    }
    const url = known.get(key)?.url;
    return url === undefined ? err({ kind: 'source-gone', fileName: lastSegment(path) }) : ok(url);
  }

  return {
    take: find,
    *renew(index) {
      known.delete(fileOf(index)?.key ?? '');
      return yield* find(index);
    },
  };
}
