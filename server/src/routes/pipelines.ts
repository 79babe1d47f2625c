import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { callerOf, requireFound } from '../access';
import { actorOf, recordEvent } from '../database/auditLog';
import { findDataset } from '../database/datasets';
import { pruneEndedJobs } from '../database/endedJobs';
import {
  findLatestJob,
  listLatestJobs,
  queueJob,
  removeQueuedJob,
  type PipelineJob,
  type PipelineKind,
} from '../database/pipelineJobs';
import { findProject } from '../database/projects';
import { HttpError } from '../errors';
import { logUnexpectedError } from '../logging';
import { describeSkipped, findSlices } from '../pipelines/arrangeSlices';
import { removeOldPyramids } from '../pipelines/pyramidFolder';
import { startPyramidRunner } from '../pipelines/pyramidRunner';
import { signViewerPath, VIEWER_URL_SECONDS } from '../pipelines/viewerPage';
import { createWorkerJobs, removeOrphans } from '../pipelines/workerJobs';
import type { Services } from '../services';
import { ownsContents } from '../storageSweep';
import { Empty, errorResponses, HashParams, Id, Key, refTo } from './schemas';
import { exclusiveSweep, sweepHourly } from './sweepHourly';

const KINDS = ['pyramid', 'multimodel', 'atlas'] as const satisfies readonly PipelineKind[];

const PipelineParams = Type.Object({
  kind: Type.Union([Type.Literal('pyramid'), Type.Literal('multimodel'), Type.Literal('atlas')]),
  hash: Id,
});
const MAX_CHOSEN = 10_000;
/** Enough for the longest paths. */
const BODY_BYTES = 8 * 1024 * 1024;

const StartBody = Type.Union([
  Type.Object({
    use: Type.Optional(
      Type.Array(Key, {
        maxItems: MAX_CHOSEN,
        description:
          'The images to use where others have the same section, layer and channel: paths in the dataset. Of the ' +
          'rest, the first readable ones are used.',
      }),
    ),
  }),
  Type.Null({ description: 'No body.' }),
]);
const CancelQuery = Type.Object({
  jobId: Type.Optional(Type.String({ ...Id, description: 'Cancels nothing but this job.' })),
});
export const JobBody = Type.Object(
  {
    jobId: Type.String(),
    status: Type.Union([Type.Literal('QUEUED'), Type.Literal('RUNNING'), Type.Literal('DONE'), Type.Literal('FAILED')]),
    viewerUrl: Type.Optional(Type.String()),
    message: Type.Optional(
      Type.String({
        description: 'A message that the app shows to the user: progress, skipped files, or the reason for a failure.',
      }),
    ),
  },
  { $id: 'Job' },
);
const JobResponse = refTo(JobBody, 'The current state of the job.');
const JobsByKind = Type.Object({
  pyramid: Type.Optional(refTo(JobBody)),
  multimodel: Type.Optional(refTo(JobBody)),
  atlas: Type.Optional(refTo(JobBody)),
});
const JobsResponse = Type.Object(
  { jobs: JobsByKind },
  { description: 'The latest job of each pipeline that has been started.' },
);
const ProjectQuery = Type.Object({ projectHash: Id });
const ProjectJobsResponse = Type.Object(
  { datasets: Type.Record(Type.String(), JobsByKind) },
  { description: 'The latest job of each pipeline by dataset hash. Datasets without jobs are absent.' },
);

/**
 * The `/pipeline` routes. Add To Viewer (`pyramid`) runs in this process; Multi-Modal Registration and Register For
 * Atlas are performed by the lab's own worker.
 */
