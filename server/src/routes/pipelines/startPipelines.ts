import { Type } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import { recordEvent } from '../../database/activity/auditLog';
import { isServerJob, queueJob, removeQueuedJob, type PipelineJob } from '../../database/jobs/pipelineJobs';
import { nameDataset } from '../../database/projects/datasetNames';
import { actorOf } from '../../http/access';
import { Empty, errorResponses, Id, Key } from '../../http/schemas';
import { findSlices } from '../../pipelines/arrangeSlices';
import type { Routes } from '../services';
import type { PipelineJobs } from './pipelineJobs';
import { JobResponse, PipelineParams } from './pipelineSchemas';

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

/** The `/pipeline` routes that start and cancel jobs. */
export const startPipelineRoutes: Routes<{ readonly jobs: PipelineJobs }> = (app, services) => {
  const { blobs, database, imageChecks, jobs, objects } = services;

  const startSchema = {
    summary: 'Starts a pipeline',
    params: PipelineParams,
    body: StartBody,
    response: { 200: JobResponse, ...errorResponses(404, 507) },
  };
  app.post('/pipeline/:kind/:hash', { schema: startSchema, bodyLimit: BODY_BYTES }, async (request) => {
    const path = await jobs.requireDataset(request, request.params.hash);
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
    const current = await jobs.findCurrent(request.params.hash, request.params.kind);
    // Before the images of the dataset are checked.
    if (current?.status === 'QUEUED' || current?.status === 'RUNNING') return jobs.present(current);
    if (!isServerJob(kind)) {
      const dataset = await nameDataset(database, hash);
      const { skipped } = await findSlices(objects, imageChecks, path, dataset, chosen);
      const queued = await queueJob(database, hash, kind, { skipped });
      await record(queued);
      return jobs.present(await jobs.refresh(queued));
    }
    await blobs.requireSpace();
    const job = await queueJob(database, hash, kind, { chosen });
    await record(job);
    jobs.wake();
    return jobs.present(job);
  });

  const cancelSchema = {
    summary: 'Cancels a queued job',
    params: PipelineParams,
    querystring: CancelQuery,
    response: { 200: Empty, ...errorResponses(404, 409) },
  };
  app.delete('/pipeline/:kind/:hash', { schema: cancelSchema }, async (request) => {
    const name = await jobs.requireDataset(request, request.params.hash);
    const job = await jobs.findCurrent(request.params.hash, request.params.kind);
    if (job === undefined) throw new HttpError(404, 'This pipeline has not been started.', 'NOT_FOUND');
    const { jobId = job.jobId } = request.query;
    if (jobId !== job.jobId || !(await removeQueuedJob(database, jobId))) {
      throw new HttpError(409, 'The job is no longer queued and can’t be cancelled.', 'NOT_QUEUED');
    }
    const event = { action: 'cancel', type: 'job', id: jobId, name, details: job.kind } as const;
    await recordEvent(database, actorOf(request), event);
    await jobs.withdraw(job);
    return {};
  });
};
