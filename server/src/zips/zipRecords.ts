import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import type { DataFolder } from '../objects/dataFolder';
import { readRecord, replaceFile } from '../objects/durableFiles';
import { ZipSelection } from './archiveContents';

const ZipRecord = Type.Object({
  ref: Type.String(),
  sponsorId: Type.String(),
  zipFileName: Type.String(),
  /** The files are forgotten when the job has ended. */
  selection: Type.Union([ZipSelection, Type.Object({ onlyDownSamples: Type.Boolean() })]),
  /** Milliseconds since the Unix epoch. */
  createdMs: Type.Number(),
  status: Type.Union([Type.Literal('PREPARING'), Type.Literal('COMPLETED'), Type.Literal('FAILED')]),
  /** Number of files in the archive. */
  totalFiles: Type.Integer(),
  /** Total size of the objects in bytes. */
  totalSize: Type.Integer(),
  /** The reason for a failure, for the user. */
  msg: Type.Optional(Type.String()),
});
/** The persistent state of a zip job. */
export type ZipRecord = Static<typeof ZipRecord>;

/** Returns whether a string is a job's reference. No other string is ever used in a path. */
export function isZipRef(ref: string): boolean {
  return /^[0-9a-f]{32}$/.test(ref);
}

/** Returns the name of a job's archive among the derived files. */
export function archiveName(ref: string): string {
  return `zips/${ref}.zip`;
}

/** Writes or replaces a job's record. */
export async function writeZipRecord(folder: DataFolder, record: ZipRecord): Promise<void> {
  await replaceFile(folder, recordPath(folder, record.ref), JSON.stringify(record));
}

/** The contents of the archive folder. */
interface FoundZips {
  readonly records: readonly ZipRecord[];
  /** References of jobs whose records can't be read. They are left unchanged. */
  readonly unreadable: readonly string[];
}

/**
 * Reads the records of all jobs. Removes damaged ones, because their archives can be requested again.
 *
 * @param report Receives the errors of unreadable records.
 */
export async function readZipRecords(folder: DataFolder, report: (error: unknown) => void): Promise<FoundZips> {
  await mkdir(folder.zips, { recursive: true });
  const records: ZipRecord[] = [];
  const unreadable: string[] = [];
  for (const name of await readdir(folder.zips)) {
    const ref = name.replace(/\.json$/, '');
    if (ref === name || !isZipRef(ref)) continue;
    try {
      const record = await readRecord(recordPath(folder, ref), ZipRecord);
      if (record === undefined) await removeZipRecord(folder, ref);
      else records.push(record);
    } catch (error) {
      report(error);
      unreadable.push(ref);
    }
  }
  return { records, unreadable };
}

/** Removes the record of a job, if it exists. */
export async function removeZipRecord(folder: DataFolder, ref: string): Promise<void> {
  await rm(recordPath(folder, ref), { force: true });
}

function recordPath(folder: DataFolder, ref: string): string {
  return join(folder.zips, `${ref}.json`);
}
