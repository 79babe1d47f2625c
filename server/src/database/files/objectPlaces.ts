import { foldText } from '@data-manager/lib/foldText';
import { HttpError } from '../../common/errors';
import type { Queryable } from '../sql';

/** The place of an object: in a dataset, or elsewhere in a project. Renames do not change it. */
export interface ObjectPlace {
  readonly projectHash: string;
  /** Undefined outside of datasets. */
  readonly datasetHash?: string | undefined;
  /** The path below the dataset or the project. */
  readonly path: string;
}

interface TargetRow {
  title: string;
  first: string;
  projectHash: string;
  datasetHash?: string;
  datasetName?: string;
  isDeleted: boolean;
  /** The present title of the dataset that was called like the folder, which a dataset of that title supersedes. */
  renamedTo?: string;
}

/**
 * Resolves the key of a file to be uploaded.
 *
 * @throws HttpError 404 naming the project or dataset that does not exist, was deleted or was renamed, 409 for the name of a dataset,
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
    `select wanted.title, wanted.first, project.hash as "projectHash", dataset.hash as "datasetHash",
       dataset.name as "datasetName", dataset.deleted_at is not null as "isDeleted",
       (select name from former_titles join datasets on hash = dataset_hash
        where scope = project.hash and title = wanted.first and deleted_at is null) as "renamedTo"
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
  const { projectHash, datasetHash, datasetName, isDeleted, renamedTo } = row;
  if (isDeleted) return noSuchDataset(first, title);
  const path = key.slice(sponsorId.length + title.length + 2);
  if (datasetHash === undefined || datasetName === undefined) {
    // The client has not noticed that the dataset was renamed, and its files would be missing there.
    if (renamedTo !== undefined && path !== first) return noSuchDataset(first, title, `renamed to “${renamedTo}”`);
    return { projectHash, path };
  }
  if (datasetName !== first) return readsLikeDataset(first, datasetName);
  if (path === first) return new HttpError(409, 'A folder with this name already exists.');
  return { projectHash, datasetHash, path: path.slice(first.length + 1) };
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

function noSuchDataset(name: string, title: string, change = 'deleted'): HttpError {
  return new HttpError(404, `The dataset “${name}” of the project “${title}” was ${change}.`, 'NO_SUCH_DATASET');
}

/** The project of a place, and its dataset, which may have been created later under the name of a folder. */
export interface PlaceOwner {
  readonly projectTitle: string;
  readonly isProjectDeleted: boolean;
  readonly datasetHash?: string;
  readonly datasetName?: string;
  readonly isDatasetDeleted: boolean;
  /** The files of a folder are being moved into the dataset. */
  readonly adoptsFolder?: boolean;
}

/** Joins the owners to `uploads`. */
export const UPLOAD_OWNERS = {
  column: `json_strip_nulls(json_build_object('projectTitle', projects.title,
    'isProjectDeleted', projects.deleted_at is not null, 'datasetHash', datasets.hash, 'datasetName', datasets.name,
    'isDatasetDeleted', datasets.deleted_at is not null, 'adoptsFolder', datasets.adopts_folder)) as owner`,
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
export function currentPlace(place: ObjectPlace, owner: PlaceOwner): ObjectPlace {
  const { datasetHash } = owner;
  if (owner.isProjectDeleted) throw noSuchProject(owner.projectTitle);
  if (datasetHash === undefined) return place;
  if (owner.isDatasetDeleted) throw noSuchDataset(owner.datasetName ?? '', owner.projectTitle);
  if (place.datasetHash !== undefined) return place;
  const [, ...below] = place.path.split('/');
  if (below.length === 0) throw new HttpError(409, 'A folder with this name already exists.');
  return { projectHash: place.projectHash, datasetHash, path: below.join('/') };
}

/** Returns the key of a current place. */
export function currentKey(sponsorId: string, { datasetHash, path }: ObjectPlace, owner: PlaceOwner): string {
  const folders = datasetHash === undefined ? [] : [owner.datasetName ?? ''];
  return [sponsorId, owner.projectTitle, ...folders, path].join('/');
}
