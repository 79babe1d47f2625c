import { randomUUID } from 'node:crypto';
import type { SkippedFile } from '../pipelines/arrangeSlices';
import { EXTEND_LEASE, IS_FREE } from './leases';
import { onlyRow, type Queryable } from './sql';

/** Add To Viewer, Multi-Modal Registration, Register For Atlas. */
export const PIPELINE_KINDS = ['pyramid', 'multimodel', 'atlas'] as const;
export type PipelineKind = (typeof PIPELINE_KINDS)[number];

export const JOB_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;

export interface PipelineJob {
  readonly jobId: string;
  readonly kind: PipelineKind;
  readonly datasetHash: string;
  readonly status: (typeof JOB_STATUSES)[number];
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  /** The URL of the result, as reported by a worker. */
  readonly viewerUrl?: string;
  /** A message for the user: progress, skipped files, or the reason for a failure. */
  readonly message?: string;
  /** The files that the lab's worker must skip, as found when the job was queued. */
  readonly skipped?: readonly SkippedFile[];
  /** The images to use where others have the same section, layer and channel: paths in the dataset. */
  readonly chosen?: readonly string[];
}

interface JobRow {
  id: string;
  kind: PipelineKind;
  dataset_hash: string;
  status: PipelineJob['status'];
  created_at: Date;
  viewer_url: string | null;
  message: string | null;
  skipped: SkippedFile[] | null;
  chosen: string[] | null;
}

function toJob(row: JobRow): PipelineJob {
  return {
    jobId: row.id,
    kind: row.kind,
    datasetHash: row.dataset_hash,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    ...(row.viewer_url === null ? {} : { viewerUrl: row.viewer_url }),
    ...(row.message === null ? {} : { message: row.message }),
    ...(row.skipped === null ? {} : { skipped: row.skipped }),
    ...(row.chosen === null ? {} : { chosen: row.chosen }),
  };
}

function toFoundJob({ rows }: { readonly rows: readonly JobRow[] }): PipelineJob | undefined {
  return rows[0] === undefined ? undefined : toJob(rows[0]);
}

/** Queues a job, or returns the open job of this kind for the dataset. */
export async function queueJob(
  database: Queryable,
  datasetHash: string,
  kind: PipelineKind,
  { skipped = [], chosen = [] }: Pick<PipelineJob, 'skipped' | 'chosen'> = {},
): Promise<PipelineJob> {
  const result = await database.query<JobRow>(
    `insert into pipeline_jobs (id, dataset_hash, kind, status, skipped, chosen) values ($1, $2, $3, 'QUEUED', $4, $5)
     on conflict (dataset_hash, kind) where status in ('QUEUED', 'RUNNING')
     do update set updated_at = pipeline_jobs.updated_at returning *`,
    [randomUUID(), datasetHash, kind, toJson(skipped), toJson(chosen)],
  );
  return toJob(onlyRow(result));
}

function toJson(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
}

/** Finds the latest job of a kind for a dataset. */
export async function findLatestJob(
  database: Queryable,
  datasetHash: string,
  kind: PipelineKind,
): Promise<PipelineJob | undefined> {
  return toFoundJob(
    await database.query<JobRow>(
      'select * from pipeline_jobs where dataset_hash = $1 and kind = $2 order by created_at desc limit 1',
      [datasetHash, kind],
    ),
  );
}

/** Lists the latest job of each kind for each dataset of a project, without deleted datasets. */
export async function listLatestJobs(database: Queryable, projectHash: string): Promise<PipelineJob[]> {
  const result = await database.query<JobRow>(
    `select distinct on (pipeline_jobs.dataset_hash, pipeline_jobs.kind) pipeline_jobs.*
     from pipeline_jobs join datasets on datasets.hash = pipeline_jobs.dataset_hash
     where datasets.project_hash = $1 and datasets.deleted_at is null
     order by pipeline_jobs.dataset_hash, pipeline_jobs.kind, pipeline_jobs.created_at desc`,
    [projectHash],
  );
  return result.rows.map(toJob);
}

