import { err, type Result } from '@data-manager/lib/result';
import { createSemaphore } from '@data-manager/lib/semaphore';
import { watchProgress } from '../wait';
import {
  startWorker,
  type AnswerOf,
  type CalledWorker,
  type CallWorker,
  type SentArgs,
  type WorkerEnd,
} from './workerCalls';

interface WorkerPoolOptions {
  /** Most workers. They start on demand. */
  readonly size: number;
  /** A call without progress for this long is stalled, milliseconds. The time in the queue does not count. */
  readonly stallMs: number;
  /** True if an aborted call ends its worker, which may wait for something that can't be aborted. */
  readonly endsAborted: boolean;
}

/** Calls a function in the next free worker. Waiting calls of different lanes take turns. */
type CallInPool<Calls> = <Name extends keyof Calls & string>(
  name: Name,
  args: SentArgs<Calls[Name]>,
  signal: AbortSignal,
  lane?: string,
) => Promise<Result<AnswerOf<Calls[Name]>, WorkerEnd>>;

type Answer = Result<unknown, WorkerEnd>;

/** Creates workers that carry out one call at a time each. A worker that ends is replaced by the next call. */
export function createWorkerPool<Calls extends object>(
  spawn: () => CallWorker,
  { size, stallMs, endsAborted }: WorkerPoolOptions,
): CallInPool<Calls> {
  const idle: CalledWorker[] = [];
  const semaphore = createSemaphore(size);

  const callNow = async (name: string, args: readonly unknown[], signal: AbortSignal): Promise<Answer> => {
    const worker = idle.pop() ?? startWorker(spawn);
    if (worker === undefined) return err('failed');
    const watch = watchProgress(stallMs, () => worker.end('stalled'));
    worker.onProgress = watch.progressed;
    const endAborted = (): void => worker.end('aborted');
    if (endsAborted) signal.addEventListener('abort', endAborted);
    const answer = await worker.call(name, args, signal);
    signal.removeEventListener('abort', endAborted);
    watch.stop();
    if (!worker.hasEnded) idle.push(worker);
    return answer;
  };

  const call = (name: string, args: readonly unknown[], signal: AbortSignal, lane?: string): Promise<Answer> =>
    new Promise((resolve) => {
      const abort = (): void => resolve(err('aborted'));
      const callWhenFree = async (): Promise<void> => {
        const release = await semaphore.acquire(lane);
        if (!signal.aborted) resolve(await callNow(name, args, signal));
        signal.removeEventListener('abort', abort);
        release();
      };
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      void callWhenFree();
    });
  return call as CallInPool<Calls>;
}
