import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import {
  changeOpenJob,
  findJobLocation,
  listDatasetHashes,
  listOpenJobs,
  type JobLocation,
  type PipelineJob,
  type PipelineKind,
} from '../database/pipelineJobs';
import type { Queryable } from '../database/sql';
import type { DataFolder } from '../objects/dataFolder';
import { diskErrorCode, orIfMissing, replaceFile } from '../objects/durableFiles';
import type { Services } from '../services';
import { removeOrphanedPyramids } from './pyramidFolder';

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
    const answer = await readWorkerReport(folder, job);
    if (answer.kind === 'broken') warn(`A worker's answer changes nothing: ${answer.problem}.`);
    if (answer.kind === 'answered') {
      await changeOpenJob(database, job.jobId, answer.status);
      if (answer.status.status !== 'RUNNING') await removeJobFiles(folder, job);
      const { jobId, kind, datasetHash, createdAt } = job;
      return { jobId, kind, datasetHash, createdAt, ...answer.status };
    }
    const place = await findJobLocation(database, job.jobId);
    if (job.status === 'QUEUED' && place !== undefined) await writeJobFile(folder, job, place);
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

/** The pipelines that a lab's own worker does; `docs/pipelines.md` tells it how. */
export const WORKER_KINDS = ['multimodel', 'atlas'] as const satisfies readonly PipelineKind[];

const MAX_STATUS_BYTES = 64 * 1024;

const WorkerStatus = Type.Object({
  status: Type.Union([Type.Literal('RUNNING'), Type.Literal('DONE'), Type.Literal('FAILED')]),
  viewerUrl: Type.Optional(Type.String({ maxLength: 4_096 })),
  message: Type.Optional(Type.String({ maxLength: 1_000 })),
});

/** What a worker says of a job, or what is wrong with how it said it. */
export type WorkerReport =
  | { readonly kind: 'answered'; readonly status: Pick<PipelineJob, 'status' | 'viewerUrl' | 'message'> }
  | { readonly kind: 'broken'; readonly problem: string }
  | { readonly kind: 'none' };

function jobPath(folder: DataFolder, job: Pick<PipelineJob, 'kind' | 'jobId'>): string {
  return join(folder.pipelines, job.kind, `${job.jobId}.json`);
}

function statusPath(folder: DataFolder, job: Pick<PipelineJob, 'kind' | 'jobId'>): string {
  return join(folder.pipelines, job.kind, `${job.jobId}.status.json`);
}

/** Lays a job into its kind's folder, unless it lies there as it is. */
export async function writeJobFile(folder: DataFolder, job: PipelineJob, place: JobLocation): Promise<void> {
  const { jobId, kind, datasetHash, createdAt } = job;
  const { sponsorId, datasetPath } = place;
  const text = `${JSON.stringify({ jobId, kind, datasetHash, sponsorId, datasetPath, createdAt }, undefined, 2)}\n`;
  const path = jobPath(folder, job);
  if ((await orIfMissing(readFile(path, 'utf8'), undefined)) === text) return;
  await mkdir(join(folder.pipelines, kind), { recursive: true });
  await replaceFile(folder, path, text);
}

/** Takes a job out of its folder, with what the worker said of it. */
export async function removeJobFiles(folder: DataFolder, job: Pick<PipelineJob, 'kind' | 'jobId'>): Promise<void> {
  await rm(jobPath(folder, job), { force: true });
  await rm(statusPath(folder, job), { force: true });
}

/** Reads what a worker said of a job. */
export async function readWorkerReport(folder: DataFolder, job: PipelineJob): Promise<WorkerReport> {
  const path = statusPath(folder, job);
  const stats = await orIfMissing(stat(path), undefined);
  if (stats === undefined) return { kind: 'none' };
  const broken = (problem: string): WorkerReport => ({ kind: 'broken', problem: `${path} ${problem}` });
  if (stats.size > MAX_STATUS_BYTES) return broken(`is larger than ${String(MAX_STATUS_BYTES)} bytes`);
  let answer: unknown;
  try {
    answer = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const code = diskErrorCode(error);
    return broken(code === undefined ? 'is no JSON' : `can't be read (${code})`);
  }
  if (!Value.Check(WorkerStatus, answer)) {
    const error = Value.Errors(WorkerStatus, answer).First();
    return broken(`is not right: ${error?.path ?? ''} ${error?.message ?? ''}`);
  }
  const { status, viewerUrl, message } = answer;
  if (viewerUrl !== undefined && !isWebAddress(viewerUrl)) return broken('has a viewerUrl that is no http(s) address');
  return {
    kind: 'answered',
    status: {
      status,
      ...(viewerUrl === undefined ? {} : { viewerUrl }),
      ...(message === undefined ? {} : { message }),
    },
  };
}

/** The jobs that lie in the folder of a kind. */
export async function listJobFiles(folder: DataFolder, kind: PipelineKind): Promise<ReadonlySet<string>> {
  const names = (await orIfMissing(readdir(join(folder.pipelines, kind)), undefined)) ?? [];
  return new Set(
    names.map((name) => /^([0-9a-f-]{36})(?:\.status)?\.json$/.exec(name)?.[1]).filter((id) => id !== undefined),
  );
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Removes what datasets that were deleted for good left behind: their pyramids, and the jobs offered to workers. */
export async function removeOrphans({ database, folder }: Pick<Services, 'database' | 'folder'>): Promise<void> {
  await removeOrphanedPyramids(folder, await listDatasetHashes(database));
  for (const kind of WORKER_KINDS) {
    // In this order: a job is in the database before it is offered.
    const offered = await listJobFiles(folder, kind);
    const open = new Set((await listOpenJobs(database, kind)).map(({ jobId }) => jobId));
    for (const jobId of offered) {
      if (!open.has(jobId)) await removeJobFiles(folder, { kind, jobId });
    }
  }
}
