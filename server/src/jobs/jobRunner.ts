import { LeaseLostError } from '../database/jobs/leases';
import { asServer } from '../scheduling/fairTurns';

/** How often a server looks for jobs that another one has queued or left behind. */
const POLL_EVERY_MS = 2_000;

/** The jobs of one kind in the database, which all servers work on. */
interface JobQueue<Job> {
  /** Number of jobs that this server runs at the same time. */
  readonly concurrency: number;
  /** Leases the next job; undefined if there is none. */
  readonly take: () => Promise<Job | undefined>;
  /** Runs a leased job, and leaves it to another server if the signal aborts or the lease is lost. */
  readonly run: (job: Job, signal: AbortSignal) => Promise<void>;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

/** Runs jobs in the background. */
export type JobRunner = ReturnType<typeof startJobRunner>;

/** Starts running jobs. Waits for the first interval, because a job would slow down the server's startup. */
export function startJobRunner<Job>({ concurrency, take, run, report }: JobQueue<Job>) {
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let isWakeRequested = false;
  let isFailing = false;

  async function takeJobs(): Promise<void> {
    while (running.size < concurrency && !stop.signal.aborted) {
      isWakeRequested = false;
      const job = await take();
      isFailing = false;
      if (job === undefined) return;
      const ended = run(job, stop.signal)
        .catch((error: unknown) => {
          if (!stop.signal.aborted && !(error instanceof LeaseLostError)) report(error);
        })
        .finally(() => {
          running.delete(ended);
          wake();
        });
      running.add(ended);
    }
  }

  function wake(): void {
    isWakeRequested = true;
    if (looking !== undefined || stop.signal.aborted || running.size >= concurrency) return;
    looking = asServer(takeJobs)
      .catch((error: unknown) => {
        // A database that can't be reached is reported once, not at every attempt.
        if (!isFailing && !stop.signal.aborted) report(error);
        isFailing = true;
      })
      .finally(() => {
        looking = undefined;
        // A job was queued during the last poll.
        if (isWakeRequested && !isFailing) wake();
      });
  }

  const timer = setInterval(wake, POLL_EVERY_MS);
  timer.unref();
  return {
    /** Looks for jobs now. */
    wake,
    /** Stops the running jobs. */
    async close(): Promise<void> {
      clearInterval(timer);
      stop.abort();
      await looking;
      await Promise.all(running);
    },
  };
}
