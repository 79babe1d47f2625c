import { cancelDownload } from '../../api/gateways';
import { call, put, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { selectCancelledDownload } from './downloadsSelectors';
import { downloadCancelled } from './downloadsSlice';

/**
 * Tells the server of withdrawn downloads, one after the other, those of the last visit included. An item goes even
 * if the server could not be told: the archive that it makes then expires unread.
 */
export function* runCancellations(): SagaOf<void> {
  for (;;) {
    const { id, downloadId } = yield* waitFor(selectCancelledDownload);
    if (downloadId !== undefined) yield* tellServer(downloadId);
    yield* put(downloadCancelled({ id }));
  }
}

/** `DELETE /download/cancel`; a failure is noted, not shown. */
export function* tellServer(downloadId: string): SagaOf<void> {
  const outcome = yield* call(cancelDownload, downloadId);
  if (outcome.ok) return;
  const ports = yield* getPorts();
  yield* call(ports.log, `A cancelled download was not confirmed: ${outcome.failure.kind}`);
}
