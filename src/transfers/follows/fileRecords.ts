import type { HandledFile } from '@data-manager/domain/follow/followedFiles';
import { followedFileKey } from '@data-manager/domain/follow/followRecords';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getRecords } from '../../platform/getRecords';

/** Writes the records of files before anything depends on them. */
export function* writeRecords(id: string, files: readonly HandledFile[]): SagaOf<void> {
  const store = yield* getRecords('follow-files');
  yield* call(
    store.put,
    files.map((file) => [followedFileKey(id, file.path), file] as const),
  );
}

/** Removes the records of files. */
export function* removeRecords(id: string, paths: readonly string[]): SagaOf<void> {
  const store = yield* getRecords('follow-files');
  yield* call(
    store.remove,
    paths.map((path) => followedFileKey(id, path)),
  );
}
