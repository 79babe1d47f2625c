import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkBlobKey } from './blobStore';

/** Paths within the data folder. All are on one file system, so that renames between them are atomic. */
export interface DataFolder {
  readonly root: string;
  /** Contents of objects, as `{project hash}/{random id}`. */
  readonly blobs: string;
  /** Files of earlier versions, as `{sponsor}/{project}/…`, which `importFiles.ts` moves to `blobs`. */
  readonly objects: string;
  /** Files being written; emptied at startup. */
  readonly tmp: string;
  /** One folder per incomplete multipart upload. */
  readonly uploads: string;
  /** Finished archives. */
  readonly zips: string;
  /** Cached previews. */
  readonly previews: string;
  /** Image pyramids of the viewer, as `{dataset hash}/{job id}/…`. */
  readonly pyramids: string;
  /** Jobs for the lab's worker, as `{kind}/{job id}.json`. */
  readonly pipelines: string;
  /** Secrets of earlier versions, which are in the database now. */
  readonly keys: string;
}

/** Returns the paths in a data folder without creating anything. */
export function dataFolderOf(dataDir: string): DataFolder {
  const at = (name: string): string => join(resolve(dataDir), name);
  return {
    root: resolve(dataDir),
    blobs: at('blobs'),
    objects: at('objects'),
    tmp: at('tmp'),
    uploads: at('uploads'),
    zips: at('zips'),
    previews: at('previews'),
    pyramids: at('pyramids'),
    pipelines: at('pipelines'),
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

/** Returns the path of a blob. */
export function blobPath(folder: DataFolder, blob: string): string {
  return join(folder.blobs, checkBlobKey(blob));
}
