import { cancelUpload } from '../../api/gateways';
import { ERROR_CATALOGUE } from '../../domain/failures/errorCatalogue';
import { sessionOf } from '../../domain/uploads/upload';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
import { settleStart, type StartInFlight } from './startInFlight';
import { selectOwnUploads, selectUpload } from './uploadsSelectors';
import { queueCancelled } from './uploadsSlice';

/** After the transfers have stopped: tells the server of every upload that it began, then empties the queue. */
export function* abortUploads(start: StartInFlight): SagaOf<void> {
  const ports = yield* getPorts();
  // Files that are chosen from now on are no part of what was cancelled.
  const ids = (yield* select(selectOwnUploads)).map((file) => file.id);
  yield* settleStart(start);
  for (const id of ids) yield* tellServer(id, ports);
  for (const id of ids) ports.files.release(id);
  yield* put(queueCancelled({ ids }));
  yield* call(ports.toast, ERROR_CATALOGUE.uploadAborted.text, 'error');
}

function* tellServer(id: string, ports: Ports): SagaOf<void> {
  const file = yield* select(selectUpload, id);
  const session = file === undefined ? undefined : sessionOf(file);
  if (file === undefined || session === undefined) return;
  const outcome = yield* call(cancelUpload, { key: file.key, uploadId: session.uploadId });
  if (!outcome.ok) yield* call(ports.log, `A cancelled upload was not confirmed: ${outcome.failure.kind}`);
}
