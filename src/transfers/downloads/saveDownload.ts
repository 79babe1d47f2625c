import { DOWNLOAD_SAVE_DELAY_MS } from '../../domain/constants';
import { call, delay, getContext, put, type SagaOf } from '../../lib/typedEffects';
import type { Ports } from '../../platform/ports';
import { downloadSaved } from './downloadsSlice';

/** Hands a finished archive to the browser, a moment after it is ready, and lets the item go. */
export function* saveDownload(id: string, url: string, zipFileName: string): SagaOf<void> {
  yield* delay(DOWNLOAD_SAVE_DELAY_MS);
  const ports = yield* getContext<Ports>('ports');
  yield* call(ports.saveToDisk, url, zipFileName);
  yield* put(downloadSaved({ id }));
}
