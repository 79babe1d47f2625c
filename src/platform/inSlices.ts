import type { InPieces } from '../lib/inPieces';
import { yieldToPage } from './pauses';

/** Longest time on the main thread at once, milliseconds. Leaves room for rendering in a 16 ms frame. */
const SLICE_MS = 12;

/**
 * Continues work for a number of milliseconds, and for at least a number of pieces. Returns its result if it is done,
 * otherwise undefined.
 */
export function runSlice<Result>(
  work: InPieces<Result>,
  sliceMs: number,
  minPieces = 1,
): { readonly result: Result } | undefined {
  const end = performance.now() + sliceMs;
  for (let pieces = 1; ; pieces += 1) {
    const { done, value } = work.next();
    if (done === true) return { result: value };
    if (pieces >= minPieces && performance.now() >= end) return undefined;
  }
}

/**
 * Runs work in slices, so that the page can render and handle input in between. Work that fits into one slice completes
 * without a pause. The result of longer work comes in a task of its own, since what the caller does with it takes time as
 * well. Rejects with the signal's reason when the signal is aborted.
 */
export async function runInSlices<Result>(work: InPieces<Result>, signal: AbortSignal): Promise<Result> {
  const ended = runSlice(work, SLICE_MS);
  return ended === undefined ? continueInSlices(work, signal) : ended.result;
}

/** Like `runInSlices`, but yields to the page first: for work that has already run for a slice. */
export async function continueInSlices<Result>(work: InPieces<Result>, signal: AbortSignal): Promise<Result> {
  let ended: ReturnType<typeof runSlice<Result>>;
  for (;;) {
    await yieldToPage();
    signal.throwIfAborted();
    if (ended !== undefined) return ended.result;
    ended = runSlice(work, SLICE_MS);
  }
}
