import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, requireFound } from '../access';
import { findDataset } from '../database/datasets';
import { pruneEndedJobs } from '../database/endedJobs';
import { findLatestJob, type PipelineJob, type PipelineKind } from '../database/pipelineJobs';
import { logUnexpectedError } from '../logging';
import { describeSkipped } from '../pipelines/arrangeSlices';
import { removeOldPyramids } from '../pipelines/pyramidFolder';
import { startPyramidRunner } from '../pipelines/pyramidRunner';
import { signViewerPath, VIEWER_URL_SECONDS } from '../pipelines/viewerPage';
import { createWorkerJobs, removeOrphans } from '../pipelines/workerJobs';
import type { Services } from '../services';
import { ownsContents } from '../storageSweep';
import { exclusiveSweep, sweepHourly } from './sweepHourly';

/** The jobs of all datasets, as the routes see them. */
export interface PipelineJobs {
  /** Returns the path of a dataset of the caller’s sponsor: `sponsor/project/dataset`. @throws HttpError 404 */
  requireDataset(request: FastifyRequest, hash: string): Promise<string>;
  /** Adds details for the user: a newly signed viewer URL, or the files that the lab's worker skips. */
  present(job: PipelineJob): PipelineJob;
  /** Returns a job with what its worker has reported since it was saved. */
  refresh(job: PipelineJob): Promise<PipelineJob>;
  /** Returns the latest job of a pipeline, refreshed. */
  findCurrent(hash: string, kind: PipelineKind): Promise<PipelineJob | undefined>;
  /** Withdraws a job from the lab's worker. */
  withdraw(job: PipelineJob): Promise<void>;
  /** Starts the queued pyramid job, unless others are running. */
  wake(): void;
}

/**
 * Serves the jobs until the app closes. Add To Viewer (`pyramid`) runs in this process; Multi-Modal Registration and
 * Register For Atlas are performed by the lab's own worker.
 */
export function servePipelineJobs(app: FastifyInstance, services: Services): PipelineJobs {
  const { blobs, database, environment, folder, imageChecks, images, objects, signer } = services;
  const workerJobs = createWorkerJobs({ blobs, database, folder, objects }, (problem) => app.log.warn(problem));
  async function sweep(signal: AbortSignal): Promise<void> {
    if (await ownsContents(services)) {
      await removeOrphans(services);
      for (const hash of await blobs.derived.list('pyramids')) {
        signal.throwIfAborted();
        await removeOldPyramids(database, blobs.derived, hash);
      }
    }
    await workerJobs.refreshAll(signal);
    await pruneEndedJobs(database);
  }

  sweepHourly(app, exclusiveSweep(database, 'pipelines', sweep));
  const runner = startPyramidRunner(database, { blobs, folder, images, imageChecks, objects }, (error) => {
    logUnexpectedError(app.log, error);
  });
  app.addHook('onClose', () => runner.close());

  const refresh: PipelineJobs['refresh'] = (job) =>
    job.kind === 'pyramid' ? Promise.resolve(job) : workerJobs.refresh(job);

  return {
    async requireDataset(request, hash) {
      const { sponsorId } = callerOf(request);
      const { dataset, projectTitle } = requireFound(await findDataset(database, sponsorId, hash), 'dataset');
      return `${sponsorId}/${projectTitle}/${dataset.dataset}`;
    },
    present(job) {
      if (job.kind !== 'pyramid') {
        const texts = [job.message, describeSkipped(job.skipped ?? [])];
        const message = texts.filter((text) => text !== undefined).join(' ');
        return message === '' ? job : { ...job, message };
      }
      if (job.status !== 'DONE') return job;
      const seconds = Math.max(VIEWER_URL_SECONDS, environment.signedUrlSeconds);
      return { ...job, viewerUrl: environment.publicUrl + signViewerPath(signer, job.datasetHash, seconds) };
    },
    refresh,
    async findCurrent(hash, kind) {
      const job = await findLatestJob(database, hash, kind);
      return job && refresh(job);
    },
    async withdraw(job) {
      if (job.kind !== 'pyramid') await workerJobs.withdraw(job);
    },
    wake: () => runner.wake(),
  };
}
