import { cancelUpload } from '../../api/gateways';
import { partKey } from '../../domain/uploads/resumeRecords';
import { sessionOf, type UploadFile } from '../../domain/uploads/upload';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { discardingStarted, filesDiscarded, selectInterruptedFiles } from './interruptedSlice';

/** Aborts interrupted uploads on the server, and deletes the records of those that are aborted. */
export function* discardInterrupted(): SagaOf<void> {
  const { toast } = yield* getPorts();
  const files = yield* select(selectInterruptedFiles);
  yield* put(discardingStarted());
  const { isReachable, isDeleted } = yield* discardFiles(files);
  if (!isReachable) {
    yield* call(
      toast,
      'The interrupted upload could not be discarded: the server did not confirm it. Please try again.',
      'error',
    );
  } else if (!isDeleted) {
    yield* call(
      toast,
      'The interrupted upload is discarded, but this browser could not delete its record and will offer it again.',
      'warning',
    );
  }
}

/** Discards files without reporting a failure. */
export function* discardFiles(
  files: readonly UploadFile[],
): SagaOf<{ readonly isReachable: boolean; readonly isDeleted: boolean }> {
  const discarded: UploadFile[] = [];
  let isReachable = true;
  for (const file of files) {
    const session = sessionOf(file);
    // One failure is enough: there may be thousands of files.
    if (session !== undefined && isReachable) isReachable = yield* abort(file.key, session.uploadId);
    if (session === undefined || isReachable) discarded.push(file);
  }
  const isDeleted = yield* deleteRecords(discarded);
  yield* put(filesDiscarded({ ids: discarded.map((file) => file.id) }));
  return { isReachable, isDeleted };
}

/** Returns true if the server has aborted the upload, or has no such upload. */
function* abort(key: string, uploadId: string): SagaOf<boolean> {
  const result = yield* call(cancelUpload, { key, uploadId });
  return result.ok || result.failure.kind === 'not-found';
}

/** Files first: a page that closes in between leaves parts without a file, never a file without its parts. */
function* deleteRecords(files: readonly UploadFile[]): SagaOf<boolean> {
  if (files.length === 0) return true;
  const { records } = yield* getPorts();
  const parts = files.flatMap((file) =>
    (sessionOf(file)?.parts ?? []).map((part) => partKey(file.id, part.partNumber)),
  );
  const areFilesDeleted = yield* call(
    records('upload-journal').remove,
    files.map((file) => file.id),
  );
  const arePartsDeleted = parts.length === 0 || (yield* call(records('upload-journal-parts').remove, parts));
  return areFilesDeleted && arePartsDeleted;
}
