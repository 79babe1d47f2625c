import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, requireFound } from '../access';
import { findDataset } from '../database/datasets';
import { findLatestJob, queueJob, type PipelineJob } from '../database/pipelineJobs';
import { HttpError } from '../errors';
import { logUnexpectedError } from '../logging';
import { startPyramidRunner } from '../pipelines/pyramidRunner';
import { signViewerPath, VIEWER_URL_SECONDS } from '../pipelines/viewerPage';
import { createWorkerJobs, removeOrphans } from '../pipelines/workerJobs';
import type { Services } from '../services';
import { errorResponses, Id } from './schemas';

const PipelineParams = Type.Object({
  kind: Type.Union([Type.Literal('pyramid'), Type.Literal('multimodel'), Type.Literal('atlas')]),
  hash: Id,
});
const JobAnswer = Type.Object(
  {
    jobId: Type.String(),
    status: Type.Union([Type.Literal('QUEUED'), Type.Literal('RUNNING'), Type.Literal('DONE'), Type.Literal('FAILED')]),
    viewerUrl: Type.Optional(Type.String()),
    message: Type.Optional(
      Type.String({
        description:
          'For people, who read it in the app: how far the job is, what it left out, why it failed. No refusal: that has `msg`.',
      }),
    ),
  },
  { title: 'Job', description: 'The job, as it is now.' },
);

type PipelineRoute = { Params: Static<typeof PipelineParams> };

/**
 * Add To Viewer (`pyramid`), which this process does in the background, and Multi-Modal Registration and Register For
 * Atlas, which wait for a lab's own worker.
 */
export async function pipelineRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { database, environment, folder, objects, signer } = services;
  const workerJobs = createWorkerJobs(database, folder, (problem) => app.log.warn(problem));
  await removeOrphans(services);
  await workerJobs.settle();
  const runner = await startPyramidRunner(database, { folder, objects }, (error) => {
    logUnexpectedError(app.log, error);
  });
  app.addHook('onClose', () => runner.close());

  const schema = { params: PipelineParams, response: { 200: JobAnswer, ...errorResponses(404, 507) } };

  async function requireDataset(request: FastifyRequest<PipelineRoute>): Promise<void> {
    requireFound(await findDataset(database, callerOf(request).sponsorId, request.params.hash), 'dataset');
  }

  /** As it is told: a finished pyramid with an address of its viewer that is good from now on. */
  function tell(job: PipelineJob): PipelineJob {
    if (job.kind !== 'pyramid' || job.status !== 'DONE') return job;
    const seconds = Math.max(VIEWER_URL_SECONDS, environment.signedUrlSeconds);
    return { ...job, viewerUrl: environment.publicUrl + signViewerPath(signer, job.datasetHash, seconds) };
  }

  async function findCurrentJob({ hash, kind }: Static<typeof PipelineParams>): Promise<PipelineJob | undefined> {
    const job = await findLatestJob(database, hash, kind);
    return job === undefined || kind === 'pyramid' ? job : workerJobs.refresh(job);
  }

  app.post<PipelineRoute>(
    '/pipeline/:kind/:hash',
    { schema: { summary: 'Asks for a pipeline', ...schema } },
    async (request) => {
      await requireDataset(request);
      const { hash, kind } = request.params;
      // A worker may have ended the job that seems to be open: then this asks for a new one.
      await findCurrentJob(request.params);
      const job = await queueJob(database, hash, kind);
      if (kind !== 'pyramid') return workerJobs.refresh(job);
      runner.wake();
      return tell(job);
    },
  );

  app.get<PipelineRoute>(
    '/pipeline/:kind/:hash',
    { schema: { summary: 'How far a pipeline is', ...schema } },
    async (request) => {
      await requireDataset(request);
      const job = await findCurrentJob(request.params);
      if (job === undefined) throw new HttpError(404, 'Nobody has asked for this yet.', 'NOT_FOUND');
      return tell(job);
    },
  );
}
