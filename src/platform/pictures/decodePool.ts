import * as v from 'valibot';
import { createSemaphore } from '@data-manager/lib/semaphore';
import { watchProgress } from '../wait';
import { trySpawn } from '../workers/trySpawn';
import { DecodeResponse, type DecodeRequest } from './decodeMessages';

/** The part of a `Worker` that the pool uses. */
export type DecodeWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener' | 'removeEventListener'>;

/** Decodes an image in a worker; returns undefined on any failure. */
type Decode = (request: DecodeRequest, signal: AbortSignal) => Promise<DecodeResponse | undefined>;

/**
 * Decodes in at most `size` workers, which start on demand; queued images whose signal is aborted are skipped. A worker
 * that fails or takes longer than `limitMs` is terminated and replaced.
 */
export function createDecodePool(spawnWorker: () => DecodeWorker, size: number, limitMs: number): Decode {
  const semaphore = createSemaphore(size);
  const idle: DecodeWorker[] = [];

  const decode = async (request: DecodeRequest): Promise<DecodeResponse | undefined> => {
    const worker = idle.pop() ?? trySpawn(spawnWorker);
    if (worker === undefined) return undefined;
    const response = await requestDecode(worker, request, limitMs);
    if (response === undefined) worker.terminate();
    else idle.push(worker);
    return response;
  };

  return async (request, signal) => {
    const release = await semaphore.acquire();
    try {
      return signal.aborted ? undefined : await decode(request);
    } finally {
      release();
    }
  };
}

/** Returns undefined if the worker failed to load, ran out of memory, got stuck or sent an invalid message. */
function requestDecode(
  worker: DecodeWorker,
  request: DecodeRequest,
  limitMs: number,
): Promise<DecodeResponse | undefined> {
  return new Promise((resolve) => {
    const settle = (response: DecodeResponse | undefined): void => {
      watch.stop();
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('messageerror', giveUp);
      worker.removeEventListener('error', giveUp);
      resolve(response);
    };
    const giveUp = (): void => settle(undefined);
    const watch = watchProgress(limitMs, giveUp);
    const onMessage = (event: Event): void => {
      const response = v.safeParse(DecodeResponse, event instanceof MessageEvent ? event.data : undefined);
      settle(response.success ? response.output : undefined);
    };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('messageerror', giveUp);
    worker.addEventListener('error', giveUp);
    worker.postMessage(request);
  });
}
