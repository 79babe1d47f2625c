import { cancelUpload } from '../../api/gateways';
import { noChanges, partKey } from '../../domain/uploads/resumeRecords';
import { sessionOf, type UploadFile } from '../../domain/uploads/upload';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
import { selectInterruptedFiles } from './interruptedSelectors';
import { discardingStarted, filesDiscarded } from './interruptedSlice';
import { journalWords } from './journalWords';
import { writeJournal } from './writeJournal';

/** Has the server let go of what it holds of interrupted files, and forgets those that it let go of. */
export function* discardInterrupted(): SagaOf<void> {
  const ports = yield* getPorts();
  const files = yield* select(selectInterruptedFiles);
  yield* put(discardingStarted());
  const gone: UploadFile[] = [];
  let isTold = true;
  for (const file of files) {
    // Where the server does not answer once, it is not asked thousands of times.
    const session = sessionOf(file);
    if (session !== undefined && isTold) isTold = yield* letGo(file.key, session.uploadId);
    if (session === undefined || isTold) gone.push(file);
  }
  const isForgotten = yield* forget(ports, gone);
  yield* put(filesDiscarded({ ids: gone.map((file) => file.id) }));
  if (!isTold) yield* call(ports.toast, journalWords.serverNotTold, 'error');
  else if (!isForgotten) yield* call(ports.toast, journalWords.notForgotten, 'warning');
}

/** True if the server holds nothing of the upload any more: it let go of it, or knows no such upload. */
function* letGo(key: string, uploadId: string): SagaOf<boolean> {
  const outcome = yield* call(cancelUpload, { key, uploadId });
  return outcome.ok || outcome.failure.kind === 'not-found';
}

function* forget(ports: Ports, files: readonly UploadFile[]): SagaOf<boolean> {
  const parts = files.flatMap((file) =>
    (sessionOf(file)?.parts ?? []).map((part) => partKey(file.id, part.partNumber)),
  );
  return yield* writeJournal(ports, { ...noChanges(), recordsGone: files.map((file) => file.id), partsGone: parts });
}
