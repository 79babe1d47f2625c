import { wait } from './wait';

/** Longest time on the main thread at once, milliseconds. Leaves room for rendering in a 16 ms frame. */
const SLICE_MS = 12;

interface PauseOptions {
  readonly sliceMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Returns a function for long loops: it lets the page render and handle input if the loop has run for a while, and returns at
 * once otherwise. Rejects with the signal's reason if the signal is aborted meanwhile.
 */
export function createPauses({ sliceMs = SLICE_MS, signal }: PauseOptions = {}): () => Promise<void> {
  let end = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < end) return;
    await yieldToPage();
    signal?.throwIfAborted();
    end = performance.now() + sliceMs;
  };
}

/** Yields to the browser. `scheduler.yield` avoids the 4 ms that a timer takes. */
export async function yieldToPage(): Promise<void> {
  if ('scheduler' in globalThis && 'yield' in globalThis.scheduler) await globalThis.scheduler.yield();
  else await wait(0);
}
