import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { HttpError } from '../errors';
import { createLimiter } from '../locks';
import { jobErrorMessage, orIfMissing } from '../objects/durableFiles';
import type { ReadableObjects } from '../objects/objectStore';
import { measureSelection, prepareArchive, type ArchiveParts, type ZipSelection } from './archiveContents';
import {
  archivePath,
  readZipRecords,
  removeOrphanedArchives,
  removeZip,
  writeZipRecord,
  type ZipRecord,
} from './zipRecords';

/** How long a job and its archive are kept. */
const ZIP_KEPT_MS = 24 * 60 * 60 * 1000;
/** Archives written at the same time; more would only take turns at the disk. */
const JOBS_AT_ONCE = 2;

const NOT_WRITTEN = "The archive could not be written. The server's log tells why.";

/** Where a job stands. */
interface ZipProgress extends Pick<ZipRecord, 'status' | 'zipFileName' | 'totalFiles' | 'totalSize' | 'msg'> {
  /** Bytes of objects read so far. */
  readonly completedSize: number;
}

/** The archives being made and those waiting to be fetched. A sponsor sees only its own. */
export interface ZipJobs {
  /** @throws HttpFailure 404 for a missing file or a selection without files. */
  start(sponsorId: string, zipFileName: string, selection: ZipSelection): Promise<ZipRecord>;
  /** Undefined where the sponsor has no such job. */
  progress(sponsorId: string, ref: string): ZipProgress | undefined;
  /** Stops a job and removes all of it; none there is no error. */
  cancel(sponsorId: string, ref: string): Promise<void>;
  /** Goes on where the last process stopped: restarts what was being prepared, removes what is old or stray. */
  resume(): Promise<void>;
  /** Removes what is old. */
  sweep(): Promise<void>;
  /** Stops writing, in such a way that `resume` in the next process goes on. */
  close(): Promise<void>;
}

interface Job {
  record: ZipRecord;
  completedSize: number;
  readonly stop: AbortController;
  finished: Promise<void>;
}

/** What jobs are made over. */
interface ZipJobParts extends Omit<ArchiveParts, 'objects'> {
  /** The objects that a sponsor may have in its archives, as it is now. */
  readonly objectsOf: (sponsorId: string) => Promise<ReadableObjects>;
  /** Told of what nobody foresaw. */
  readonly report: (error: unknown) => void;
}

/** @param now milliseconds since 1970 */
export function createZipJobs(
  { folder, previews, objectsOf, report }: ZipJobParts,
  now: () => number = Date.now,
): ZipJobs {
  const jobs = new Map<string, Job>();
  const inTurn = createLimiter(JOBS_AT_ONCE);

  function adopt(record: ZipRecord): Job {
    const job: Job = { record, completedSize: 0, stop: new AbortController(), finished: Promise.resolve() };
    jobs.set(record.ref, job);
    return job;
  }

  async function settle(job: Job, outcome: Pick<ZipRecord, 'status' | 'msg'>): Promise<void> {
    if (job.stop.signal.aborted) return;
    await writeZipRecord(folder, { ...job.record, ...outcome });
    job.record = { ...job.record, ...outcome };
  }

  async function prepare(job: Job): Promise<void> {
    const { ref, sponsorId, selection } = job.record;
    try {
      job.stop.signal.throwIfAborted();
      const objects = await objectsOf(sponsorId);
      // Again, since objects may have come and gone while the job waited, or while the server was down.
      job.record = { ...job.record, ...(await measureSelection(objects, selection)) };
      const progress = {
        bytesRead: (count: number) => void (job.completedSize += count),
        fileSkipped: () => void (job.record = { ...job.record, totalFiles: job.record.totalFiles - 1 }),
      };
      await prepareArchive(
        { folder, objects, previews },
        archivePath(folder, ref),
        selection,
        progress,
        job.stop.signal,
      );
      if (job.record.totalFiles <= 0) throw new HttpError(404, 'None of the chosen files is an image.');
      await settle(job, { status: 'COMPLETED' });
    } catch (error) {
      if (job.stop.signal.aborted) return;
      await settle(job, { status: 'FAILED', msg: jobErrorMessage(error, NOT_WRITTEN, report) });
    }
  }

  function run(job: Job): void {
    // Its record can't be written either: the job stands as it does until the next start tries it again.
    job.finished = inTurn(() => prepare(job)).catch(report);
  }

  async function drop(job: Job): Promise<void> {
    jobs.delete(job.record.ref);
    job.stop.abort();
    await removeZip(folder, job.record.ref);
    await job.finished;
    // The archive may have been put in place between the two.
    await removeZip(folder, job.record.ref);
  }

  const owned = (sponsorId: string, ref: string): Job | undefined => {
    const job = jobs.get(ref);
    return job?.record.sponsorId === sponsorId ? job : undefined;
  };

  async function sweep(): Promise<void> {
    for (const job of jobs.values()) {
      if (job.record.status !== 'PREPARING' && now() - job.record.createdMs > ZIP_KEPT_MS) await drop(job);
    }
  }

  return {
    async start(sponsorId, zipFileName, selection) {
      const totals = await measureSelection(await objectsOf(sponsorId), selection);
      const ref = randomBytes(16).toString('hex');
      const record: ZipRecord = {
        ref,
        sponsorId,
        zipFileName,
        selection,
        createdMs: now(),
        status: 'PREPARING',
        ...totals,
      };
      await writeZipRecord(folder, record);
      run(adopt(record));
      return record;
    },
    progress(sponsorId, ref) {
      const job = owned(sponsorId, ref);
      if (job === undefined) return undefined;
      const isDone = job.record.status === 'COMPLETED';
      const { totalSize } = job.record;
      return { ...job.record, completedSize: isDone ? totalSize : Math.min(job.completedSize, totalSize) };
    },
    async cancel(sponsorId, ref) {
      const job = owned(sponsorId, ref);
      if (job !== undefined) await drop(job);
    },
    async resume() {
      const { records, unread } = await readZipRecords(folder, report);
      await removeOrphanedArchives(folder, new Set([...records.map((record) => record.ref), ...unread]));
      for (const record of records) {
        const hasArchive = (await orIfMissing(stat(archivePath(folder, record.ref)), undefined)) !== undefined;
        if (record.status === 'COMPLETED' && !hasArchive) await removeZip(folder, record.ref);
        else if (record.status === 'PREPARING') run(adopt(record));
        else adopt(record);
      }
      await sweep();
    },
    sweep,
    async close() {
      for (const job of jobs.values()) job.stop.abort();
      await Promise.all([...jobs.values()].map((job) => job.finished));
    },
  };
}
