import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { JobPlace } from '../database/pipelinePlaces';
import type { PipelineJob, PipelineKind } from '../database/pipelines';
import type { DataFolder } from '../objects/dataFolder';
import { diskErrorCode, orIfAbsent, replaceFile } from '../objects/durableFiles';

/** The pipelines that a lab's own worker does; `docs/pipelines.md` tells it how. */
export const WORKER_KINDS = ['multimodel', 'atlas'] as const satisfies readonly PipelineKind[];

const MAX_STATUS_BYTES = 64 * 1024;

const WorkerStatus = Type.Object({
  status: Type.Union([Type.Literal('RUNNING'), Type.Literal('DONE'), Type.Literal('FAILED')]),
  viewerUrl: Type.Optional(Type.String({ maxLength: 4_096 })),
  message: Type.Optional(Type.String({ maxLength: 1_000 })),
});

/** What a worker says of a job, or what is wrong with how it said it. */
export type WorkerAnswer =
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
export async function offerJob(folder: DataFolder, job: PipelineJob, place: JobPlace): Promise<void> {
  const { jobId, kind, datasetHash, createdAt } = job;
  const { sponsorId, datasetPath } = place;
  const text = `${JSON.stringify({ jobId, kind, datasetHash, sponsorId, datasetPath, createdAt }, undefined, 2)}\n`;
  const path = jobPath(folder, job);
  if ((await orIfAbsent(readFile(path, 'utf8'), undefined)) === text) return;
  await mkdir(join(folder.pipelines, kind), { recursive: true });
  await replaceFile(folder, path, text);
}

/** Takes a job out of its folder, with what the worker said of it. */
export async function withdrawJob(folder: DataFolder, job: Pick<PipelineJob, 'kind' | 'jobId'>): Promise<void> {
  await rm(jobPath(folder, job), { force: true });
  await rm(statusPath(folder, job), { force: true });
}

/** Reads what a worker said of a job. */
export async function readWorkerAnswer(folder: DataFolder, job: PipelineJob): Promise<WorkerAnswer> {
  const path = statusPath(folder, job);
  const stats = await orIfAbsent(stat(path), undefined);
  if (stats === undefined) return { kind: 'none' };
  const broken = (problem: string): WorkerAnswer => ({ kind: 'broken', problem: `${path} ${problem}` });
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
export async function listOffered(folder: DataFolder, kind: PipelineKind): Promise<ReadonlySet<string>> {
  const names = (await orIfAbsent(readdir(join(folder.pipelines, kind)), undefined)) ?? [];
  return new Set(
    names.map((name) => /^([0-9a-f-]{36})(?:\.status)?\.json$/.exec(name)?.[1]).filter((id) => id !== undefined),
  );
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
