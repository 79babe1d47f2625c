import { requeueRunningJobs, takeQueuedJob } from '../database/pipelines';
import type { Queryable } from '../database/queryable';
import type { PyramidParts } from './buildPyramids';
import { runPyramidJob } from './pyramidJob';

/** Takes queued pyramid jobs in the background, the oldest first and one at a time. */
export interface PyramidRunner {
  /** Looks for queued jobs, unless it is at it already. */
  wake(): void;
  /** Stops in such a way that the next process begins the running job again. */
  close(): Promise<void>;
}

/**
 * Goes on with the jobs that the last process left; those that were running begin again. What they had half-built
 * lay in the folder of temporary files, which a start empties.
 *
 * @param report Told of what nobody foresaw; the job stays as running until the next start.
 */
export async function startPyramidRunner(
  database: Queryable,
  parts: Omit<PyramidParts, 'signal'>,
  report: (error: unknown) => void,
): Promise<PyramidRunner> {
  const stop = new AbortController();
  const { signal } = stop;
  let isWoken = false;
  let underWay: Promise<void> | undefined;

  async function takeJobs(): Promise<void> {
    while (!signal.aborted) {
      isWoken = false;
      const job = await takeQueuedJob(database, 'pyramid');
      if (job === undefined) return;
      await runPyramidJob(database, { ...parts, signal, report }, job);
    }
  }

  function wake(): void {
    isWoken = true;
    if (underWay !== undefined || signal.aborted) return;
    underWay = takeJobs()
      .catch((error: unknown) => {
        if (!signal.aborted) report(error);
      })
      .finally(() => {
        underWay = undefined;
        // A job was queued between the last question and its answer.
        if (isWoken) wake();
      });
  }

  await requeueRunningJobs(database, 'pyramid');
  wake();
  return {
    wake,
    async close() {
      stop.abort();
      await underWay;
    },
  };
}
