import * as v from 'valibot';
import { HashAnswer, HashProgress } from './hashMessages';
import type { HashPartResult, Ports } from './ports';
import { trySpawn } from './trySpawn';
import { watchProgress } from './watchProgress';

/** The part of a `Worker` that the pool uses. */
export type HashWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener' | 'removeEventListener'>;

interface Order {
  readonly body: Blob;
  readonly signal: AbortSignal;
  readonly settle: (result: HashPartResult) => void;
}

/**
 * `hashPart` over a few workers, started when there is work. Each does one part at a time; further parts wait their
 * turn. A worker whose part was aborted, or which failed or got stuck, is ended; the next part gets a new one. Where no
 * worker can do it, the part is hashed on the page's own thread.
 * @param stallMs a part that makes no progress for so long is given up, milliseconds; its wait for a worker is none of it
 */
export function createHashPool(spawnWorker: () => HashWorker, size: number, stallMs: number): Ports['hashPart'] {
  const idle: HashWorker[] = [];
  const waiting: Order[] = [];
  let running = 0;

  const next = (): void => {
    while (running < size) {
      const order = waiting.shift();
      if (order === undefined) return;
      if (order.signal.aborted) continue;
      running += 1;
      void hashInWorker(order)
        .catch(unavailable)
        .then((result) => {
          running -= 1;
          order.settle(result);
          next();
        });
    }
  };

  const hashInWorker = async ({ body, signal }: Order): Promise<HashPartResult> => {
    const worker = idle.pop() ?? trySpawn(spawnWorker);
    if (worker === undefined) return hashOnPage(body, signal, stallMs);
    const result = await askWorker(worker, body, signal, stallMs);
    if (result?.kind === 'hashed' || result?.kind === 'unreadable') {
      idle.push(worker);
      return result;
    }
    worker.terminate();
    return result ?? hashOnPage(body, signal, stallMs);
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
      waiting.push({ body, signal, settle });
      next();
    });
}

/** Neither a worker nor the page could load the hash function: offline, say, or a newer build took its place. */
function unavailable(): HashPartResult {
  return { kind: 'unavailable' };
}

/** Loaded only where it is needed: the page starts without a hash function. */
async function hashOnPage(body: Blob, signal: AbortSignal, stallMs: number): Promise<HashPartResult> {
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

/** Undefined where the worker could not do it at all: it was not loaded, or says something that is no answer. */
function askWorker(
  worker: HashWorker,
  blob: Blob,
  signal: AbortSignal,
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
      const answer = v.safeParse(HashAnswer, data);
      settle(answer.success ? answer.output : undefined);
    };
    const onError = (): void => settle(undefined);
    const onAbort = (): void => settle({ kind: 'aborted' });
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    signal.addEventListener('abort', onAbort);
    worker.postMessage({ blob });
  });
}
