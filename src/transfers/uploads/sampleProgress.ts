import { PROGRESS_SAMPLE_MS } from '../../domain/constants';
import { delay, put, type SagaOf } from '../../lib/typedEffects';
import { progressSampled } from './uploadsSlice';

/** Brings what is on the wire into the store: at intervals, and only if it changed. Runs until it is cancelled. */
export function* sampleProgress(id: string, sent: ReadonlyMap<number, number>): SagaOf<void> {
  let last = '[]';
  for (;;) {
    yield* delay(PROGRESS_SAMPLE_MS);
    const sample = JSON.stringify([...sent]);
    if (sample === last) continue;
    last = sample;
    yield* put(progressSampled({ id, inFlight: Object.fromEntries(sent) }));
  }
}
