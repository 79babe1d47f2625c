import type { ContentSamples } from '@data-manager/domain/uploads/contentSamples';
import type { HashPartResult, Ports } from '../ports';
import { watchProgress } from '../wait';
import type { CallWorker } from '../workers/workerCalls';
import { createWorkerPool } from '../workers/workerPool';
import type { HashOptions } from './hashBlob';

/** The calls that a hash worker carries out. */
export interface HashCalls {
  readonly hash: (
    blob: Blob,
    samples: ContentSamples,
    withSha256: boolean,
    signal: AbortSignal,
  ) => Promise<HashPartResult>;
}

/**
 * Creates `hashPart`, which hashes a part in one of at most `size` workers.
 *
 * Problem: MD5 keeps a thread busy, and a worker that reads a part from a network drive may stall.
 * Idea: workers start on demand and hash one part each. A worker that fails, stalls or has its part aborted is terminated, and
 * the next part gets a new one. If no worker can hash a part, the main thread does.
 * Cost: a new worker loads its code again.
 *
 * @param stallMs a part without progress for this long fails as stalled; the time spent in the queue does not count
 */
export function createHashPool(spawn: () => CallWorker, size: number, stallMs: number): Ports['hashPart'] {
  const call = createWorkerPool<HashCalls>(spawn, { size, stallMs, endsAborted: true });
  return async (body, signal, samples = [], lane = 'transfers', withSha256 = false) => {
    const hashed = await call('hash', [body, samples, withSha256], signal, lane);
    if (hashed.ok) return hashed.value;
    if (hashed.failure !== 'failed') return { kind: hashed.failure };
    try {
      return await hashOnMainThread(body, signal, { samples, withSha256 }, stallMs);
    } catch {
      // Neither a worker nor the page could load the hash function: offline, or replaced by a newer build.
      return { kind: 'unavailable' };
    }
  };
}

/** Hashes a part without a worker. Rejects if the hash function can't be loaded. */
export async function hashOnMainThread(
  body: Blob,
  signal: AbortSignal,
  options: HashOptions,
  stallMs: number,
): Promise<HashPartResult> {
  const { hashBlob } = await import('./hashBlob');
  if (signal.aborted) return { kind: 'aborted' };
  return new Promise((resolve, reject) => {
    const stopped = new AbortController();
    const abort = (): void => stopped.abort();
    signal.addEventListener('abort', abort);
    const watch = watchProgress(stallMs, () => {
      abort();
      resolve({ kind: 'stalled' });
    });
    hashBlob(body, stopped.signal, { ...options, onProgress: watch.progressed })
      .then(resolve, reject)
      .finally(() => {
        watch.stop();
        signal.removeEventListener('abort', abort);
      });
  });
}
