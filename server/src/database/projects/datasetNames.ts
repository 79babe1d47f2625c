import type { NamedDataset } from '@data-manager/domain/names/datasetNames';
import type { Queryable } from '../sql';
import { listDatasets } from './datasets';
import { listFormerTitles, withFormerTitles } from './formerTitles';

/** Returns what the names of the images of a project's datasets begin with, by the hash of the dataset. */
export async function nameDatasets(
  database: Queryable,
  projectHash: string,
): Promise<ReadonlyMap<string, NamedDataset>> {
  const formerTitles = await listFormerTitles(database, projectHash);
  const datasets = await listDatasets(database, projectHash);
  const titles = datasets.map(({ dataset }) => dataset);
  const named = withFormerTitles(datasets, formerTitles, ({ datasetHash }) => datasetHash);
  return new Map(named.map((dataset) => [dataset.datasetHash, { ...dataset, titles }]));
}

/** Does the same for one dataset. Returns undefined if it was deleted. */
export async function nameDataset(database: Queryable, hash: string): Promise<NamedDataset | undefined> {
  const found = await database.query<{ project: string }>(
    'select project_hash as project from datasets where hash = $1',
    [hash],
  );
  const [row] = found.rows;
  return row && (await nameDatasets(database, row.project)).get(hash);
}
