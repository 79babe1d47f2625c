import { FILE_URLS_PER_REQUEST } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { FetchFile } from '@data-manager/domain/fetches/folderFetch';
import { sliceItems, type Chunks } from '@data-manager/lib/chunks';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { ok, type Result } from '@data-manager/lib/result';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { fetchFileUrls } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import { PresignedUrls, type FoundUrls } from '../presignedUrls';

/** Returns the URLs of the files of a fetch, by their positions in the list. */
export function fileUrls(files: Chunks<FetchFile>): PresignedUrls {
  function* fetch(index: number, count = FILE_URLS_PER_REQUEST): SagaOf<Result<FoundUrls, Failure>> {
    const { clock } = yield* getPorts();
    const fetchedAt = yield* call(clock.now);
    const keys = sliceItems(files, index, count).map(({ key }) => key);
    const result = yield* call(fetchFileUrls, keys);
    if (result.ok) {
      return ok(
        keys.flatMap((key, offset) => {
          const url = result.value[key];
          return url === undefined ? [] : [[index + offset, { url, fetchedAt }] as const];
        }),
      );
    }
    if (result.failure.kind !== 'not-found') return result;
    // One of many files is gone: this one, or another.
    return keys.length > 1 ? yield* fetch(index, 1) : ok([]);
  }
  return new PresignedUrls({
    fetch,
    missing: (index) => ({
      kind: 'source-gone',
      fileName: lastSegment(sliceItems(files, index, 1)[0]?.path ?? ''),
    }),
  });
}
