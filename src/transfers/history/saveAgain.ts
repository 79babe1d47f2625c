import { readDownloadProgress } from '../../api/gateways';
import { judgePoll, type PollVerdict } from '../../domain/downloads/downloadAnswer';
import { failureNotice } from '../../domain/failures/failureNotice';
import { failureWords } from '../../domain/failures/failureWords';
import { omit } from '../../lib/omit';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSavedArchive } from './historySelectors';
import { archiveSaved, linkAsked, linkExpired, linkNotGiven, type SavedArchive } from './historySlice';

/** Hands an archive to the browser once more, by a fresh link: the one from before may have expired meanwhile. */
export function* saveAgain(id: string): SagaOf<void> {
  const archive = yield* select(selectSavedArchive, id);
  if (archive === undefined || archive.isAsked === true) return;
  yield* put(linkAsked({ id }));
  const verdict = yield* findLink(archive);
  // Whoever asked may have gone meanwhile: what is theirs is saved for nobody else.
  const isStillAsked = (yield* select(selectSavedArchive, id)) !== undefined;
  const ports = yield* getPorts();
  if (verdict.kind === 'ready' && isStillAsked) {
    yield* call(ports.saveToDisk, verdict.url, archive.zipFileName, () =>
      ports.toast(failureNotice({ kind: 'archive-gone', title: archive.title }).text, 'error'),
    );
    yield* put(
      archiveSaved({ archive: { ...omit(archive, 'isExpired'), url: verdict.url, savedAt: ports.clock.now() } }),
    );
    return;
  }
  yield* put(verdict.kind === 'lost' ? linkExpired({ id }) : linkNotGiven({ id }));
  if (isStillAsked) yield* call(ports.toast, wordsOf(verdict), 'error');
}

/** An item of an older list may lack the reference: its link is then all there is. */
function* findLink({ downloadId, url }: SavedArchive): SagaOf<PollVerdict> {
  return downloadId === undefined ? { kind: 'ready', url } : judgePoll(yield* call(readDownloadProgress, downloadId));
}

function wordsOf(verdict: PollVerdict): string {
  if (verdict.kind === 'unanswered') return failureNotice(verdict.failure).text;
  return verdict.kind === 'lost' ? failureWords.linkExpired : failureWords.linkNotReady;
}
