import * as v from 'valibot';
import { HashMessage } from './hashMessages';
import type { HashPartResult, Ports } from './ports';
import { trySpawn } from './trySpawn';
import { watchProgress } from './wait';

/** The part of a `Worker` that the pool uses. */
export type HashWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener' | 'removeEventListener'>;

interface HashJob {
  readonly body: Blob;
  readonly signal: AbortSignal;
  readonly settle: (result: HashPartResult) => void;
}

/** A worker and the number of parts that it hashes. */
interface PooledWorker {
  readonly worker: HashWorker;
  jobs: number;
}

/**
 * Creates `hashPart` over a worker that starts on demand and hashes up to `size` parts at the same time. A worker that
 * fails, or in which a part stalls, is given no more parts: the next one starts a new worker. If no worker can hash a part,
 * the main thread does.
 *
 * @param stallMs a part without progress for this long fails as stalled; the time spent in the queue does not count
 */
export function createHashPool(spawnWorker: () => HashWorker, size: number, stallMs: number): Ports['hashPart'] {
  const queue: HashJob[] = [];
  let current: PooledWorker | undefined;
  let running = 0;
  let ids = 0;

  const startNext = (): void => {
    while (running < size) {
      const job = queue.shift();
      if (job === undefined) return;
      if (job.signal.aborted) continue;
      running += 1;
      void hashInWorker(job)
        .catch(unavailable)
        .then((result) => {
          running -= 1;
          job.settle(result);
          startNext();
        });
    }
  };

  const findWorker = (): PooledWorker | undefined => {
    if (current !== undefined) return current;
    const worker = trySpawn(spawnWorker);
    current = worker && { worker, jobs: 0 };
    return current;
  };

  const hashInWorker = async ({ body, signal }: HashJob): Promise<HashPartResult> => {
    const pooled = findWorker();
    if (pooled === undefined) return hashOnMainThread(body, signal, stallMs);
    ids += 1;
    pooled.jobs += 1;
    const result = await requestHash(pooled.worker, { id: ids, blob: body }, signal, stallMs);
    pooled.jobs -= 1;
    const isUsable = result !== undefined && result.kind !== 'stalled';
    if (!isUsable && current === pooled) current = undefined;
    if (current !== pooled && pooled.jobs === 0) pooled.worker.terminate();
    return result ?? hashOnMainThread(body, signal, stallMs);
  };

  return (body, signal) =>
    new Promise((resolve) => {
      const abort = (): void => resolve({ kind: 'aborted' });
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      const settle = (result: HashPartResult): void => {
        signal.removeEventListener('abort', abort);
        resolve(result);
      };
      queue.push({ body, signal, settle });
      startNext();
    });
}

/** Neither a worker nor the page could load the hash function: offline, or replaced by a newer build. */
function unavailable(): HashPartResult {
  return { kind: 'unavailable' };
}

async function hashOnMainThread(body: Blob, signal: AbortSignal, stallMs: number): Promise<HashPartResult> {
  const { createRunningMd5, hashBlob } = await import('./hashBlob');
  if (signal.aborted) return { kind: 'aborted' };
  return new Promise((resolve, reject) => {
    const stopped = new AbortController();
    signal.addEventListener('abort', () => stopped.abort(), { once: true });
    const watch = watchProgress(stallMs, () => {
      stopped.abort();
      resolve({ kind: 'stalled' });
    });
    hashBlob(body, stopped.signal, createRunningMd5, watch.progressed).then(resolve, reject).finally(watch.stop);
  });
}

/** Returns undefined if the worker's script failed to load or its message is invalid. */
function requestHash(
  worker: HashWorker,
  { id, blob }: { readonly id: number; readonly blob: Blob },
  signal: AbortSignal,
  stallMs: number,
): Promise<HashPartResult | undefined> {
  return new Promise((resolve) => {
    const watch = watchProgress(stallMs, () => cancel({ kind: 'stalled' }));
    const settle = (result: HashPartResult | undefined): void => {
      watch.stop();
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
      signal.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const cancel = (result: HashPartResult): void => {
      worker.postMessage({ kind: 'cancel', id });
      settle(result);
    };
    const onMessage = (event: Event): void => {
      const message = v.safeParse(HashMessage, event instanceof MessageEvent ? event.data : undefined);
      if (!message.success) settle(undefined);
      else if (message.output.id !== id) return;
      else if (message.output.kind === 'progress') watch.progressed();
      else settle(message.output.result);
    };
    const onError = (): void => settle(undefined);
    const onAbort = (): void => cancel({ kind: 'aborted' });
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    signal.addEventListener('abort', onAbort);
    worker.postMessage({ kind: 'hash', id, blob });
  });
}
