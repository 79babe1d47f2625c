import { Type } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import { listLatestJobs, PIPELINE_KINDS, type PipelineJob, type PipelineKind } from '../../database/jobs/pipelineJobs';
import { findProject } from '../../database/projects/projects';
import { callerOf, requireFound } from '../../http/access';
import { sendJson, writeLongRecord } from '../../http/longJson';
import { errorResponses, HashParams, Id, refTo } from '../../http/schemas';
import type { Routes } from '../services';
import type { PipelineJobs } from './pipelineJobs';
import { JobBody, JobResponse, PipelineParams } from './pipelineSchemas';

const JobsByKind = Type.Object({
  pyramid: Type.Optional(refTo(JobBody)),
  multimodel: Type.Optional(refTo(JobBody)),
  atlas: Type.Optional(refTo(JobBody)),
  seal: Type.Optional(refTo(JobBody)),
});
const JobsResponse = Type.Object(
  { jobs: JobsByKind },
  { description: 'The latest job of each pipeline that has been started.' },
);
const ProjectQuery = Type.Object({ projectHash: Id });
/** The route writes it itself. */
const ProjectJobsResponse = Type.Unsafe<Buffer>(
  Type.Object(
    { datasets: Type.Record(Type.String(), JobsByKind) },
    { description: 'The latest job of each pipeline by dataset hash. Datasets without jobs are absent.' },
  ),
);

/** The `/pipeline` routes that return the states of jobs. */
export const readPipelineRoutes: Routes<{ readonly jobs: PipelineJobs }> = (app, services) => {
  const { database, jobs } = services;

  const datasetSchema = {
    summary: 'Returns the states of all pipelines of a dataset',
    params: HashParams,
    response: { 200: JobsResponse, ...errorResponses(404) },
  };
  app.get('/pipeline/:hash', { schema: datasetSchema }, async (request) => {
    await jobs.requireDataset(request, request.params.hash);
    const latest: Partial<Record<PipelineKind, PipelineJob>> = {};
    for (const kind of PIPELINE_KINDS) {
      const job = await jobs.findCurrent(request.params.hash, kind);
      if (job !== undefined) latest[kind] = jobs.present(job);
    }
    return { jobs: latest };
  });

  const projectSchema = {
    summary: 'Returns the states of all pipelines of a project’s datasets',
    querystring: ProjectQuery,
    response: { 200: ProjectJobsResponse, ...errorResponses(404) },
  };
  app.get('/pipeline', { schema: projectSchema, config: { hasLongResponse: true } }, async (request, reply) => {
    const { projectHash } = request.query;
    requireFound(await findProject(database, callerOf(request).sponsorId, projectHash), 'project');
    const datasets: Record<string, Partial<Record<PipelineKind, PipelineJob>>> = {};
    for await (const job of listLatestJobs(database, projectHash)) {
      const latest = (datasets[job.datasetHash] ??= {});
      latest[job.kind] = jobs.present(await jobs.refresh(job));
    }
    const toJson = reply.compileSerializationSchema(JobsByKind);
    return sendJson(reply, await writeLongRecord('datasets', datasets, (latest) => toJson({ ...latest })));
  });

  const jobSchema = {
    summary: 'Returns the state of a pipeline',
    params: PipelineParams,
    response: { 200: JobResponse, ...errorResponses(404, 507) },
  };
  app.get('/pipeline/:kind/:hash', { schema: jobSchema }, async (request) => {
    await jobs.requireDataset(request, request.params.hash);
    const job = await jobs.findCurrent(request.params.hash, request.params.kind);
    if (job === undefined) throw new HttpError(404, 'This pipeline has not been started.', 'NOT_FOUND');
    return jobs.present(job);
  });
};
