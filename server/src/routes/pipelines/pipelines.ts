import type { Routes } from '../services';
import { servePipelineJobs } from './pipelineJobs';
import { readPipelineRoutes } from './readPipelines';
import { startPipelineRoutes } from './startPipelines';

/** The `/pipeline` routes and the jobs that they start. */
export const pipelineRoutes: Routes = (app, services) => {
  const jobs = servePipelineJobs(app, services);
  startPipelineRoutes(app, { ...services, jobs });
  readPipelineRoutes(app, { ...services, jobs });
};
