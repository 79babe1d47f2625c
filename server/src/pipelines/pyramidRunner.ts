import { EXAMPLE_NAME } from '@data-manager/domain/names/grammar';
import { holdLease, LeaseLostError, newLeaseId } from '../database/jobs/leases';
import {
  endLeasedJob,
  findJobLocation,
  saveJobProgress,
  takeJob,
  type LeasedJob,
  type PipelineJob,
} from '../database/jobs/pipelineJobs';
import { nameDataset } from '../database/projects/datasetNames';
import type { Queryable } from '../database/sql';
import { newTempPath } from '../disk/dataFolder';
import { discard, jobErrorMessage } from '../disk/durableFiles';
import { startJobRunner, type JobRunner } from '../jobs/jobRunner';
import { describeSkipped, findSlices } from './arrangeSlices';
import { buildPyramids, type DatasetImages, type PyramidParts } from './buildPyramids';
import { pyramidName, removeOldPyramids } from './pyramidFolder';

/** A job that was started this often has probably crashed its servers. */
const MAX_ATTEMPTS = 10;

/**
 * Runs queued pyramid jobs in the background, one at a time. If the server is killed, another one or the next process
 * starts its jobs again; partial results are in the temporary folder.
 *
 * @param report Receives unexpected errors.
 */
export function startPyramidRunner(
  database: Queryable,
  parts: Omit<PyramidParts, 'signal'>,
  report: (error: unknown) => void,
): JobRunner {
  return startJobRunner({
    concurrency: 1,
    take: () => takeJob(database, 'pyramid', newLeaseId()),
    run: (job, stop) =>
      holdLease(database, { table: 'pipeline_jobs', id: job.leaseId }, stop, (signal) =>
        runPyramidJob(database, { ...parts, signal, report }, job),
      ),
    report,
  });
}

const DELETED = 'The dataset was deleted.';
const NOTHING_BUILT =
  'The dataset has no readable images whose names contain a section and channel ' +
  `(${EXAMPLE_NAME}). Upload such images, then try again.`;

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
async function runPyramidJob(database: Queryable, parts: PyramidJobParts, job: LeasedJob): Promise<void> {
  const { derived } = parts.blobs;
  const { datasetHash, leaseId } = job;
  const result = await build(database, parts, job);
  if (!(await endLeasedJob(database, leaseId, result))) {
    // The dataset was permanently deleted during the build, or another server has taken over.
    await derived.remove(pyramidName(datasetHash, leaseId));
  } else if (result.status === 'DONE') {
    await removeOldPyramids(database, derived, datasetHash);
  }
}

/**
 * Lists the images of a job's dataset; undefined if it was deleted. Starts over if the dataset is renamed between two
 * pages.
 */
async function findImages(
  database: Queryable,
  { objects, imageChecks }: PyramidParts,
  { jobId, datasetHash, chosen }: PipelineJob,
): Promise<DatasetImages | undefined> {
  for (;;) {
    const place = await findJobLocation(database, jobId);
    if (place === undefined) return undefined;
    const { datasetPath } = place;
    const dataset = await nameDataset(database, datasetHash);
    const arranged = await findSlices(objects, imageChecks, datasetPath, dataset, chosen);
    if ((await findJobLocation(database, jobId))?.datasetPath === datasetPath) return { ...arranged, datasetPath };
  }
}

async function build(database: Queryable, parts: PyramidJobParts, job: LeasedJob): Promise<JobResult> {
  const { folder, signal } = parts;
  const { datasetHash, leaseId } = job;
  if (job.attempts > MAX_ATTEMPTS) return { status: 'FAILED', message: WRITE_FAILED };
  const arranged = await findImages(database, parts, job);
  if (arranged === undefined) return { status: 'FAILED', message: DELETED };
  const temp = newTempPath(folder);
  try {
    const built = await buildPyramids(parts, arranged, temp, async (done, total) => {
      signal.throwIfAborted();
      const message = `${String(done)} of ${String(total)} images are ready.`;
      if (!(await saveJobProgress(database, leaseId, message))) throw new LeaseLostError();
    });
    signal.throwIfAborted();
    if (built.images === 0) {
      return { status: 'FAILED', message: [NOTHING_BUILT, describeSkipped(built.skipped)].filter(Boolean).join(' ') };
    }
    // If the server is killed before it records the result, the sweep removes them.
    await parts.blobs.derived.moveFolder(temp, pyramidName(datasetHash, leaseId));
    const message = describeSkipped(built.skipped);
    return { status: 'DONE', ...(message === undefined ? {} : { message }) };
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLostError) throw error;
    return { status: 'FAILED', message: jobErrorMessage(error, WRITE_FAILED, parts.report) };
  } finally {
    // Removing thousands of tiles takes a while. If the server is stopping, the next start empties the temporary
    // folder.
    if (!signal.aborted) await discard(folder, temp);
  }
}
