import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  changeOpenJob,
  findJobLocation,
  requeueRunningJobs,
  takeQueuedJob,
  type PipelineJob,
} from '../database/pipelineJobs';
import type { Queryable } from '../database/sql';
import { newTempPath } from '../objects/dataFolder';
import { discard, jobErrorMessage, syncFolder } from '../objects/durableFiles';
import { buildPyramids, type BuiltPyramids, type PyramidParts } from './buildPyramids';
import { pyramidPath, removeOtherPyramids } from './pyramidFolder';

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

const DELETED = 'The dataset was deleted.';
const NOTHING_BUILT =
  'None of the files is an image that can be read and whose name tells its section and channel ' +
  '(DATASET_NAME_S000123_L01_ch02.tif). Upload such images, then try again.';

const NOT_WRITTEN = "The images for the viewer could not be written. The server's log tells why.";

type Outcome = Pick<PipelineJob, 'message'> & { readonly status: 'DONE' | 'FAILED' };

/** What a job is done over. */
export interface PyramidJobParts extends PyramidParts {
  /** Told of what nobody foresaw. */
  readonly report: (error: unknown) => void;
}

/** The dataset was renamed or deleted while its images were read. */
class DatasetMoved extends Error {}

/**
 * Does a running job to its end: builds the pyramids aside, puts them in their place, and writes what became of it.
 * A dataset that is renamed meanwhile is begun again.
 *
 * @throws what the signal says when it stops the work; the job stays as running then.
 */
export async function runPyramidJob(database: Queryable, parts: PyramidJobParts, job: PipelineJob): Promise<void> {
  for (;;) {
    try {
      const outcome = await build(database, parts, job);
      if (await changeOpenJob(database, job.jobId, outcome)) {
        if (outcome.status === 'DONE') await removeOtherPyramids(parts.folder, job.datasetHash, job.jobId);
      } else {
        // The dataset was deleted for good while its pyramids were put in their place.
        await discard(parts.folder, pyramidPath(parts.folder, job.datasetHash, job.jobId));
      }
      return;
    } catch (error) {
      if (!(error instanceof DatasetMoved)) throw error;
    }
  }
}

async function build(database: Queryable, parts: PyramidJobParts, job: PipelineJob): Promise<Outcome> {
  const { folder, signal } = parts;
  const place = await findJobLocation(database, job.jobId);
  if (place === undefined) return { status: 'FAILED', message: DELETED };
  const temp = newTempPath(folder);
  try {
    const built = await buildPyramids(parts, place.datasetPath, temp, async (done, total) => {
      signal.throwIfAborted();
      const now = await findJobLocation(database, job.jobId);
      if (now?.datasetPath !== place.datasetPath) throw new DatasetMoved();
      const message = `${String(done)} of ${String(total)} images are ready.`;
      await changeOpenJob(database, job.jobId, { status: 'RUNNING', message });
    });
    signal.throwIfAborted();
    if (built.images === 0) return { status: 'FAILED', message: NOTHING_BUILT };
    const target = pyramidPath(folder, job.datasetHash, job.jobId);
    await mkdir(dirname(target), { recursive: true });
    // A server that was killed when it had got this far left them there, and nobody was told of them.
    await discard(folder, target);
    await rename(temp, target);
    await syncFolder(dirname(target));
    return { status: 'DONE', ...skippedMessage(built) };
  } catch (error) {
    if (signal.aborted || error instanceof DatasetMoved) throw error;
    return { status: 'FAILED', message: jobErrorMessage(error, NOT_WRITTEN, parts.report) };
  } finally {
    // A stopped server may still be writing there; the next start empties the folder of temporary files.
    if (!signal.aborted) await discard(folder, temp);
  }
}

function skippedMessage({ skipped: leftOut }: BuiltPyramids): { readonly message?: string } {
  if (leftOut === 0) return {};
  const files = leftOut === 1 ? '1 file was left out: it is' : `${String(leftOut)} files were left out: they are`;
  return { message: `${files} no image that can be read, or the name tells no section and channel.` };
}
