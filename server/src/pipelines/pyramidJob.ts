import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findJobPlace } from '../database/pipelinePlaces';
import { changeOpenJob, type PipelineJob } from '../database/pipelines';
import type { Queryable } from '../database/queryable';
import { jobFailureWords } from '../jobFailure';
import { newTempPath } from '../objects/dataFolder';
import { discard, syncFolder } from '../objects/durableFiles';
import { buildPyramids, type BuiltPyramids, type PyramidParts } from './buildPyramids';
import { pyramidPath, removeOtherPyramids } from './pyramidFolder';

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
  const place = await findJobPlace(database, job.jobId);
  if (place === undefined) return { status: 'FAILED', message: DELETED };
  const temp = newTempPath(folder);
  try {
    const built = await buildPyramids(parts, place.datasetPath, temp, async (done, total) => {
      signal.throwIfAborted();
      const now = await findJobPlace(database, job.jobId);
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
    return { status: 'DONE', ...leftOutWords(built) };
  } catch (error) {
    if (signal.aborted || error instanceof DatasetMoved) throw error;
    return { status: 'FAILED', message: jobFailureWords(error, NOT_WRITTEN, parts.report) };
  } finally {
    // A stopped server may still be writing there; the next start empties the folder of temporary files.
    if (!signal.aborted) await discard(folder, temp);
  }
}

function leftOutWords({ leftOut }: BuiltPyramids): { readonly message?: string } {
  if (leftOut === 0) return {};
  const files = leftOut === 1 ? '1 file was left out: it is' : `${String(leftOut)} files were left out: they are`;
  return { message: `${files} no image that can be read, or the name tells no section and channel.` };
}
