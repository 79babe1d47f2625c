import { readsSame } from '@data-manager/lib/foldText';
import { cleanPath } from '../names/cleanName';

/** The fields that determine a key. */
export interface NamedFile {
  readonly name: string;
  /** The name given by the user: a bare name, or a path below the key prefix. */
  readonly newName?: string;
  /** Empty for a file that was not chosen as part of a folder. */
  readonly webkitRelativePath: string;
}

/**
 * Returns the path below the key prefix, with clean names. A file chosen as part of a folder keeps its folders; a new name replaces
 * the last segment. When uploading into a dataset (`{project}/{dataset}`), a top folder with the dataset's name, in
 * any spelling, is omitted. A new name that contains folders is used unchanged, so the function is idempotent for `newName`.
 * @param keyPrefix `{project}` or `{project}/{dataset}`
 */
export function uploadName(file: NamedFile, keyPrefix: string): string {
  const wanted = segmentsOf(cleanPath(file.newName ?? file.name));
  const folders = segmentsOf(cleanPath(file.webkitRelativePath)).slice(0, -1);
  if (folders.length === 0) return wanted.join('/');
  const ownFolders = wanted.slice(0, -1);
  const leaf = wanted.slice(-1);
  if (ownFolders.length > 0 && ownFolders.join('/') !== folders.join('/')) return wanted.join('/');
  const dataset = datasetOf(keyPrefix);
  const kept = dataset !== undefined && readsSame(folders[0] ?? '', dataset) ? folders.slice(1) : folders;
  return [...kept, ...leaf].join('/');
}

/** Returns the object's key, `{sponsor_id}/{keyPrefix}/{name}`, in NFC. The prefix may have an older title. */
export function uploadKey(sponsorId: string, keyPrefix: string, name: string): string {
  return [sponsorId, ...segmentsOf(keyPrefix), ...segmentsOf(cleanPath(name))].join('/').normalize('NFC');
}

/** Returns a path whose top folder has the spelling of an existing dataset, if it reads the same as one. */
export function adoptTitle(path: string, titles: readonly string[]): string {
  const [top = '', ...rest] = path.split('/');
  if (rest.length === 0 || titles.includes(top)) return path;
  const title = titles.find((one) => readsSame(one, top));
  return title === undefined ? path : [title, ...rest].join('/');
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

/** The sponsor, project and dataset that uploaded files have in common. */
export interface UploadedPlace {
  readonly sponsorId: string;
  readonly project?: string;
  readonly dataset?: string;
}

/** Returns the place of a key, `{sponsor}/{project}[/{dataset}[/folders]]/{file}`. */
export function placeOfKey(key: string): UploadedPlace {
  const [sponsorId = '', project, dataset] = key.split('/').slice(0, -1);
  return { sponsorId, ...(project !== undefined && { project }), ...(dataset !== undefined && { dataset }) };
}

/** Returns what two places have in common: a dataset, a project, or only the sponsor. */
export function sharedPlace(one: UploadedPlace, other: UploadedPlace): UploadedPlace {
  const { sponsorId, project, dataset } = one;
  if (project === undefined || project !== other.project) return { sponsorId };
  return dataset === undefined || dataset !== other.dataset ? { sponsorId, project } : one;
}
