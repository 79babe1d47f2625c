import * as v from 'valibot';
import { createSemaphore } from '../../lib/semaphore';
import { trySpawn } from '../trySpawn';
import { watchProgress } from '../watchProgress';
import { DecodeAnswer, type DecodeOrder } from './decodeMessages';

/** The part of a `Worker` that the pool uses. */
export type DecodeWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener' | 'removeEventListener'>;

/** Has an image decoded beside the page's own thread; undefined where it comes to nothing, for whatever reason. */
type Decode = (order: DecodeOrder, signal: AbortSignal) => Promise<DecodeAnswer | undefined>;

/**
 * Decodes in a few workers, started when there is work; further images wait their turn, and those that nobody wants any
 * more are passed over. A worker that dies, or takes too long, is ended; the next image gets a new one.
 * @param limitMs a worker that has not answered by then is stuck, milliseconds
 */
export function createDecodePool(spawnWorker: () => DecodeWorker, size: number, limitMs: number): Decode {
  const turns = createSemaphore(size);
  const idle: DecodeWorker[] = [];

  const decode = async (order: DecodeOrder): Promise<DecodeAnswer | undefined> => {
    const worker = idle.pop() ?? trySpawn(spawnWorker);
    if (worker === undefined) return undefined;
    const answer = await askWorker(worker, order, limitMs);
    if (answer === undefined) worker.terminate();
    else idle.push(worker);
    return answer;
  };

  return async (order, signal) => {
    const leave = await turns.acquire();
    try {
      return signal.aborted ? undefined : await decode(order);
    } finally {
      leave();
    }
  };
}

/** Undefined where the worker could not do it: it was not loaded, ran out of memory, got stuck, or says nonsense. */
function askWorker(worker: DecodeWorker, order: DecodeOrder, limitMs: number): Promise<DecodeAnswer | undefined> {
  return new Promise((resolve) => {
    const settle = (answer: DecodeAnswer | undefined): void => {
      watch.stop();
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('messageerror', giveUp);
      worker.removeEventListener('error', giveUp);
      resolve(answer);
    };
    const giveUp = (): void => settle(undefined);
    const watch = watchProgress(limitMs, giveUp);
    const onMessage = (event: Event): void => {
      const answer = v.safeParse(DecodeAnswer, event instanceof MessageEvent ? event.data : undefined);
      settle(answer.success ? answer.output : undefined);
    };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('messageerror', giveUp);
    worker.addEventListener('error', giveUp);
    worker.postMessage(order);
  });
}
