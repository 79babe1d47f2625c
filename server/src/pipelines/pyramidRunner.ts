import {
  changeOpenJob,
  findJobLocation,
  requeueRunningJobs,
  takeQueuedJob,
  type PipelineJob,
} from '../database/pipelineJobs';
import type { Queryable } from '../database/sql';
import { newTempPath } from '../objects/dataFolder';
import { discard, jobErrorMessage } from '../objects/durableFiles';
import { describeSkipped, findSlices } from './arrangeSlices';
import { buildPyramids, type DatasetImages, type PyramidParts } from './buildPyramids';
import { pyramidName, removeOtherPyramids } from './pyramidFolder';

/** Runs queued pyramid jobs in the background, one at a time, oldest first. */
export interface PyramidRunner {
  /** Checks for queued jobs. */
  wake(): void;
  /** Stops; the next process restarts the running job. */
  close(): Promise<void>;
}

/**
 * Starts the runner. Jobs that were running when the previous process ended are restarted; their partial results were in
 * the temporary folder, which is emptied at startup.
 *
 * @param report Receives unexpected errors. The job stays in the running state until the next start.
 */
export async function startPyramidRunner(
  database: Queryable,
  parts: Omit<PyramidParts, 'signal'>,
  report: (error: unknown) => void,
): Promise<PyramidRunner> {
  const stop = new AbortController();
  const { signal } = stop;
  let isWakeRequested = false;
  let running: Promise<void> | undefined;

  async function takeJobs(): Promise<void> {
    while (!signal.aborted) {
      isWakeRequested = false;
      const job = await takeQueuedJob(database, 'pyramid');
      if (job === undefined) return;
      await runPyramidJob(database, { ...parts, signal, report }, job);
    }
  }

  function wake(): void {
    isWakeRequested = true;
    if (running !== undefined || signal.aborted) return;
    running = takeJobs()
      .catch((error: unknown) => {
        if (!signal.aborted) report(error);
      })
      .finally(() => {
        running = undefined;
        // A job was queued during the last check.
        if (isWakeRequested) wake();
      });
  }

  await requeueRunningJobs(database, 'pyramid');
  wake();
  return {
    wake,
    async close() {
      stop.abort();
      await running;
    },
  };
}

const DELETED = 'The dataset was deleted.';
const NOTHING_BUILT =
  'The dataset has no readable images whose names contain a section and channel ' +
  '(DATASET_NAME_S000123_L01_ch02.tif). Upload such images, then try again.';

const WRITE_FAILED = "The images for the viewer could not be written. See the server's log.";

type JobResult = Pick<PipelineJob, 'message'> & { readonly status: 'DONE' | 'FAILED' };

/** The dependencies of a job. */
interface PyramidJobParts extends PyramidParts {
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

/**
 * Runs a job: builds the pyramids in a temporary folder, moves them to their final path and records the result.
 *
 * @throws The signal's reason if the work is stopped. The job stays in the running state.
 */
async function runPyramidJob(database: Queryable, parts: PyramidJobParts, job: PipelineJob): Promise<void> {
  const result = await build(database, parts, job);
  if (await changeOpenJob(database, job.jobId, result)) {
    if (result.status === 'DONE') await removeOtherPyramids(parts.blobs.derived, job.datasetHash, job.jobId);
  } else {
    // The dataset was permanently deleted during the build.
    await parts.blobs.derived.remove(pyramidName(job.datasetHash, job.jobId));
  }
}

/** Lists the images of a job's dataset; undefined if it was deleted. A rename between two pages starts the list again. */
async function findImages(
  database: Queryable,
  { objects, imageChecks }: PyramidParts,
  jobId: string,
): Promise<DatasetImages | undefined> {
  for (;;) {
    const place = await findJobLocation(database, jobId);
    if (place === undefined) return undefined;
    const { datasetPath } = place;
    const arranged = await findSlices(objects, imageChecks, datasetPath);
    if ((await findJobLocation(database, jobId))?.datasetPath === datasetPath) return { ...arranged, datasetPath };
  }
}

async function build(database: Queryable, parts: PyramidJobParts, job: PipelineJob): Promise<JobResult> {
  const { folder, signal } = parts;
  const arranged = await findImages(database, parts, job.jobId);
  if (arranged === undefined) return { status: 'FAILED', message: DELETED };
  const temp = newTempPath(folder);
  try {
    const built = await buildPyramids(parts, arranged, temp, async (done, total) => {
      signal.throwIfAborted();
      const message = `${String(done)} of ${String(total)} images are ready.`;
      await changeOpenJob(database, job.jobId, { status: 'RUNNING', message });
    });
    signal.throwIfAborted();
    if (built.images === 0) {
      return { status: 'FAILED', message: [NOTHING_BUILT, describeSkipped(built.skipped)].filter(Boolean).join(' ') };
    }
    const { derived } = parts.blobs;
    const name = pyramidName(job.datasetHash, job.jobId);
    // Left over if the server was killed at this point; nothing refers to them.
    await derived.remove(name);
    await derived.moveFolder(temp, name);
    const message = describeSkipped(built.skipped);
    return { status: 'DONE', ...(message === undefined ? {} : { message }) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { status: 'FAILED', message: jobErrorMessage(error, WRITE_FAILED, parts.report) };
  } finally {
    // When the server stops, sharp may still be writing; the temporary folder is emptied at the next start.
    if (!signal.aborted) await discard(folder, temp);
  }
}
