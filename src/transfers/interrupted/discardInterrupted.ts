import { noChanges, partKey } from '@data-manager/domain/uploads/resumeRecords';
import { sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { cancelUpload } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import { writeResumeRecords } from '../uploads/persistUploads';
import { announceStored, giveBack, takeOver, type Origins } from '../uploads/takeOver';
import { discardingStarted, filesDiscarded, type WithInterrupted } from './interruptedSlice';
import { toastElsewhere } from './toastElsewhere';

/** What the files of a command need. */
interface Found {
  readonly origins: Origins;
}

/** Aborts interrupted uploads on the server, and deletes the records of the aborted uploads. */
export function* discardInterrupted(tab: string, ids: readonly string[], found: Found): SagaOf<void> {
  const { toast } = yield* getPorts();
  yield* put(discardingStarted());
  const { isReachable, isDeleted, elsewhere } = yield* discardFiles(tab, ids, found);
  yield* toastElsewhere(elsewhere);
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

/** The result of discarding files. */
interface Discarded {
  /** False if the server could not be reached. The files after that are kept. */
  readonly isReachable: boolean;
  readonly isDeleted: boolean;
  /** Number of files that another tab has resumed or discarded. */
  readonly elsewhere: number;
}

/** Discards files without reporting a failure. */
export function* discardFiles(tab: string, ids: readonly string[], { origins }: Found): SagaOf<Discarded> {
  const { files: shown, received = {} } = yield* select(({ interrupted }: WithInterrupted) => interrupted);
  const elsewhere = shown.filter(({ id }) => ids.includes(id) && id in received);
  const files = [...(yield* takeOver(tab, origins, ids)), ...elsewhere];
  const discarded: UploadFile[] = [];
  const kept: string[] = [];
  let isReachable = true;
  for (const file of files) {
    const session = sessionOf(file);
    // One failure is enough: there may be thousands of files.
    if (session !== undefined && isReachable) isReachable = yield* abort(file.key, session.uploadId);
    if (session === undefined || isReachable) discarded.push(file);
    else kept.push(file.id);
  }
  const isDeleted = yield* deleteRecords(discarded);
  yield* giveBack(tab, origins, kept);
  yield* put(filesDiscarded({ ids: discarded.map((file) => file.id) }));
  yield* announceStored();
  return { isReachable, isDeleted, elsewhere: ids.length - files.length };
}

/** Returns true if the server has aborted the upload, or has no such upload. */
function* abort(key: string, uploadId: string): SagaOf<boolean> {
  const result = yield* call(cancelUpload, { key, uploadId });
  return result.ok || result.failure.kind === 'not-found';
}

function* deleteRecords(files: readonly UploadFile[]): SagaOf<boolean> {
  const recordsGone = files.map(({ id }) => id);
  const partsGone = files.flatMap((file) =>
    (sessionOf(file)?.parts ?? []).map((part) => partKey(file.id, part.partNumber)),
  );
  return yield* writeResumeRecords({ ...noChanges(), recordsGone, partsGone });
}
