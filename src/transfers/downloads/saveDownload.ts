import { DOWNLOAD_SAVE_DELAY_MS } from '../../domain/constants';
import { failureWords } from '../../domain/failureWords';
import { call, delay, getContext, put, type SagaOf } from '../../lib/typedEffects';
import type { Ports } from '../../platform/ports';
import { downloadSaved } from './downloadsSlice';

/** A computer that slept through the wait finds a link that may have expired. */
const LINK_TRUST_MS = 60_000;

interface SavedDownload {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly zipFileName: string;
}

/** Hands a finished archive to the browser, a moment after it is ready, and lets the item go. */
export function* saveDownload({ id, url, title, zipFileName }: SavedDownload): SagaOf<void> {
  const { clock, saveToDisk, toast } = yield* getContext<Ports>('ports');
  const readyAt = clock.now();
  yield* delay(DOWNLOAD_SAVE_DELAY_MS);
  if (clock.now() - readyAt > LINK_TRUST_MS) return;
  yield* call(saveToDisk, url, zipFileName, () => toast(failureWords({ kind: 'archive-gone', title }).text, 'error'));
  yield* put(downloadSaved({ id }));
}
