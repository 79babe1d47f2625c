import { HttpError } from '../errors';
import type { Queryable } from './sql';

/** The place of an object: in a dataset, or elsewhere in a project. Renames do not change it. */
export interface ObjectPlace {
  readonly projectHash: string;
  /** Undefined outside of datasets. */
  readonly datasetHash: string | undefined;
  /** The path below the dataset or the project. */
  readonly path: string;
}

interface TargetRow {
  project_hash: string;
  dataset_hash: string | null;
  dataset_name: string | null;
  is_deleted: boolean | null;
}

/**
 * Resolves the key of a file to be uploaded.
 *
 * @throws HttpError 404 naming the project or dataset that does not exist or was deleted, 409 for the name of a dataset.
 */
export async function resolveTarget(database: Queryable, key: string): Promise<ObjectPlace> {
  const [sponsorId = '', title = '', first = '', ...below] = key.split('/');
  const { rows } = await database.query<TargetRow>(
    `select projects.hash as project_hash, datasets.hash as dataset_hash, datasets.name as dataset_name,
       datasets.deleted_at is not null as is_deleted
     from projects left join datasets on datasets.project_hash = projects.hash and lower(datasets.name) = lower($3)
     where projects.sponsor_id = $1 and projects.title = $2 and projects.deleted_at is null`,
    [sponsorId, title, first],
  );
  const [row] = rows;
  if (row === undefined) throw noSuchProject(title);
  if (row.dataset_hash !== null && row.is_deleted === true) throw noSuchDataset(first, title);
  if (row.dataset_name !== first) {
    return { projectHash: row.project_hash, datasetHash: undefined, path: [first, ...below].join('/') };
  }
  if (below.length === 0) throw new HttpError(409, 'A folder with this name already exists.');
  return { projectHash: row.project_hash, datasetHash: row.dataset_hash ?? undefined, path: below.join('/') };
}

function noSuchProject(title: string): HttpError {
  return new HttpError(
    404,
    `The project “${title}” does not exist. It may have been deleted or renamed.`,
    'NO_SUCH_PROJECT',
  );
}

function noSuchDataset(name: string, title: string): HttpError {
  return new HttpError(404, `The dataset “${name}” of the project “${title}” was deleted.`, 'NO_SUCH_DATASET');
}

/** The project of a place, and its dataset, which may have been created later under the name of a folder. */
export interface OwnerRow {
  project_title: string;
  project_deleted: boolean;
  owner_hash: string | null;
  owner_name: string | null;
  owner_deleted: boolean | null;
}

/** Joins the owners to a table with the columns of places. */
export function ownersOf(places: string): { readonly columns: string; readonly joins: string } {
  return {
    columns: `projects.title as project_title, projects.deleted_at is not null as project_deleted,
      datasets.hash as owner_hash, datasets.name as owner_name, datasets.deleted_at is not null as owner_deleted`,
    joins: `join projects on projects.hash = ${places}.project_hash
      left join datasets on datasets.project_hash = projects.hash and (datasets.hash = ${places}.dataset_hash
        or (${places}.dataset_hash is null and datasets.name = split_part(${places}.path, '/', 1)))`,
  };
}

/**
 * Checks that the project and dataset of a place were not deleted. A folder that has become a dataset since the place was
 * resolved is resolved again.
 *
 * @throws HttpError 404 naming the project or dataset.
 */
export function currentPlace(place: ObjectPlace, owner: OwnerRow): ObjectPlace {
  if (owner.project_deleted) throw noSuchProject(owner.project_title);
  if (owner.owner_hash === null) return place;
  if (owner.owner_deleted === true) throw noSuchDataset(owner.owner_name ?? '', owner.project_title);
  if (place.datasetHash !== undefined) return place;
  const [, ...below] = place.path.split('/');
  if (below.length === 0) throw new HttpError(409, 'A folder with this name already exists.');
  return { projectHash: place.projectHash, datasetHash: owner.owner_hash, path: below.join('/') };
}

/** Returns the key of a current place. */
export function currentKey(sponsorId: string, { datasetHash, path }: ObjectPlace, owner: OwnerRow): string {
  const folders = datasetHash === undefined ? [] : [owner.owner_name ?? ''];
  return [sponsorId, owner.project_title, ...folders, path].join('/');
}
