import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Paths within the data folder. All are on one file system, so that renames between them are atomic. */
export type DataFolder = ReturnType<typeof dataFolderOf>;

/** Returns the paths in a data folder without creating anything. */
export function dataFolderOf(dataDir: string) {
  const at = (name: string): string => join(resolve(dataDir), name);
  return {
    root: resolve(dataDir),
    /** Contents of objects, as `{project hash}/{random id}`. */
    blobs: at('blobs'),
    /** Files being written; emptied at startup. */
    tmp: at('tmp'),
    /** One folder per incomplete multipart upload. */
    uploads: at('uploads'),
    /** Finished archives. */
    zips: at('zips'),
    /** Cached previews. */
    previews: at('previews'),
    /** Image pyramids of the viewer, as `{dataset hash}/{job id}/…`. */
    pyramids: at('pyramids'),
    /** Jobs for the lab's worker, as `{kind}/{job id}.json`. */
    pipelines: at('pipelines'),
    /** Secrets of earlier versions, which are in the database now. */
    keys: at('keys'),
  };
}

/** Creates missing folders and empties `tmp`, which contains leftovers of a killed process. */
export async function prepareDataFolder(folder: DataFolder): Promise<void> {
  for (const path of [folder.blobs, folder.tmp, folder.uploads, folder.zips, folder.previews]) {
    await mkdir(path, { recursive: true });
  }
  for (const name of await readdir(folder.tmp)) {
    await rm(join(folder.tmp, name), { recursive: true, force: true });
  }
}

/** Returns an unused path in `tmp`. */
export function newTempPath(folder: DataFolder): string {
  return join(folder.tmp, randomBytes(16).toString('hex'));
}
