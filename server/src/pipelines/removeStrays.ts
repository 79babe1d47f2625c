import { listDatasetHashes } from '../database/pipelinePlaces';
import { listOpenJobs } from '../database/pipelines';
import type { Services } from '../services';
import { removeStrayPyramids } from './pyramidFolder';
import { listOffered, withdrawJob, WORKER_KINDS } from './workerFolder';

/** Removes what datasets that were deleted for good left behind: their pyramids, and the jobs offered to workers. */
export async function removeStrays({ database, folder }: Pick<Services, 'database' | 'folder'>): Promise<void> {
  await removeStrayPyramids(folder, await listDatasetHashes(database));
  for (const kind of WORKER_KINDS) {
    // In this order: a job is in the database before it is offered.
    const offered = await listOffered(folder, kind);
    const open = new Set((await listOpenJobs(database, kind)).map(({ jobId }) => jobId));
    for (const jobId of offered) {
      if (!open.has(jobId)) await withdrawJob(folder, { kind, jobId });
    }
  }
}
