import { setTimeout } from 'node:timers/promises';
import { holdLease, LeaseLostError, postponeWork, type HeldLease } from '../database/jobs/leases';
import type { Queryable } from '../database/sql';
import { startJobRunner, type JobRunner } from './jobRunner';

/** How many times as long as it worked the server rests while users are active. */
const RESTED_TIMES = 9;
/** The rest after a content that could not be read: the others may be in the same store. */
const FAILURE_REST_MS = 60_000;

/** A background job that reads the content of a file. */
interface QuietJob {
  readonly lease: Pick<HeldLease, 'table' | 'id'>;
  /**
   * Does the work.
   *
   * @param rest Call it during long work.
   */
  readonly work: (rest: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/** Leases the next job of one kind; undefined if there is none. */
export type TakeQuietJob = () => Promise<QuietJob | undefined>;

/**
 * Runs jobs that users should not notice.
 *
 * Problem: they read all contents once, as fast as the storage allows.
 * Idea: one job at a time. While users are active, a rest follows that is nine times as long as the work.
 * Cost: a tenth of a core and of the storage’s throughput.
 *
 * @param takes The kinds of jobs, the most urgent first.
 * @param isActive Returns whether users are active.
 * @param report Receives unexpected errors.
 */
export function startQuietRunner(
  database: Queryable,
  takes: readonly TakeQuietJob[],
  isActive: () => boolean,
  report: (error: unknown) => void,
): JobRunner {
  return startJobRunner<QuietJob>({
    concurrency: 1,
    async take() {
      for (const take of takes) {
        const job = await take();
        if (job !== undefined) return job;
      }
      return undefined;
    },
    async run({ lease, work }, signal) {
      let begunAt = performance.now();
      const rest = async (): Promise<void> => {
        const restMs = isActive() ? RESTED_TIMES * (performance.now() - begunAt) : 0;
        await setTimeout(restMs, undefined, { signal }).catch(() => undefined);
        begunAt = performance.now();
      };
      try {
        await holdLease(database, lease, signal, (stop) => work(rest, stop));
        await rest();
      } catch (error) {
        if (signal.aborted || error instanceof LeaseLostError) return;
        await postponeWork(database, lease);
        report(error);
        await setTimeout(FAILURE_REST_MS, undefined, { signal }).catch(() => undefined);
      }
    },
    report,
  });
}
