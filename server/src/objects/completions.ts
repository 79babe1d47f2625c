import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import type { DataFolder } from './dataFolder';
import { orIfAbsent, replaceFile } from './durableFiles';
import { readRecord } from './readRecord';
import { COMPLETED_KEPT_MS } from './uploadStore';

const CompletionRecord = Type.Object({ key: Type.String(), checksum: Type.String() });
/** What is remembered of a completed upload. */
export type CompletionRecord = Static<typeof CompletionRecord>;

/** Reads what is remembered of a completed upload, by its folder's path; undefined where it is not complete. */
export function readCompletion(folder: DataFolder, uploadPath: string): Promise<CompletionRecord | undefined> {
  return readRecord(recordPath(folder, uploadPath), CompletionRecord);
}

/** Remembers that an upload is complete. */
export async function writeCompletion(
  folder: DataFolder,
  uploadPath: string,
  completion: CompletionRecord,
): Promise<void> {
  await replaceFile(folder, recordPath(folder, uploadPath), JSON.stringify(completion));
}

/** Forgets the uploads that were completed long ago. */
export async function sweepCompletions(folder: DataFolder, now: number): Promise<void> {
  await mkdir(folder.completed, { recursive: true });
  for (const name of await readdir(folder.completed)) {
    const path = join(folder.completed, name);
    const stats = await orIfAbsent(stat(path), undefined);
    if (stats !== undefined && now - stats.mtimeMs > COMPLETED_KEPT_MS) await rm(path, { force: true });
  }
}

function recordPath(folder: DataFolder, uploadPath: string): string {
  return join(folder.completed, `${basename(uploadPath)}.json`);
}
