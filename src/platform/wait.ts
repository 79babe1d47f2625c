/** Resolves after a delay, or immediately if the signal is aborted. Never rejects. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}

/**
 * Runs a job with a signal that is aborted after a time limit or together with `outerSignal`. The job has to end by
 * itself when its signal is aborted, as `fetch` does.
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  job: (signal: AbortSignal) => Promise<Result>,
  outerSignal?: AbortSignal,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  outerSignal?.addEventListener('abort', abort);
  void wait(limitMs, controller.signal).then(abort);
  try {
    if (outerSignal?.aborted === true) abort();
    return await job(controller.signal);
  } finally {
    outerSignal?.removeEventListener('abort', abort);
    abort();
  }
}

interface ProgressWatch {
  /** Restarts the time, which may be another one from now on. */
  readonly progressed: (stallMs?: number) => void;
  readonly stop: () => void;
}

/** Calls back once if there is no progress for the given time. The time starts now. */
export function watchProgress(stallMs: number, onStall: () => void): ProgressWatch {
  let limitMs = stallMs;
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(onStall, limitMs);
  return {
    progressed: (nextMs = limitMs) => {
      // Requests may report progress after they were given up.
      if (timer === undefined) return;
      limitMs = nextMs;
      clearTimeout(timer);
      timer = setTimeout(onStall, limitMs);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
