import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { HttpError } from '../errors';

/** Paths within the data folder. All are on one file system, so that renames between them are atomic. */
export interface DataFolder {
  /** Objects, as `{sponsor}/{project}/…`. */
  readonly objects: string;
  /** Files being written; emptied at startup. */
  readonly tmp: string;
  /** One folder per incomplete multipart upload. */
  readonly uploads: string;
  /** One record per recently completed upload. */
  readonly completed: string;
  /** Zip jobs and finished archives. */
  readonly zips: string;
  /** Cached previews. */
  readonly previews: string;
  /** Image pyramids of the viewer, as `{dataset hash}/{job id}/…`. */
  readonly pyramids: string;
  /** Jobs for the lab's worker, as `{kind}/{job id}.json`. */
  readonly pipelines: string;
  /** Secrets of this installation. */
  readonly keys: string;
}

/** Returns the paths in a data folder without creating anything. */
export function dataFolderOf(dataDir: string): DataFolder {
  const at = (name: string): string => join(resolve(dataDir), name);
  return {
    objects: at('objects'),
    tmp: at('tmp'),
    uploads: at('uploads'),
    completed: at('completed'),
    zips: at('zips'),
    previews: at('previews'),
    pyramids: at('pyramids'),
    pipelines: at('pipelines'),
    keys: at('keys'),
  };
}

/** Creates missing folders and empties `tmp`, which contains leftovers of a killed process. */
export async function prepareDataFolder(folder: DataFolder): Promise<void> {
  for (const path of [folder.objects, folder.tmp, folder.uploads, folder.completed, folder.zips, folder.previews]) {
    await mkdir(path, { recursive: true });
  }
  await mkdir(folder.keys, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder.tmp)) {
    await rm(join(folder.tmp, name), { recursive: true, force: true });
  }
}

/** Returns an unused path in `tmp`. */
export function newTempPath(folder: DataFolder): string {
  return join(folder.tmp, randomBytes(16).toString('hex'));
}

/**
 * Returns the path of an object or folder. Keys are validated by `keyRules.ts`; this is a second line of defense.
 *
 * @throws HttpError 400 for a key that leads out of the objects folder, or names the folder itself.
 */
export function objectPath(folder: DataFolder, key: string): string {
  const path = resolve(folder.objects, ...key.split('/').map((segment) => `./${segment}`));
  if (key.includes('\0') || !path.startsWith(folder.objects + sep)) {
    throw new HttpError(400, 'The key points outside of the object store.');
  }
  return path;
}
