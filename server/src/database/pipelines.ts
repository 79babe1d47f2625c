import { randomUUID } from 'node:crypto';
import { onlyRow, type Queryable } from './queryable';

/** Add To Viewer, Multi-Modal Registration, Register For Atlas. */
export type PipelineKind = 'pyramid' | 'multimodel' | 'atlas';

export interface PipelineJob {
  readonly jobId: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED';
  readonly viewerUrl?: string;
}

interface JobRow {
  id: string;
  status: PipelineJob['status'];
  viewer_url: string | null;
}

function toJob(row: JobRow): PipelineJob {
  return { jobId: row.id, status: row.status, ...(row.viewer_url === null ? {} : { viewerUrl: row.viewer_url }) };
}

/** Queues a job; where one of the kind waits or runs for the dataset already, gives that one back. */
export async function queueJob(database: Queryable, datasetHash: string, kind: PipelineKind): Promise<PipelineJob> {
  const result = await database.query<JobRow>(
    `insert into pipeline_jobs (id, dataset_hash, kind, status) values ($1, $2, $3, 'QUEUED')
     on conflict (dataset_hash, kind) where status in ('QUEUED', 'RUNNING')
     do update set updated_at = pipeline_jobs.updated_at returning *`,
    [randomUUID(), datasetHash, kind],
  );
  return toJob(onlyRow(result));
}

/** The latest job of a kind for a dataset. */
export async function findLatestJob(
  database: Queryable,
  datasetHash: string,
  kind: PipelineKind,
): Promise<PipelineJob | undefined> {
  const result = await database.query<JobRow>(
    'select * from pipeline_jobs where dataset_hash = $1 and kind = $2 order by created_at desc limit 1',
    [datasetHash, kind],
  );
  const row = result.rows[0];
  return row === undefined ? undefined : toJob(row);
}