/** Lists the queued and running jobs of a kind, oldest first. */
export async function listOpenJobs(database: Queryable, kind: PipelineKind): Promise<PipelineJob[]> {
  const result = await database.query<JobRow>(
    "select * from pipeline_jobs where kind = $1 and status in ('QUEUED', 'RUNNING') order by created_at",
    [kind],
  );
  return result.rows.map(toJob);
}

/** A pyramid job under a lease. */
export interface LeasedJob extends PipelineJob {
  /** The number of times a server has started to work on it. */
  readonly attempts: number;
}

/**
 * Leases the next pyramid job and marks it as running; undefined if there is none. Sponsors take turns: the one with
 * the fewest jobs in progress comes first, then the one that has waited longest since its last turn of the last day.
 */
export async function takePyramidJob(database: Queryable, leaseId: string): Promise<LeasedJob | undefined> {
  const { rows } = await database.query<JobRow & { attempts: number }>(
    `with jobs as not materialized (
       select pipeline_jobs.*, sponsor_id from pipeline_jobs join datasets on datasets.hash = dataset_hash
         join projects on projects.hash = project_hash
       where kind = 'pyramid'
     ), sponsors as (
       select sponsor_id, count(*) filter (where not ${IS_FREE}) as under_way from jobs
       where status in ('QUEUED', 'RUNNING') group by sponsor_id
     ), turns as (
       select sponsor_id, max(started_at) as last_turn from jobs
       where started_at > now() - interval '1 day' group by sponsor_id
     )
     update pipeline_jobs set status = 'RUNNING', message = null, updated_at = now(), started_at = now(),
       attempts = attempts + 1, lease_id = $1, ${EXTEND_LEASE}
     where id = (
       select pipeline_jobs.id from pipeline_jobs join jobs using (id) join sponsors using (sponsor_id)
         left join turns using (sponsor_id)
       where pipeline_jobs.status in ('QUEUED', 'RUNNING') and jobs.status in ('QUEUED', 'RUNNING')
         and coalesce(pipeline_jobs.lease_until <= now(), true)
       order by under_way, last_turn nulls first, pipeline_jobs.created_at limit 1
       for update of pipeline_jobs skip locked
     )
     returning *`,
    [leaseId],
  );
  const [row] = rows;
  return row && { ...toJob(row), attempts: row.attempts };
}

/** Records the progress of a job. Returns false if the lease was lost. */
export async function saveJobProgress(database: Queryable, leaseId: string, message: string): Promise<boolean> {
  const { rows } = await database.query(
    `update pipeline_jobs set message = $2, updated_at = now(), ${EXTEND_LEASE} where lease_id = $1 returning id`,
    [leaseId, message],
  );
  return rows.length > 0;
}

/** Records the result of a job. The pyramids are named after its lease. Returns false if the lease was lost. */
export async function endLeasedJob(
  database: Queryable,
  leaseId: string,
  { status, message }: { readonly status: 'DONE' | 'FAILED'; readonly message?: string },
): Promise<boolean> {
  const { rows } = await database.query(
    `update pipeline_jobs set status = $2, message = $3, updated_at = now(), lease_id = null, lease_until = null,
       pyramid_id = case when $2 = 'DONE' then lease_id end
     where lease_id = $1 returning id`,
    [leaseId, status, message ?? null],
  );
  return rows.length > 0;
}

/** Returns the names of a dataset's pyramids: those of the viewer, and those that are being written. */
export async function findPyramidIds(database: Queryable, datasetHash: string): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    `select lease_id as id from pipeline_jobs where dataset_hash = $1 and kind = 'pyramid' and lease_id is not null
     union all (
       select pyramid_id from pipeline_jobs where dataset_hash = $1 and kind = 'pyramid' and status = 'DONE'
       order by updated_at desc limit 1
     )`,
    [datasetHash],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Updates a queued or running job. Finished jobs do not change.
 *
 * @returns Whether the job was updated.
 */
