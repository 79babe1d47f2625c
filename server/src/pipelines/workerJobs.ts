import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { oneOf } from '../common/oneOf';
import {
  changeOpenJob,
  findJobLocation,
  listOpenJobs,
  type JobLocation,
  type PipelineJob,
  type PipelineKind,
} from '../database/jobs/pipelineJobs';
import type { Queryable } from '../database/sql';
import type { DataFolder } from '../disk/dataFolder';
import { diskErrorCode, orIfMissing, replaceFile } from '../disk/durableFiles';
import { listAllObjects } from '../objects/objectStore';
import type { PyramidParts } from './buildPyramids';
import { removeOrphanedPyramids } from './pyramidFolder';

/** The dependencies of the jobs. */
interface WorkerParts extends Pick<PyramidParts, 'blobs' | 'folder' | 'objects'> {
  readonly database: Queryable;
}

/** @param warn Receives problems with invalid reports, which are ignored. */
export function createWorkerJobs(parts: WorkerParts, warn: (problem: string) => void) {
  const { database, folder } = parts;

  async function refresh(job: PipelineJob): Promise<PipelineJob> {
    if (job.status === 'DONE' || job.status === 'FAILED') return job;
    const report = await readWorkerReport(folder, job);
    if (report.kind === 'invalid') warn(`Ignored an invalid worker report: ${report.problem}.`);
    if (report.kind === 'reported') {
      await changeOpenJob(database, job.jobId, report.status);
      if (report.status.status !== 'RUNNING') await removeJobFiles(folder, job);
      const { jobId, kind, datasetHash, createdAt, skipped } = job;
      return { jobId, kind, datasetHash, createdAt, ...(skipped && { skipped }), ...report.status };
    }
    const place = await findJobLocation(database, job.jobId);
    if (job.status === 'QUEUED' && place !== undefined) await writeJobFile(parts, job, place);
    return job;
  }

  return {
    /** Updates an open job with its worker's report, and makes sure that a queued job has a file. */
    refresh,
    /** Removes the files of a job that was cancelled. */
    withdraw: (job: PipelineJob) => removeJobFiles(folder, job),
    /** Updates all open jobs. */
    async refreshAll(signal: AbortSignal) {
      for (const kind of WORKER_KINDS) {
        for (const job of await listOpenJobs(database, kind)) {
          signal.throwIfAborted();
          await refresh(job);
        }
      }
    },
  };
}

/** The pipelines that the lab's worker performs, as described in `docs/pipelines.md`. */
const WORKER_KINDS = ['multimodel', 'atlas'] as const satisfies readonly PipelineKind[];

const MAX_STATUS_BYTES = 64 * 1024;

const WorkerStatus = Type.Object({
  status: oneOf(['RUNNING', 'DONE', 'FAILED']),
  viewerUrl: Type.Optional(Type.String({ maxLength: 4_096 })),
  message: Type.Optional(Type.String({ maxLength: 1_000 })),
});

/** A worker's report on a job, or the reason why it is invalid. */
type WorkerReport =
  | { readonly kind: 'reported'; readonly status: Pick<PipelineJob, 'status' | 'viewerUrl' | 'message'> }
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'none' };

/** Returns the path of a job's file, of the list of its files, or of its worker's report. */
function jobPath(
  folder: DataFolder,
  { kind, jobId }: Pick<PipelineJob, 'kind' | 'jobId'>,
  part: '' | '.files' | '.status' = '',
): string {
  return join(folder.pipelines, kind, `${jobId}${part}.json`);
}

/** Writes a job's file, and the list of the dataset's files, unless they are up to date. */
async function writeJobFile(
  { blobs, folder, objects }: Omit<WorkerParts, 'database'>,
  job: PipelineJob,
  place: JobLocation,
): Promise<void> {
  const { jobId, kind, datasetHash, createdAt, skipped } = job;
  const { sponsorId, datasetPath } = place;
  const content = { jobId, kind, datasetHash, sponsorId, datasetPath, createdAt, ...(skipped && { skipped }) };
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  const path = jobPath(folder, job);
  if ((await orIfMissing(readFile(path, 'utf8'), undefined)) === text) return;
  await mkdir(join(folder.pipelines, kind), { recursive: true });
  const files: { name: string; location: string }[] = [];
  for await (const { key, blob } of listAllObjects(objects, datasetPath)) {
    if (!key.endsWith('/')) {
      files.push({ name: key.slice(datasetPath.length + 1), location: await blobs.locate(blob) });
    }
  }
  // First, so that a worker that finds the job finds its files.
  await replaceFile(folder, jobPath(folder, job, '.files'), JSON.stringify(files));
  await replaceFile(folder, path, text);
}

/** Removes the files of a job and of its worker's report. */
async function removeJobFiles(folder: DataFolder, job: Pick<PipelineJob, 'kind' | 'jobId'>): Promise<void> {
  for (const part of ['', '.status', '.files'] as const) await rm(jobPath(folder, job, part), { force: true });
}

/** Reads a worker's report on a job. */
export async function readWorkerReport(folder: DataFolder, job: PipelineJob): Promise<WorkerReport> {
  const path = jobPath(folder, job, '.status');
  const stats = await orIfMissing(stat(path), undefined);
  if (stats === undefined) return { kind: 'none' };
  const invalid = (problem: string): WorkerReport => ({ kind: 'invalid', problem: `${path} ${problem}` });
  if (stats.size > MAX_STATUS_BYTES) return invalid(`is larger than ${String(MAX_STATUS_BYTES)} bytes`);
  let report: unknown;
  try {
    report = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const code = diskErrorCode(error);
    return invalid(code === undefined ? 'is not valid JSON' : `can't be read (${code})`);
  }
  if (!Value.Check(WorkerStatus, report)) {
    const error = Value.Errors(WorkerStatus, report).First();
    return invalid(`is invalid: ${error?.path ?? ''} ${error?.message ?? ''}`);
  }
  const { status, viewerUrl, message } = report;
  if (viewerUrl !== undefined && !isWebAddress(viewerUrl)) return invalid('has a viewerUrl that is not an http(s) URL');
  return {
    kind: 'reported',
    status: {
      status,
      ...(viewerUrl === undefined ? {} : { viewerUrl }),
      ...(message === undefined ? {} : { message }),
    },
  };
}

/** Lists the ids of the jobs that have files. */
async function listJobFiles(folder: DataFolder, kind: PipelineKind): Promise<ReadonlySet<string>> {
  const names = (await orIfMissing(readdir(join(folder.pipelines, kind)), undefined)) ?? [];
  return new Set(
    names
      .map((name) => /^([0-9a-f-]{36})(?:\.(?:status|files))?\.json$/.exec(name)?.[1])
      .filter((id) => id !== undefined),
  );
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Removes the pyramids and job files of datasets that were permanently deleted. */
export async function removeOrphans({ blobs, database, folder }: Omit<WorkerParts, 'objects'>): Promise<void> {
  await removeOrphanedPyramids(database, blobs.derived);
  for (const kind of WORKER_KINDS) {
    // In this order, because a job is in the database before it has a file.
    const listed = await listJobFiles(folder, kind);
    const open = new Set((await listOpenJobs(database, kind)).map(({ jobId }) => jobId));
    for (const jobId of listed) {
      if (!open.has(jobId)) await removeJobFiles(folder, { kind, jobId });
    }
  }
}
