import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { HttpError } from '../errors';

/** Where things lie in the data folder. All on one file system, so that a rename between them is atomic. */
export interface DataFolder {
  /** The objects themselves, `{sponsor}/{project}/…`. */
  readonly objects: string;
  /** Files being written; nothing in here is worth keeping over a restart. */
  readonly tmp: string;
  /** One folder for each multipart upload that is not complete. */
  readonly uploads: string;
  /** One small record for each upload completed of late. */
  readonly completed: string;
  /** Zip jobs and finished archives. */
  readonly zips: string;
  /** The cache of previews. */
  readonly previews: string;
  /** Image pyramids of the viewer, `{dataset hash}/{job id}/…`. */
  readonly pyramids: string;
  /** Jobs that a lab's own worker takes, `{kind}/{job id}.json`. */
  readonly pipelines: string;
  /** Secrets of this installation. */
  readonly keys: string;
}

/** The parts of a data folder; makes nothing on disk. */
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

/** Makes the folders that are missing and empties `tmp`, which holds only what a killed process left behind. */
export async function prepareDataFolder(folder: DataFolder): Promise<void> {
  for (const path of [folder.objects, folder.tmp, folder.uploads, folder.completed, folder.zips, folder.previews]) {
    await mkdir(path, { recursive: true });
  }
  await mkdir(folder.keys, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder.tmp)) {
    await rm(join(folder.tmp, name), { recursive: true, force: true });
  }
}

/** A path in `tmp` that nothing else uses. */
export function newTempPath(folder: DataFolder): string {
  return join(folder.tmp, randomBytes(16).toString('hex'));
}

/**
 * The file or folder of a key. The key was checked by `keyRules.ts`; this is the second lock, which holds even
 * where a caller forgot the first.
 *
 * @throws HttpFailure 400 for a key that would lead out of the objects' folder or name the folder itself.
 */
export function objectPath(folder: DataFolder, key: string): string {
  const path = resolve(folder.objects, ...key.split('/').map((segment) => `./${segment}`));
  if (key.includes('\0') || !path.startsWith(folder.objects + sep)) {
    throw new HttpError(400, 'The key leads out of the store.');
  }
  return path;
}
