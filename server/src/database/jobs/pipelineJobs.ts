import { randomUUID } from 'node:crypto';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { isoTime, onlyRow, type Queryable } from '../sql';
import { EXTEND_LEASE, IS_FREE } from './leases';

/** Add To Viewer, Multi-Modal Registration, Register For Atlas, Seal dataset. */
export const PIPELINE_KINDS = ['pyramid', 'multimodel', 'atlas', 'seal'] as const;
export type PipelineKind = (typeof PIPELINE_KINDS)[number];

/** The jobs that the servers run themselves. The others are performed by the lab's worker. */
export type ServerJobKind = Extract<PipelineKind, 'pyramid' | 'seal'>;

export function isServerJob(kind: PipelineKind): kind is ServerJobKind {
  return kind === 'pyramid' || kind === 'seal';
}

export const JOB_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;

/**
 * A file that a job skips. `name`: the name contains no section and channel. `foreign`: it is that of another dataset's image.
 * `too-large`: the image needs too much time or memory.
 */
export interface SkippedFile {
  /** Path in the dataset. */
  readonly path: string;
  readonly reason: ImageProblem | 'duplicate' | 'name' | 'foreign' | 'too-large';
}

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

const COLUMNS = `id as "jobId", kind, dataset_hash as "datasetHash", status, ${isoTime('created_at')} as "createdAt",
  viewer_url as "viewerUrl", message, skipped, chosen`;

/** Queues a job, or returns the open job of this kind for the dataset. */
export async function queueJob(
  database: Queryable,
  datasetHash: string,
  kind: PipelineKind,
  { skipped = [], chosen = [] }: Pick<PipelineJob, 'skipped' | 'chosen'> = {},
): Promise<PipelineJob> {
  const result = await database.query<PipelineJob>(
    `insert into pipeline_jobs (id, dataset_hash, kind, status, skipped, chosen) values ($1, $2, $3, 'QUEUED', $4, $5)
     on conflict (dataset_hash, kind) where status in ('QUEUED', 'RUNNING')
     do update set updated_at = pipeline_jobs.updated_at returning ${COLUMNS}`,
    [randomUUID(), datasetHash, kind, toJson(skipped), toJson(chosen)],
  );
  return onlyRow(result);
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
  const { rows } = await database.query<PipelineJob>(
    `select ${COLUMNS} from pipeline_jobs where dataset_hash = $1 and kind = $2 order by created_at desc limit 1`,
    [datasetHash, kind],
  );
  return rows[0];
}

/** A dataset, and its latest job of a kind if it has one. */
type ListedRow = { readonly hash: string } & (PipelineJob | { readonly jobId?: never });

/** Datasets whose jobs one query looks up. */
const DATASETS_PER_QUERY = 100;

/**
 * Iterates over the latest job of each kind for each dataset of a project, without deleted datasets. Reads them in pages of datasets,
 * between which others run.
 */
export async function* listLatestJobs(database: Queryable, projectHash: string): AsyncGenerator<PipelineJob> {
  const position = `(project_hash || '/' || hash) collate "C"`;
  let after: string | undefined = '';
  while (after !== undefined) {
    // Each dataset has a row for each kind, whether it has a job or not.
    const { rows }: { readonly rows: readonly ListedRow[] } = await database.query<ListedRow>(
      `select page.hash, job.* from (
           select hash, project_hash, deleted_at from datasets where ${position} > $1 || '/' || $2
           order by ${position} limit $3
         ) page
         cross join unnest($4::text[]) as kinds (kind)
         left join lateral (
           select ${COLUMNS} from pipeline_jobs where dataset_hash = page.hash and kind = kinds.kind and page.deleted_at is null
           order by created_at desc limit 1
         ) job on true
         where project_hash = $1 order by ${position}`,
      [projectHash, after, DATASETS_PER_QUERY, PIPELINE_KINDS],
    );
    for (const row of rows) if (row.jobId !== undefined) yield row;
    after = rows.length < DATASETS_PER_QUERY * PIPELINE_KINDS.length ? undefined : rows.at(-1)?.hash;
  }
}

/** Lists the queued and running jobs of a kind, oldest first. */
export async function listOpenJobs(database: Queryable, kind: PipelineKind): Promise<PipelineJob[]> {
  const { rows } = await database.query<PipelineJob>(
    `select ${COLUMNS} from pipeline_jobs where kind = $1 and status in ('QUEUED', 'RUNNING') order by created_at`,
    [kind],
  );
  return rows;
}

/** A pyramid job under a lease. */
export interface LeasedJob extends PipelineJob {
  readonly leaseId: string;
  /** The number of times a server has started to work on it. */
  readonly attempts: number;
}

/**
 * Leases the next job of a kind and marks it as running; undefined if there is none. Sponsors take turns: the one with
 * the fewest jobs in progress comes first, then the one that has waited longest since its last turn of the last day.
 */
export async function takeJob(
  database: Queryable,
  kind: ServerJobKind,
  leaseId: string,
): Promise<LeasedJob | undefined> {
  const { rows } = await database.query<LeasedJob>(
    `with jobs as not materialized (
       select pipeline_jobs.*, sponsor_id from pipeline_jobs join datasets on datasets.hash = dataset_hash
         join projects on projects.hash = project_hash
       where kind = $2
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
     returning ${COLUMNS}, lease_id as "leaseId", attempts`,
    [leaseId, kind],
  );
  return rows[0];
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

/** Updates a queued or running job. Finished jobs do not change. */
export async function changeOpenJob(
  database: Queryable,
  jobId: string,
  change: Pick<PipelineJob, 'status' | 'viewerUrl' | 'message'>,
): Promise<void> {
  await database.query(
    `update pipeline_jobs set status = $2, viewer_url = $3, message = $4, updated_at = now()
     where id = $1 and status in ('QUEUED', 'RUNNING')`,
    [jobId, change.status, change.viewerUrl ?? null, change.message ?? null],
  );
}

/**
 * Deletes a queued job, so that the previous job of its kind is the latest again.
 *
 * @returns False if the job is no longer queued.
 */
export async function removeQueuedJob(database: Queryable, jobId: string): Promise<boolean> {
  const { rows } = await database.query("delete from pipeline_jobs where id = $1 and status = 'QUEUED' returning id", [
    jobId,
  ]);
  return rows.length > 0;
}

/** The current location of a job's dataset, which may be renamed while the job is open. */
export interface JobLocation {
  readonly sponsorId: string;
  /** `sponsor/project/dataset`, the prefix of its object keys. */
  readonly datasetPath: string;
}

/** Returns undefined if the job, its dataset or its project was deleted. */
export async function findJobLocation(database: Queryable, jobId: string): Promise<JobLocation | undefined> {
  const { rows } = await database.query<JobLocation>(
    `select sponsor_id as "sponsorId", sponsor_id || '/' || title || '/' || name as "datasetPath"
     from pipeline_jobs join datasets on datasets.hash = pipeline_jobs.dataset_hash
       join projects on projects.hash = datasets.project_hash
     where pipeline_jobs.id = $1 and datasets.deleted_at is null and projects.deleted_at is null`,
    [jobId],
  );
  return rows[0];
}
