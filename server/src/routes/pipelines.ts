import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from './callerOf';
import { findDataset } from '../database/datasets';
import { findLatestJob, queueJob } from '../database/pipelines';
import { HttpFailure } from '../failure';
import type { Services } from '../services';

const PipelineParams = Type.Object({
  kind: Type.Union([Type.Literal('pyramid'), Type.Literal('multimodel'), Type.Literal('atlas')]),
  hash: Type.String(),
});
const JobAnswer = Type.Object({
  jobId: Type.String(),
  status: Type.String(),
  viewerUrl: Type.Optional(Type.String()),
});

type PipelineRoute = { Params: Static<typeof PipelineParams> };

/** Add To Viewer (`pyramid`), Multi-Modal Registration and Register For Atlas: jobs that wait for a worker. */
export function pipelineRoutes(app: FastifyInstance, { database }: Services): Promise<void> {
  const schema = { params: PipelineParams, response: { 200: JobAnswer } };

  async function requireDataset(request: FastifyRequest<PipelineRoute>): Promise<void> {
    const dataset = await findDataset(database, callerOf(request).sponsorId, request.params.hash);
    if (dataset === undefined) throw new HttpFailure(404, 'There is no such dataset.', 'NOT_FOUND');
  }

  app.post<PipelineRoute>('/pipeline/:kind/:hash', { schema }, async (request) => {
    await requireDataset(request);
    return queueJob(database, request.params.hash, request.params.kind);
  });

  app.get<PipelineRoute>('/pipeline/:kind/:hash', { schema }, async (request) => {
    await requireDataset(request);
    const job = await findLatestJob(database, request.params.hash, request.params.kind);
    if (job === undefined) throw new HttpFailure(404, 'Nobody has asked for this yet.', 'NOT_FOUND');
    return job;
  });
  return Promise.resolve();
}
