import { foldText } from '@data-manager/lib/foldText';
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
  title: string;
  first: string;
  project_hash: string;
  dataset_hash: string | null;
  dataset_name: string | null;
  is_deleted: boolean | null;
}

/**
 * Resolves the key of a file to be uploaded.
 *
 * @throws HttpError 404 naming the project or dataset that does not exist or was deleted, 409 for the name of a dataset,
 *   and for a name that reads the same as that of a dataset.
 */
export async function resolveTarget(database: Queryable, key: string): Promise<ObjectPlace> {
  const place = (await resolveTargets(database, [key]))(key);
  if (place instanceof HttpError) throw place;
  return place;
}

/** Resolves the keys of files of a sponsor. Returns a function with the place of each key, or why there is none. */
export async function resolveTargets(
  database: Queryable,
  keys: readonly string[],
): Promise<(key: string) => ObjectPlace | HttpError> {
  const wanted = new Map(keys.map((key) => [firstFolderOf(key), key.split('/', 3)]));
  const { rows } = await database.query<TargetRow>(
    `select wanted.title, wanted.first, project.hash as project_hash, dataset.hash as dataset_hash,
       dataset.name as dataset_name, dataset.deleted_at is not null as is_deleted
     from unnest($2::text[], $3::text[], $4::text[]) as wanted (title, first, folded)
     cross join lateral (
       select hash from projects where sponsor_id = $1 and title = wanted.title and deleted_at is null limit 1
     ) project
     left join lateral (
       select hash, name, deleted_at from datasets
       where project_hash || '/' || folded = project.hash || '/' || wanted.folded order by name = wanted.first desc limit 1
     ) dataset on true`,
    [
      keys[0]?.split('/', 1)[0] ?? '',
      Array.from(wanted.values(), ([, title = '']) => title),
      Array.from(wanted.values(), ([, , first = '']) => first),
      Array.from(wanted.values(), ([, , first = '']) => foldText(first)),
    ],
  );
  const found = new Map(rows.map((row) => [`${row.title}/${row.first}`, row]));
  return (key) => toPlace(key, found.get(firstFolderOf(key)));
}

/** Returns the title of a key's project and the folder or file in it: `p/a` for `s/p/a/b`. */
function firstFolderOf(key: string): string {
  return key.split('/', 3).slice(1).join('/');
}

function toPlace(key: string, row: TargetRow | undefined): ObjectPlace | HttpError {
  const [sponsorId = '', title = '', first = ''] = key.split('/', 3);
  if (row === undefined) return noSuchProject(title);
  if (row.dataset_hash !== null && row.is_deleted === true) return noSuchDataset(first, title);
  const path = key.slice(sponsorId.length + title.length + 2);
  if (row.dataset_hash === null) return { projectHash: row.project_hash, datasetHash: undefined, path };
  if (row.dataset_name !== null && row.dataset_name !== first) return readsLikeDataset(first, row.dataset_name);
  if (path === first) return new HttpError(409, 'A folder with this name already exists.');
  return {
    projectHash: row.project_hash,
    datasetHash: row.dataset_hash,
    path: path.slice(first.length + 1),
  };
}

function readsLikeDataset(name: string, dataset: string): HttpError {
  return new HttpError(
    409,
    `“${name}” and the dataset “${dataset}” have the same name. Use the spelling of the dataset.`,
  );
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
  /** The files of a folder are being moved into the dataset. */
  owner_adopts: boolean | null;
}

/** Joins the owners to `uploads`. */
export const UPLOAD_OWNERS = {
  columns: `projects.title as project_title, projects.deleted_at is not null as project_deleted,
    datasets.hash as owner_hash, datasets.name as owner_name, datasets.deleted_at is not null as owner_deleted,
    datasets.adopts_folder as owner_adopts`,
  joins: `join projects on projects.hash = uploads.project_hash
    left join datasets on datasets.project_hash = projects.hash and (datasets.hash = uploads.dataset_hash
      or (uploads.dataset_hash is null and datasets.name = split_part(uploads.path, '/', 1)))`,
} as const;

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
