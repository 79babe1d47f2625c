import { wait } from './wait';

/**
 * Runs a job with a signal that is aborted after so many milliseconds, or with an earlier one. The job has to end then by
 * itself, as `fetch` does.
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  job: (signal: AbortSignal) => Promise<Result>,
  earlier?: AbortSignal,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  earlier?.addEventListener('abort', abort);
  void wait(limitMs, controller.signal).then(abort);
  try {
    if (earlier?.aborted === true) abort();
    return await job(controller.signal);
  } finally {
    earlier?.removeEventListener('abort', abort);
    abort();
  }
}
