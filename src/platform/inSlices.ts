import type { InPieces } from '../lib/inPieces';
import { wait } from './wait';

/** So long work keeps the page's thread at a time, milliseconds: there is room for a drawn frame beside it. */
const SLICE_MS = 12;

/**
 * Goes on with a work for so many milliseconds.
 *
 * @returns its result, where the work is done
 */
export function runSlice<Result>(work: InPieces<Result>, sliceMs: number): { readonly result: Result } | undefined {
  const end = performance.now() + sliceMs;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return { result: value };
    if (performance.now() >= end) return undefined;
  }
}

/**
 * Does a work slice by slice; in between the page draws and hears what people do. What fits into one slice never waits.
 * Rejects with the signal's reason once that is aborted.
 */
export async function runInSlices<Result>(work: InPieces<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    const ended = runSlice(work, SLICE_MS);
    if (ended !== undefined) return ended.result;
    await letOthersIn();
    signal.throwIfAborted();
  }
}

/** As `runInSlices`, for a work that has had its turn already: others come first, of which several may begin at once. */
export async function goOnInSlices<Result>(work: InPieces<Result>, signal: AbortSignal): Promise<Result> {
  await letOthersIn();
  signal.throwIfAborted();
  return runInSlices(work, signal);
}

/** Lets the browser do whatever else there is. A timer would wait for 4 ms each time. */
async function letOthersIn(): Promise<void> {
  if ('scheduler' in globalThis && 'yield' in globalThis.scheduler) await globalThis.scheduler.yield();
  else await wait(0);
}