export async function changeOpenJob(
  database: Queryable,
  jobId: string,
  change: Pick<PipelineJob, 'status' | 'viewerUrl' | 'message'>,
): Promise<boolean> {
  const result = await database.query(
    `update pipeline_jobs set status = $2, viewer_url = $3, message = $4, updated_at = now()
     where id = $1 and status in ('QUEUED', 'RUNNING') returning id`,
    [jobId, change.status, change.viewerUrl ?? null, change.message ?? null],
  );
  return result.rows.length > 0;
}

/**
 * Deletes a queued job, so that the previous job of its kind is the latest again.
 *
 * @returns False if the job is no longer queued.
 */
export async function removeQueuedJob(database: Queryable, jobId: string): Promise<boolean> {
  const result = await database.query("delete from pipeline_jobs where id = $1 and status = 'QUEUED' returning id", [
    jobId,
  ]);
  return result.rows.length > 0;
}

/** The current location of a job's dataset, which may be renamed while the job is open. */
export interface JobLocation {
  readonly sponsorId: string;
  /** `sponsor/project/dataset`, the prefix of its object keys. */
  readonly datasetPath: string;
}

interface PlaceRow {
  sponsor_id: string;
  title: string;
  name: string;
}

/** Returns undefined if the job, its dataset or its project was deleted. */
export async function findJobLocation(database: Queryable, jobId: string): Promise<JobLocation | undefined> {
  const result = await database.query<PlaceRow>(
    `select projects.sponsor_id, projects.title, datasets.name
     from pipeline_jobs join datasets on datasets.hash = pipeline_jobs.dataset_hash
       join projects on projects.hash = datasets.project_hash
     where pipeline_jobs.id = $1 and datasets.deleted_at is null and projects.deleted_at is null`,
    [jobId],
  );
  const row = result.rows[0];
  const datasetPath = toDatasetPath(row);
  return row && datasetPath !== undefined ? { sponsorId: row.sponsor_id, datasetPath } : undefined;
}

function toDatasetPath(row: PlaceRow | undefined): string | undefined {
  return row && `${row.sponsor_id}/${row.title}/${row.name}`;
}

/** The information that the viewer shows about a dataset. */
export interface ViewableDataset {
  readonly dataset: string;
  readonly project: string;
  readonly channels: readonly { readonly num: number; readonly name: string }[];
  /** µm. */
  readonly pixelSize: number | undefined;
  /** Names the folder with the pyramids. */
  readonly pyramidId: string;
}

interface ViewableRow {
  name: string;
  title: string;
  channels: { num: number; name: string }[];
  pixel_size: number | null;
  pyramid_id: string;
}

/** Finds a dataset with its latest pyramids; undefined if it has none or was deleted. */
export async function findViewable(database: Queryable, datasetHash: string): Promise<ViewableDataset | undefined> {
  const result = await database.query<ViewableRow>(
    `select datasets.name, datasets.channels, datasets.pixel_size, projects.title, pipeline_jobs.pyramid_id
     from datasets join projects on projects.hash = datasets.project_hash
       join pipeline_jobs on pipeline_jobs.dataset_hash = datasets.hash
     where datasets.hash = $1 and datasets.deleted_at is null and projects.deleted_at is null
       and pipeline_jobs.kind = 'pyramid' and pipeline_jobs.status = 'DONE'
     order by pipeline_jobs.updated_at desc limit 1`,
    [datasetHash],
  );
  const row = result.rows[0];
  if (row === undefined) return undefined;
  const { name: dataset, title: project, channels, pixel_size: pixelSize, pyramid_id: pyramidId } = row;
  return { dataset, project, channels, pixelSize: pixelSize ?? undefined, pyramidId };
}

/** Returns those of the hashes that belong to a dataset, even to a soft-deleted one. */
export async function findDatasetHashes(database: Queryable, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ hash: string }>('select hash from datasets where hash = any ($1::text[])', [
    hashes,
  ]);
  return new Set(rows.map(({ hash }) => hash));
}
