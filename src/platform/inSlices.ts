import type { InPieces } from '../lib/inPieces';
import { createPauses } from './pauses';

/**
 * Runs work in slices, so that the page can render and handle input in between. Work that fits into one slice completes
 * without a pause. The result of longer work comes in a task of its own, since what the caller does with it takes time as
 * well. Rejects with the signal's reason when the signal is aborted.
 */
export async function runInSlices<Result>(work: InPieces<Result>, signal: AbortSignal): Promise<Result> {
  const pause = createPauses();
  for (let pieces = 1; ; pieces += 1) {
    const { done, value } = work.next();
    if (done === true && pieces === 1) return value;
    await pause();
    signal.throwIfAborted();
    if (done === true) return value;
  }
}
