import type { Queryable } from '../sql';

/* The pyramids of datasets, which jobs have made for the viewer. */

/** Returns the names of a dataset's pyramids that the viewer shows or a server is writing. */
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

/** The information that the viewer shows about a dataset. */
export interface ViewableDataset {
  readonly dataset: string;
  readonly project: string;
  readonly channels: readonly { readonly num: number; readonly name: string }[];
  /** µm. */
  readonly pixelSize?: number;
  /** Names the folder with the pyramids. */
  readonly pyramidId: string;
}

/** Finds a dataset with its latest pyramids; undefined if it has none or was deleted. */
export async function findViewable(database: Queryable, datasetHash: string): Promise<ViewableDataset | undefined> {
  const { rows } = await database.query<ViewableDataset>(
    `select name as dataset, title as project, channels, pixel_size as "pixelSize", pyramid_id as "pyramidId"
     from datasets join projects on projects.hash = datasets.project_hash
       join pipeline_jobs on pipeline_jobs.dataset_hash = datasets.hash
     where datasets.hash = $1 and datasets.deleted_at is null and projects.deleted_at is null
       and pipeline_jobs.kind = 'pyramid' and pipeline_jobs.status = 'DONE'
     order by pipeline_jobs.updated_at desc limit 1`,
    [datasetHash],
  );
  return rows[0];
}

/** Returns the hashes that belong to a dataset, even if it is soft-deleted. */
export async function findDatasetHashes(database: Queryable, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ hash: string }>('select hash from datasets where hash = any ($1::text[])', [
    hashes,
  ]);
  return new Set(rows.map(({ hash }) => hash));
}
