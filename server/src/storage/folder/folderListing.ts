import { readdir, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../../disk/dataFolder';
import { diskErrorCode, orIfMissing } from '../../disk/durableFiles';
import type { BlobUpload } from '../blobStore';
import { hasUploadFolder, uploadPath } from './uploadFolder';

/** Entries of a page. */
const PAGE = 1_000;

/** Iterates over the uploads that were started before a time, in batches. */
export async function* listUploads(folder: DataFolder, before: Date): AsyncGenerator<readonly BlobUpload[]> {
  for (const names of pagesOf(await namesIn(folder.uploads))) {
    const old: BlobUpload[] = [];
    for (const uploadId of names) {
      if (!(await hasUploadFolder(folder, uploadId))) continue;
      const stats = await orIfMissing(stat(uploadPath(folder, uploadId)), undefined);
      if (stats !== undefined && stats.mtime < before) old.push({ uploadId, blob: '' });
    }
    yield old;
  }
}

/**
 * Iterates over the paths of the files in a folder and its subfolders (`{file}` or `{subfolder}/{file}`), in pages. Removes empty
 * subfolders.
 */
export async function* listFiles(path: string): AsyncGenerator<readonly string[]> {
  const entries = (await orIfMissing(readdir(path, { withFileTypes: true }), undefined)) ?? [];
  yield* pagesOf(entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])));
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const names = await namesIn(join(path, entry.name));
    if (names.length === 0) await removeIfEmpty(join(path, entry.name));
    yield* pagesOf(names.map((name) => `${entry.name}/${name}`));
  }
}

/** Removes a folder unless it contains something or does not exist. */
export async function removeIfEmpty(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    // macOS and some network file systems report EEXIST for a folder with entries.
    if (!['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST'].includes(diskErrorCode(error) ?? '')) throw error;
  }
}

async function namesIn(path: string): Promise<string[]> {
  return (await orIfMissing(readdir(path), undefined)) ?? [];
}

function* pagesOf(names: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < names.length; start += PAGE) yield names.slice(start, start + PAGE);
}
