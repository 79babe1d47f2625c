import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pruneEndedJobs } from '../../database/jobs/endedJobs';
import { findLatestJob, isServerJob, type PipelineJob, type PipelineKind } from '../../database/jobs/pipelineJobs';
import { findSeal } from '../../database/jobs/seals';
import { findDataset } from '../../database/projects/datasets';
import { callerOf, requireFound } from '../../http/access';
import { logUnexpectedError } from '../../http/logging';
import { exclusiveSweep, sweepHourly } from '../../jobs/sweepHourly';
import { ownsContents } from '../../objects/storageSweep';
import { describeSkipped } from '../../pipelines/arrangeSlices';
import { removeOldPyramids } from '../../pipelines/pyramidFolder';
import { startPyramidRunner } from '../../pipelines/pyramidRunner';
import { startSealRunner } from '../../pipelines/seal/sealRunner';
import { signViewerPath, VIEWER_URL_SECONDS } from '../../pipelines/viewerPage';
import { createWorkerJobs, removeOrphans } from '../../pipelines/workerJobs';
import type { Services } from '../services';

/** A job with the latest seal of its dataset, if it is one that seals. */
interface ShownJob extends PipelineJob {
  readonly sealUrl?: string;
  readonly sealedAt?: string;
  /** The dataset has changed since. */
  readonly isBroken?: boolean;
}

/** The jobs of all datasets, as the routes see them. */
export type PipelineJobs = ReturnType<typeof servePipelineJobs>;

/**
 * Serves the jobs until the app closes. Add To Viewer (`pyramid`) runs in this process; Multi-Modal Registration and
 * Register For Atlas are performed by the lab's own worker.
 */
export function servePipelineJobs(app: FastifyInstance, services: Services) {
  const { blobs, database, environment, folder, imageChecks, images, objects, sealKeys, signer } = services;
  const report = (error: unknown) => logUnexpectedError(app.log, error);
  const { publicUrl } = environment;
  const seconds = Math.max(VIEWER_URL_SECONDS, environment.signedUrlSeconds);
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
  const runners = [
    startPyramidRunner(database, { blobs, folder, images, imageChecks, objects }, report),
    startSealRunner({ database, objects, sealKeys, publicUrl, report }),
  ];
  app.addHook('onClose', async () => void (await Promise.all(runners.map((runner) => runner.close()))));

  /** Returns a job with what its worker has reported since it was saved. */
  const refresh = (job: PipelineJob): Promise<PipelineJob> =>
    isServerJob(job.kind) ? Promise.resolve(job) : workerJobs.refresh(job);

  /** Adds the latest seal, which an earlier job may have made. */
  async function withSeal(job: PipelineJob): Promise<ShownJob> {
    const seal = await findSeal(database, job.datasetHash);
    if (seal === undefined) return job;
    const query = signer.sign(['seal', job.datasetHash], seconds);
    const { sealedAt, isBroken } = seal;
    return { ...job, sealUrl: `${publicUrl}/seal/${job.datasetHash}?${query}`, sealedAt, isBroken };
  }

  return {
    /** Returns the path of a dataset of the caller’s sponsor: `sponsor/project/dataset`. @throws HttpError 404 */
    async requireDataset(request: FastifyRequest, hash: string): Promise<string> {
      const { sponsorId } = callerOf(request);
      const { dataset, projectTitle } = requireFound(await findDataset(database, sponsorId, hash), 'dataset');
      return `${sponsorId}/${projectTitle}/${dataset.dataset}`;
    },
    /** Adds details for the user: a newly signed viewer URL, or the files that the lab's worker skips. */
    present(job: PipelineJob): ShownJob {
      if (!isServerJob(job.kind)) {
        const texts = [job.message, describeSkipped(job.skipped ?? [])];
        const message = texts.filter((text) => text !== undefined).join(' ');
        return message === '' ? job : { ...job, message };
      }
      if (job.status !== 'DONE' || job.kind === 'seal') return job;
      return { ...job, viewerUrl: publicUrl + signViewerPath(signer, job.datasetHash, seconds) };
    },
    refresh,
    /** Returns the latest job of a pipeline, refreshed. */
    async findCurrent(hash: string, kind: PipelineKind): Promise<ShownJob | undefined> {
      const job = await findLatestJob(database, hash, kind);
      return job && (kind === 'seal' ? withSeal(job) : refresh(job));
    },
    /** Withdraws a job from the lab's worker. */
    async withdraw(job: PipelineJob): Promise<void> {
      if (!isServerJob(job.kind)) await workerJobs.withdraw(job);
    },
    /** Starts the queued job of the server, unless others are running. */
    wake: (): void => {
      for (const runner of runners) runner.wake();
    },
  };
}
