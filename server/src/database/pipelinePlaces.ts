import type { Queryable } from './queryable';

/** Where the dataset of a job lies now: names change while a job waits. */
export interface JobPlace {
  readonly sponsorId: string;
  /** `sponsor/project/dataset`: what the keys of its objects begin with. */
  readonly datasetPath: string;
}

interface PlaceRow {
  sponsor_id: string;
  title: string;
  name: string;
}

/** Undefined where the job, its dataset or its project is deleted. */
export async function findJobPlace(database: Queryable, jobId: string): Promise<JobPlace | undefined> {
  const result = await database.query<PlaceRow>(
    `select projects.sponsor_id, projects.title, datasets.name
     from pipeline_jobs join datasets on datasets.hash = pipeline_jobs.dataset_hash
       join projects on projects.hash = datasets.project_hash
     where pipeline_jobs.id = $1 and datasets.deleted_at is null and projects.deleted_at is null`,
    [jobId],
  );
  const row = result.rows[0];
  if (row === undefined) return undefined;
  return { sponsorId: row.sponsor_id, datasetPath: `${row.sponsor_id}/${row.title}/${row.name}` };
}

/** What the viewer shows of a dataset. */
export interface ViewableDataset {
  readonly dataset: string;
  readonly project: string;
  readonly channels: readonly { readonly num: number; readonly name: string }[];
  /** The job whose pyramids these are. */
  readonly jobId: string;
}

interface ViewableRow {
  name: string;
  title: string;
  channels: { num: number; name: string }[];
  job_id: string;
}

/** The dataset with its latest finished pyramids; undefined where it has none or is deleted. */
export async function findViewable(database: Queryable, datasetHash: string): Promise<ViewableDataset | undefined> {
  const result = await database.query<ViewableRow>(
    `select datasets.name, datasets.channels, projects.title, pipeline_jobs.id as job_id
     from datasets join projects on projects.hash = datasets.project_hash
       join pipeline_jobs on pipeline_jobs.dataset_hash = datasets.hash
     where datasets.hash = $1 and datasets.deleted_at is null and projects.deleted_at is null
       and pipeline_jobs.kind = 'pyramid' and pipeline_jobs.status = 'DONE'
     order by pipeline_jobs.updated_at desc limit 1`,
    [datasetHash],
  );
  const row = result.rows[0];
  if (row === undefined) return undefined;
  return { dataset: row.name, project: row.title, channels: row.channels, jobId: row.job_id };
}

/** The hashes of all datasets, hidden ones included. */
export async function listDatasetHashes(database: Queryable): Promise<ReadonlySet<string>> {
  const result = await database.query<{ hash: string }>('select hash from datasets');
  return new Set(result.rows.map(({ hash }) => hash));
}
