import * as v from 'valibot';
import type { Samples } from '@data-manager/domain/uploads/contentSamples';
import { createSemaphore } from '@data-manager/lib/semaphore';
import type { HashLane, HashPartResult, Ports } from '../ports';
import { watchProgress } from '../wait';
import { trySpawn } from '../workers/trySpawn';
import { HashProgress, HashResponse } from './hashMessages';

/** The part of a `Worker` that the pool uses. */
export type HashWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener' | 'removeEventListener'>;

/** The arguments of `hashPart`. */
interface HashOrder {
  readonly body: Blob;
  readonly signal: AbortSignal;
  readonly samples: Samples;
  readonly lane: HashLane;
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
export function createHashPool(spawnWorker: () => HashWorker, size: number, stallMs: number): Ports['hashPart'] {
  const idle: HashWorker[] = [];
  const semaphore = createSemaphore(size);

  const hashInWorker = async (order: HashOrder): Promise<HashPartResult> => {
    const worker = idle.pop() ?? trySpawn(spawnWorker);
    if (worker === undefined) return hashOnMainThread(order, stallMs);
    const result = await requestHash(worker, order, stallMs);
    if (result?.kind === 'hashed' || result?.kind === 'unreadable') {
      idle.push(worker);
      return result;
    }
    worker.terminate();
    return result ?? hashOnMainThread(order, stallMs);
  };

  const hashWhenFree = async (order: HashOrder): Promise<HashPartResult> => {
    const release = await semaphore.acquire(order.lane);
    try {
      return order.signal.aborted ? { kind: 'aborted' } : await hashInWorker(order);
    } catch {
      // Neither a worker nor the page could load the hash function: offline, or replaced by a newer build.
      return { kind: 'unavailable' };
    } finally {
      release();
    }
  };

  return (body, signal, samples = [], lane = 'transfers') =>
    new Promise((resolve) => {
      const abort = (): void => resolve({ kind: 'aborted' });
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      void hashWhenFree({ body, signal, samples, lane }).then((result) => {
        signal.removeEventListener('abort', abort);
        resolve(result);
      });
    });
}

async function hashOnMainThread({ body, signal, samples }: HashOrder, stallMs: number): Promise<HashPartResult> {
  const { createRunningMd5, hashBlob } = await import('./hashBlob');
  if (signal.aborted) return { kind: 'aborted' };
  return new Promise((resolve, reject) => {
    const stopped = new AbortController();
    signal.addEventListener('abort', () => stopped.abort(), { once: true });
    const watch = watchProgress(stallMs, () => {
      stopped.abort();
      resolve({ kind: 'stalled' });
    });
    hashBlob(body, stopped.signal, createRunningMd5, watch.progressed, samples)
      .then(resolve, reject)
      .finally(watch.stop);
  });
}

/** Returns undefined if the worker's script failed to load or its message is invalid. */
function requestHash(
  worker: HashWorker,
  { body: blob, signal, samples }: HashOrder,
  stallMs: number,
): Promise<HashPartResult | undefined> {
  return new Promise((resolve) => {
    const watch = watchProgress(stallMs, () => settle({ kind: 'stalled' }));
    const settle = (result: HashPartResult | undefined): void => {
      watch.stop();
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
      signal.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const onMessage = (event: Event): void => {
      const data: unknown = event instanceof MessageEvent ? event.data : undefined;
      if (v.is(HashProgress, data)) {
        watch.progressed();
        return;
      }
      const response = v.safeParse(HashResponse, data);
      settle(response.success ? response.output : undefined);
    };
    const onError = (): void => settle(undefined);
    const onAbort = (): void => settle({ kind: 'aborted' });
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    signal.addEventListener('abort', onAbort);
    worker.postMessage({ blob, samples });
  });
}
