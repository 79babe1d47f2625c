import { readDownloadProgress, type DownloadProgress } from '../../api/gateways';
import { DOWNLOAD_POLL_MS } from '../../domain/constants';
import { isToldOfPoll, judgePoll } from '../../domain/downloads/downloadAnswer';
import type { Failure, FailureKind } from '../../domain/failures/failure';
import { failureNotice } from '../../domain/failures/failureNotice';
import type { Result } from '../../lib/result';
import { arm, call, put, race, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { downloadLost, downloadReady, pollUnanswered, progressReceived, type DownloadSizes } from './downloadsSlice';
import { toastEverywhere } from './tabMessages';
import { waitForWake } from './waitForWake';

interface PolledDownload {
  readonly id: string;
  readonly downloadId: string;
  readonly title: string;
  /** It was ready before: nothing to wait for. */
  readonly hadLink?: true;
}

/**
 * Asks for the archive's progress until the server's work has ended. Never gives up for want of an answer, and asks
 * at once when the network is back or the page is looked at again.
 */
export function* pollDownload({ id, downloadId, title, hadLink }: PolledDownload): SagaOf<void> {
  const told = new Set<FailureKind>();
  let isDue = hadLink === true;
  for (;;) {
    if (!isDue) yield* race({ later: arm.delay(DOWNLOAD_POLL_MS), woken: arm.call(waitForWake) });
    isDue = false;
    const outcome = yield* askAgain(downloadId);
    const verdict = judgePoll(outcome);
    const sizes = outcome.ok ? sizesOf(outcome.value) : {};
    switch (verdict.kind) {
      case 'preparing':
        yield* put(progressReceived({ id, ...sizes }));
        break;
      case 'unanswered':
        yield* put(pollUnanswered({ id, failure: verdict.failure }));
        yield* tellOnce(verdict.failure, told);
        break;
      case 'ready':
        yield* put(downloadReady({ id, url: verdict.url, ...sizes }));
        return;
      case 'lost': {
        const ports = yield* getPorts();
        // The event comes last: with the item gone this saga is cancelled.
        yield* call(
          toastEverywhere,
          ports,
          failureNotice({ kind: hadLink === true ? 'archive-gone' : 'archive-failed', title }).text,
          'error',
        );
        yield* put(downloadLost({ id }));
        return;
      }
    }
  }
}

/** A question that is on its way when the network comes back is as good as lost: it is asked again. */
function* askAgain(downloadId: string): SagaOf<Result<DownloadProgress, Failure>> {
  for (;;) {
    const { outcome } = yield* race({
      outcome: arm.call(readDownloadProgress, downloadId),
      woken: arm.call(waitForWake),
    });
    if (outcome !== undefined) return outcome;
  }
}

/** Polling goes on, so the person is told of each kind of refusal once. */
function* tellOnce(failure: Failure, told: Set<FailureKind>): SagaOf<void> {
  if (!isToldOfPoll(failure) || told.has(failure.kind)) return;
  told.add(failure.kind);
  const ports = yield* getPorts();
  yield* call(toastEverywhere, ports, failureNotice(failure).text, 'error');
}

function sizesOf({ totalFiles, totalSize, completedSize }: DownloadSizes): DownloadSizes {
  return {
    ...(totalFiles === undefined ? {} : { totalFiles }),
    ...(totalSize === undefined ? {} : { totalSize }),
    ...(completedSize === undefined ? {} : { completedSize }),
  };
}