export const pipelineRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
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

  const schema = { params: PipelineParams, response: { 200: JobResponse, ...errorResponses(404, 507) } };

  /** Returns the path of a dataset, `sponsor/project/dataset`. */
  async function requireDataset(request: FastifyRequest, { hash }: Static<typeof HashParams>): Promise<string> {
    const { sponsorId } = callerOf(request);
    const { dataset, projectTitle } = requireFound(await findDataset(database, sponsorId, hash), 'dataset');
    return `${sponsorId}/${projectTitle}/${dataset.dataset}`;
  }

  /** Adds details for the user: a newly signed viewer URL, or the files that the lab's worker skips. */
  function present(job: PipelineJob): PipelineJob {
    if (job.kind !== 'pyramid') {
      const message = [job.message, describeSkipped(job.skipped ?? [])].filter((text) => text !== undefined).join(' ');
      return message === '' ? job : { ...job, message };
    }
    if (job.status !== 'DONE') return job;
    const seconds = Math.max(VIEWER_URL_SECONDS, environment.signedUrlSeconds);
    return { ...job, viewerUrl: environment.publicUrl + signViewerPath(signer, job.datasetHash, seconds) };
  }

  async function findCurrentJob({ hash, kind }: Static<typeof PipelineParams>): Promise<PipelineJob | undefined> {
    const job = await findLatestJob(database, hash, kind);
    return job === undefined || kind === 'pyramid' ? job : workerJobs.refresh(job);
  }

  const startSchema = { summary: 'Starts a pipeline', body: StartBody, ...schema };
  app.post('/pipeline/:kind/:hash', { schema: startSchema, bodyLimit: BODY_BYTES }, async (request) => {
    const path = await requireDataset(request, request.params);
    const { hash, kind } = request.params;
    const record = (job: PipelineJob) =>
      recordEvent(database, actorOf(request), {
        action: 'start',
        type: 'job',
        id: job.jobId,
        name: path,
        details: kind,
      });
    const chosen = request.body?.use ?? [];
    // Read the worker's report first: it may have finished the open job, and then this starts a new one.
    const current = await findCurrentJob(request.params);
    // Before the images of the dataset are looked at.
    if (current?.status === 'QUEUED' || current?.status === 'RUNNING') return present(current);
    if (kind !== 'pyramid') {
      const { skipped } = await findSlices(objects, imageChecks, path, chosen);
      const queued = await queueJob(database, hash, kind, { skipped });
      await record(queued);
      return present(await workerJobs.refresh(queued));
    }
    await blobs.requireSpace();
    const job = await queueJob(database, hash, kind, { chosen });
    await record(job);
    runner.wake();
    return present(job);
  });

  app.delete(
    '/pipeline/:kind/:hash',
    {
      schema: {
        summary: 'Cancels a queued job',
        params: PipelineParams,
        querystring: CancelQuery,
        response: { 200: Empty, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const name = await requireDataset(request, request.params);
      const job = await findCurrentJob(request.params);
      if (job === undefined) throw new HttpError(404, 'This pipeline has not been started.', 'NOT_FOUND');
      const { jobId = job.jobId } = request.query;
      if (jobId !== job.jobId || !(await removeQueuedJob(database, jobId))) {
        throw new HttpError(409, 'The job is no longer queued and can’t be cancelled.', 'NOT_QUEUED');
      }
      const event = { action: 'cancel', type: 'job', id: jobId, name, details: job.kind } as const;
      await recordEvent(database, actorOf(request), event);
      if (job.kind !== 'pyramid') await workerJobs.withdraw(job);
      return {};
    },
  );

  app.get(
    '/pipeline/:hash',
    {
      schema: {
        summary: 'Returns the states of all pipelines of a dataset',
        params: HashParams,
        response: { 200: JobsResponse, ...errorResponses(404) },
      },
    },
    async (request) => {
      await requireDataset(request, request.params);
      const jobs: Partial<Record<PipelineKind, PipelineJob>> = {};
      for (const kind of KINDS) {
        const job = await findCurrentJob({ ...request.params, kind });
        if (job !== undefined) jobs[kind] = present(job);
      }
      return { jobs };
    },
  );

  app.get(
    '/pipeline',
    {
      schema: {
        summary: 'Returns the states of all pipelines of a project’s datasets',
        querystring: ProjectQuery,
        response: { 200: ProjectJobsResponse, ...errorResponses(404) },
      },
    },
    async (request) => {
      const { projectHash } = request.query;
      requireFound(await findProject(database, callerOf(request).sponsorId, projectHash), 'project');
      const datasets: Record<string, Partial<Record<PipelineKind, PipelineJob>>> = {};
      for (const job of await listLatestJobs(database, projectHash)) {
        const jobs = (datasets[job.datasetHash] ??= {});
        jobs[job.kind] = present(job.kind === 'pyramid' ? job : await workerJobs.refresh(job));
      }
      return { datasets };
    },
  );

  app.get(
    '/pipeline/:kind/:hash',
    { schema: { summary: 'Returns the state of a pipeline', ...schema } },
    async (request) => {
      await requireDataset(request, request.params);
      const job = await findCurrentJob(request.params);
      if (job === undefined) throw new HttpError(404, 'This pipeline has not been started.', 'NOT_FOUND');
      return present(job);
    },
  );
  done();
};
