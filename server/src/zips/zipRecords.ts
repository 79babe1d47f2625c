import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import type { DataFolder } from '../objects/dataFolder';
import { orIfMissing, readRecord, replaceFile } from '../objects/durableFiles';
import { ZipSelection } from './archiveContents';

const ZipRecord = Type.Object({
  ref: Type.String(),
  sponsorId: Type.String(),
  zipFileName: Type.String(),
  selection: ZipSelection,
  /** Milliseconds since 1970. */
  createdMs: Type.Number(),
  status: Type.Union([Type.Literal('PREPARING'), Type.Literal('COMPLETED'), Type.Literal('FAILED')]),
  /** Files that go into the archive. */
  totalFiles: Type.Integer(),
  /** Bytes of the objects that are read for it. */
  totalSize: Type.Integer(),
  /** Why it failed, for people. */
  msg: Type.Optional(Type.String()),
});
/** What outlasts a restart of a zip job. */
export type ZipRecord = Static<typeof ZipRecord>;

/** A job's reference: 32 hex digits, made by the server; nothing else ever becomes a path. */
export function isZipRef(ref: string): boolean {
  return /^[0-9a-f]{32}$/.test(ref);
}

/** The finished archive of a job. */
export function archivePath(folder: DataFolder, ref: string): string {
  return join(folder.zips, `${ref}.zip`);
}

/** Writes a job's record, in place of an earlier one. */
export async function writeZipRecord(folder: DataFolder, record: ZipRecord): Promise<void> {
  await replaceFile(folder, recordPath(folder, record.ref), JSON.stringify(record));
}

/** What lies in the folder of archives. */
interface FoundZips {
  readonly records: readonly ZipRecord[];
  /** References of jobs whose records the disk does not let be read: they are left as they are. */
  readonly unread: readonly string[];
}

/**
 * Reads the records of all jobs; one that is damaged is dropped, since its archive can be asked for anew.
 *
 * @param report told of each record that the disk does not give
 */
export async function readZipRecords(folder: DataFolder, report: (error: unknown) => void): Promise<FoundZips> {
  await mkdir(folder.zips, { recursive: true });
  const records: ZipRecord[] = [];
  const unread: string[] = [];
  for (const name of await readdir(folder.zips)) {
    const ref = name.replace(/\.json$/, '');
    if (ref === name || !isZipRef(ref)) continue;
    try {
      const record = await readRecord(recordPath(folder, ref), ZipRecord);
      if (record === undefined) await removeZip(folder, ref);
      else records.push(record);
    } catch (error) {
      report(error);
      unread.push(ref);
    }
  }
  return { records, unread };
}

/** Removes a job's record and archive; nothing there is no error. */
export async function removeZip(folder: DataFolder, ref: string): Promise<void> {
  // The record first: an archive without one is never served, and the next start removes it.
  await rm(recordPath(folder, ref), { force: true });
  await rm(archivePath(folder, ref), { force: true });
}

/** Removes archives whose record is gone. */
export async function removeOrphanedArchives(folder: DataFolder, refs: ReadonlySet<string>): Promise<void> {
  for (const name of (await orIfMissing(readdir(folder.zips), undefined)) ?? []) {
    if (!refs.has(name.slice(0, name.indexOf('.')))) await rm(join(folder.zips, name), { force: true });
  }
}

function recordPath(folder: DataFolder, ref: string): string {
  return join(folder.zips, `${ref}.json`);
}
