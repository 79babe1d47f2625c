import { findJobPlace } from '../database/pipelinePlaces';
import { changeOpenJob, listOpenJobs, type PipelineJob } from '../database/pipelines';
import type { Queryable } from '../database/queryable';
import type { DataFolder } from '../objects/dataFolder';
import { offerJob, readWorkerAnswer, withdrawJob, WORKER_KINDS } from './workerFolder';

/** The jobs that a lab's own worker does, in the database and in the folder where the worker finds them. */
export interface WorkerJobs {
  /** Brings an open job up to date with its worker's answer; while it is queued, sees that the worker can find it. */
  refresh(job: PipelineJob): Promise<PipelineJob>;
  /** Brings all open jobs up to date. */
  settle(): Promise<void>;
}

/** @param warn Told of answers that can't be read; they change nothing. */
export function createWorkerJobs(database: Queryable, folder: DataFolder, warn: (problem: string) => void): WorkerJobs {
  async function refresh(job: PipelineJob): Promise<PipelineJob> {
    if (job.status === 'DONE' || job.status === 'FAILED') return job;
    const answer = await readWorkerAnswer(folder, job);
    if (answer.kind === 'broken') warn(`A worker's answer changes nothing: ${answer.problem}.`);
    if (answer.kind === 'answered') {
      await changeOpenJob(database, job.jobId, answer.status);
      if (answer.status.status !== 'RUNNING') await withdrawJob(folder, job);
      const { jobId, kind, datasetHash, createdAt } = job;
      return { jobId, kind, datasetHash, createdAt, ...answer.status };
    }
    const place = await findJobPlace(database, job.jobId);
    if (job.status === 'QUEUED' && place !== undefined) await offerJob(folder, job, place);
    return job;
  }

  return {
    refresh,
    async settle() {
      for (const kind of WORKER_KINDS) {
        for (const job of await listOpenJobs(database, kind)) await refresh(job);
      }
    },
  };
}
