import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { resolveTarget } from '../database/objectPlaces';
import { finishWork, listWork } from '../database/pendingWork';
import { onlyRow, type Database } from '../database/sql';
import { addUpload } from '../database/uploads';
import { newBlobKey } from './blobStore';
import { blobPath, type DataFolder } from './dataFolder';
import { discard, orIfMissing, readRecord, syncFolder } from './durableFiles';

/**
 * Earlier versions kept each file below `{dataDir}/objects` under its key, and each upload with a record of its key. This
 * module gives them rows and stable places. It can be interrupted at any point and called again.
 */

const BATCH = 500;

/**
 * Imports the files and uploads of an earlier version. Call it before the server accepts requests.
 *
 * @param print Receives a line if there is something to import, and a line if files belong to no project.
 */
export async function importFiles(
  database: Database,
  folder: DataFolder,
  print: (line: string) => void,
): Promise<void> {
  await rm(join(dirname(folder.uploads), 'completed'), { recursive: true, force: true });
  await importUploads(database, folder);
  if ((await orIfMissing(lstat(folder.objects), undefined)) === undefined) return;
  print('Moving the files of an earlier version to their new places (once)...');
  await applyPendingMoves(database, folder);
  const { rows } = await database.query<{ hash: string; sponsor_id: string; title: string }>(
    'select hash, sponsor_id, title from projects',
  );
  for (const project of rows) {
    await importProject(database, folder, project.hash, join(folder.objects, project.sponsor_id, project.title));
  }
  await removeEmptyFolders(folder.objects);
  if ((await orIfMissing(lstat(folder.objects), undefined)) === undefined) return;
  print(`The files that remain in ${folder.objects} belong to no project. They are not shown and not changed.`);
}

/** Applies renames and removals that a stopped server of an earlier version left unfinished. */
async function applyPendingMoves(database: Database, folder: DataFolder): Promise<void> {
  for (const { id, work } of await listWork(database)) {
    if (work.kind === 'move') {
      const to = join(folder.objects, work.toPath);
      await mkdir(dirname(to), { recursive: true });
      await orIfMissing(rename(join(folder.objects, work.fromPath), to), undefined);
      await finishWork(database, id);
    } else if (work.fromPath !== undefined) {
      await discard(folder, join(folder.objects, work.fromPath));
    }
  }
}

interface FoundFile {
  /** Below the project; ends in a slash for an empty folder. */
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

async function* walkFiles(top: string, prefix = ''): AsyncGenerator<FoundFile> {
  const entries = (await orIfMissing(readdir(join(top, prefix), { withFileTypes: true }), undefined)) ?? [];
  for (const entry of entries) {
    const path = prefix + entry.name;
    if (entry.isDirectory()) yield* walkFiles(top, `${path}/`);
    if (!entry.isFile()) continue;
    // A name that is not valid UTF-8 can't be found by its text.
    const stats = await orIfMissing(lstat(join(top, path)), undefined);
    if (stats !== undefined) yield { path, size: stats.size, modifiedAt: stats.mtime };
  }
  if (entries.length === 0 && prefix !== '') {
    const stats = await orIfMissing(lstat(join(top, prefix)), undefined);
    if (stats !== undefined) yield { path: prefix, size: 0, modifiedAt: stats.mtime };
  }
}

async function importProject(database: Database, folder: DataFolder, hash: string, top: string): Promise<void> {
  const { rows } = await database.query<{ name: string; hash: string }>(
    'select name, hash from datasets where project_hash = $1',
    [hash],
  );
  const datasets = new Map(rows.map((row) => [row.name, row.hash]));
  let batch: FoundFile[] = [];
  const importBatch = async (): Promise<void> => {
    await importBatchOf(database, folder, { hash, datasets, top }, batch);
    batch = [];
  };
  for await (const file of walkFiles(top)) {
    batch.push(file);
    if (batch.length === BATCH) await importBatch();
  }
  await importBatch();
}

interface ImportedProject {
  readonly hash: string;
  /** Hashes by name. */
  readonly datasets: ReadonlyMap<string, string>;
  /** The folder of its files. */
  readonly top: string;
}

async function importBatchOf(
  database: Database,
  folder: DataFolder,
  { hash, datasets, top }: ImportedProject,
  files: readonly FoundFile[],
): Promise<void> {
  if (files.length === 0) return;
  // The rows come first: a file without a row would be lost, and a row without its file is completed by the next start.
  const blobs = await database.transaction(async (transaction) => {
    const found: string[] = [];
    for (const { path, size, modifiedAt } of files) {
      const [first = '', ...below] = path.split('/');
      const dataset = below.length > 0 ? datasets.get(first) : undefined;
      const result = await transaction.query<{ blob: string }>(
        `insert into objects (blob, project_hash, dataset_hash, path, size, modified_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (project_hash, dataset_hash, path) do update set path = excluded.path returning blob`,
        [newBlobKey(hash), hash, dataset ?? null, dataset === undefined ? path : below.join('/'), size, modifiedAt],
      );
      found.push(onlyRow(result).blob);
    }
    return found;
  });
  await mkdir(join(folder.blobs, hash), { recursive: true });
  for (const [index, { path }] of files.entries()) {
    const target = blobPath(folder, blobs[index] ?? '');
    if (path.endsWith('/') || (await orIfMissing(lstat(target), undefined)) !== undefined) continue;
    await rename(join(top, path), target);
  }
  await syncFolder(join(folder.blobs, hash));
}

/** Removes folders that contain nothing but empty folders. */
async function removeEmptyFolders(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmptyFolders(join(path, entry.name));
  }
  await rmdir(path).catch(() => undefined);
}

const UploadRecord = Type.Object({ key: Type.String() });

async function importUploads(database: Database, folder: DataFolder): Promise<void> {
  for (const id of await readdir(folder.uploads)) {
    const path = join(folder.uploads, id, 'upload.json');
    const record = await readRecord(path, UploadRecord);
    if (record === undefined) continue;
    const place = await resolveTarget(database, record.key).catch(() => undefined);
    if (place !== undefined) {
      await addUpload(database, { id, key: record.key, blob: newBlobKey(place.projectHash), place });
    }
    await rm(path);
  }
}
