import { writeListQuery } from '../listing/listQuery';
import { buildPath, type RoutePlace } from '../navigation/routePath';

/** What a key is made of. */
export interface NamedFile {
  readonly name: string;
  /** As renamed by a person: a bare name, or a path below the key prefix. */
  readonly newName?: string;
  /** Empty for a file that was not chosen inside a folder. */
  readonly webkitRelativePath: string;
}

/**
 * The path below the key prefix under which a file is stored, in NFC. A file chosen inside a folder keeps its folders;
 * its last segment is the new name where there is one. Uploading into a dataset (`{project}/{dataset}`), a top folder
 * of the dataset's own name is left out. A new name with folders of its own is taken as it is, so giving a result
 * back as `newName` changes nothing.
 * @param keyPrefix `{project}` or `{project}/{dataset}`
 */
export function uploadName(file: NamedFile, keyPrefix: string): string {
  const wanted = segmentsOf(file.newName ?? file.name);
  const folders = segmentsOf(file.webkitRelativePath).slice(0, -1);
  const ownFolders = wanted.slice(0, -1);
  const leaf = wanted.slice(-1);
  if (ownFolders.length > 0 && ownFolders.join('/') !== folders.join('/')) return wanted.join('/');
  const dataset = datasetOf(keyPrefix);
  const kept = dataset !== undefined && folders[0] === dataset ? folders.slice(1) : folders;
  return [...kept, ...leaf].join('/');
}

/** The object's key, `{sponsor_id}/{keyPrefix}/{name}`, in NFC. */
export function uploadKey(sponsorId: string, keyPrefix: string, name: string): string {
  return [sponsorId, ...segmentsOf(keyPrefix), ...segmentsOf(name)].join('/').normalize('NFC');
}

function datasetOf(keyPrefix: string): string | undefined {
  const segments = segmentsOf(keyPrefix);
  return segments.length > 1 ? segments.at(-1) : undefined;
}

function segmentsOf(path: string): readonly string[] {
  return path
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '');
}

/** Where uploaded files lie, as far as it is the same for all of them. */
export type UploadedPlace = Pick<RoutePlace, 'sponsorId' | 'project' | 'dataset'>;

/** The place of a key: `{sponsor}/{project}[/{dataset}[/folders]]/{file}`. */
export function placeOfKey(key: string): UploadedPlace {
  const [sponsorId = '', project, dataset] = key.split('/').slice(0, -1);
  return { sponsorId, ...(project !== undefined && { project }), ...(dataset !== undefined && { dataset }) };
}

/** What two places have in common: a dataset, a project, or no more than the sponsor. */
export function sharedPlace(one: UploadedPlace, other: UploadedPlace): UploadedPlace {
  const { sponsorId, project, dataset } = one;
  if (project === undefined || project !== other.project) return { sponsorId };
  return dataset === undefined || dataset !== other.dataset ? { sponsorId, project } : one;
}

/** The address under which the app shows the folder in which a key lies. */
export function addressOfKey(key: string): string {
  const folder = key.split('/').slice(3, -1).join('/');
  const query = writeListQuery({ folder }).toString();
  return buildPath(placeOfKey(key)) + (query === '' ? '' : `?${query}`);
}
