import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Services } from '../services';
import { servePipelineJobs } from './pipelineJobs';
import { readPipelineRoutes } from './readPipelines';
import { startPipelineRoutes } from './startPipelines';

/** The `/pipeline` routes and the jobs that they start. */
export const pipelineRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const jobs = servePipelineJobs(app, services);
  await app.register(startPipelineRoutes, { ...services, jobs });
  await app.register(readPipelineRoutes, { ...services, jobs });
};
