import { startDownload } from '../../api/gateways';
import { downloadPhase, type DownloadItem } from '../../domain/downloads/download';
import { ERROR_CATALOGUE } from '../../domain/failures/errorCatalogue';
import type { Failure } from '../../domain/failures/failure';
import { failureNotice } from '../../domain/failures/failureNotice';
import { arm, call, put, race, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { isWebLink } from '../../lib/webLink';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { selectDownload, selectNextDownload, selectOwnDownload, type WithDownloads } from './downloadsSelectors';
import { downloadStarted, linkAged, startFailed } from './downloadsSlice';
import { pollDownload } from './pollDownload';
import { tellServer } from './runCancellations';
import { saveDownload } from './saveDownload';
import { toastEverywhere } from './tabMessages';

/** Owns the active item: the only saga that starts, polls and saves. One phase of one item a turn. */
export function* runDownloads(): SagaOf<void> {
  for (;;) {
    const item = yield* waitFor(selectNextDownload);
    // A start is never interrupted: a reference that nobody wants any more has to be given back.
    if (downloadPhase(item) === 'queued') yield* startItem(item);
    else yield* driveUntilDropped(item);
  }
}

function* driveUntilDropped(item: DownloadItem): SagaOf<void> {
  yield* race({ driven: arm.call(driveItem, item), dropped: arm.call(waitUntilDropped, item.id) });
  const left = yield* select(selectDownload, item.id);
  // Its owner has gone, or the computer slept: when it is driven again, any time may have passed.
  if (left?.url !== undefined && left.url === item.url) yield* put(linkAged({ id: item.id }));
}

function* driveItem(item: DownloadItem): SagaOf<void> {
  if (item.url !== undefined) yield* saveDownload({ ...item, url: item.url });
  else if (item.downloadId !== undefined) yield* pollDownload({ ...item, downloadId: item.downloadId });
}

/** Withdrawn, or its owner is no longer signed in. */
function* waitUntilDropped(id: string): SagaOf<void> {
  yield* waitFor((state: WithDownloads & WithSession) => {
    const item = selectOwnDownload(state, id);
    return item === undefined || item.cancelling === true;
  });
}

function* startItem({ id, path, downsampled, zipFileName }: DownloadItem): SagaOf<void> {
  const what = typeof path === 'string' ? { folder: path } : { files: path };
  const outcome = yield* call(startDownload, { onlyDownSamples: downsampled, ...what, zipFileName });
  const isWanted = (yield* select(selectDownload, id)) !== undefined;
  if (!outcome.ok) {
    if (isWanted) yield* noteFailedStart(id, outcome.failure);
    return;
  }
  const { ref, url, ...sizes } = outcome.value;
  if (isWanted) yield* put(downloadStarted({ id, downloadId: ref, ...sizes, ...(isWebLink(url) ? { url } : {}) }));
  else yield* tellServer(ref);
}

function* noteFailedStart(id: string, failure: Failure): SagaOf<void> {
  // Without a session nothing was refused: the item waits for its owner.
  if (failure.kind === 'unauthorized' && (yield* select(selectSessionOwner)) === undefined) return;
  const ports = yield* getPorts();
  yield* put(startFailed({ id, failure }));
  yield* call(toastEverywhere, ports, ERROR_CATALOGUE.downloadNotStarted.text, 'error');
  if (failure.kind === 'forbidden') yield* call(toastEverywhere, ports, failureNotice(failure).text, 'error');
}
