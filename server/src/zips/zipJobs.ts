import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Semaphore } from 'async-mutex';
import { HttpError } from '../errors';
import type { BlobStore } from '../objects/blobStore';
import type { DataFolder } from '../objects/dataFolder';
import { jobErrorMessage } from '../objects/durableFiles';
import { measureSelection, prepareArchive, type ArchiveParts, type ZipSelection } from './archiveContents';
import { archiveName, isZipRef, readZipRecords, removeZipRecord, writeZipRecord, type ZipRecord } from './zipRecords';

/** How long a job and its archive are kept. */
const ZIP_KEPT_MS = 24 * 60 * 60 * 1000;
/** Number of archives written at the same time. The disk limits the throughput. */
const MAX_CONCURRENT_JOBS = 2;

/** Limits for the archives of a sponsor that are in preparation: their number, and the characters of the selected keys. */
const MAX_PREPARING = 100;
const MAX_SELECTED_CHARACTERS = 64 * 1024 * 1024;
const RETRY_SECONDS = 60;

const WRITE_FAILED = "The archive could not be written. See the server's log.";

/** The progress of a job. */
interface ZipProgress extends ArchiveSizes, Pick<ZipRecord, 'status' | 'zipFileName' | 'totalFiles' | 'msg'> {}

interface ArchiveSizes {
  /** Bytes in the archive so far. */
  readonly completedSize: number;
  /**
   * Bytes in the complete archive. Of downsampled images it is estimated until the archive is complete, and undefined before
   * the first image.
   */
  readonly totalSize: number | undefined;
}

/** Archives in preparation or ready for download. Sponsors only see their own. */
export interface ZipJobs {
  /** @throws HttpError 404 for a missing file or an empty selection, 429 for too many archives at once. */
  start(sponsorId: string, zipFileName: string, selection: ZipSelection): Promise<ZipRecord>;
  /** Waits until a job has ended, but at most for `ms`. */
  waitForEnd(ref: string, ms: number): Promise<void>;
  /** Returns undefined if the sponsor has no such job. */
  progress(sponsorId: string, ref: string): ZipProgress | undefined;
  /** Stops and removes a job. Does nothing if the sponsor has no such job. */
  cancel(sponsorId: string, ref: string): Promise<void>;
  /** Continues after a restart: prepares unfinished archives again, and removes old and orphaned ones. */
  resume(): Promise<void>;
  /** Removes old archives. */
  sweep(): Promise<void>;
  /** Stops writing. `resume` in the next process continues. */
  close(): Promise<void>;
}

interface Job {
  record: ZipRecord;
  /** Bytes of the objects that have been read. */
  bytesRead: number;
  /** Bytes of the downsampled images in the archive. */
  downsampledSize: number;
  /** Bytes of the archive file once it is complete. */
  archiveSize?: number;
  readonly stop: AbortController;
  finished: Promise<void>;
}

/** The dependencies of the jobs. */
interface ZipJobParts extends Omit<ArchiveParts, 'derived'> {
  readonly blobs: Pick<BlobStore, 'derived'>;
  /** Contains the records of the jobs. */
  readonly folder: DataFolder;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

export function createZipJobs(
  { blobs: { derived }, folder, previews, objects, report }: ZipJobParts,
  now: () => number = Date.now,
): ZipJobs {
  const jobs = new Map<string, Job>();
  const writing = new Semaphore(MAX_CONCURRENT_JOBS);

  function add(record: ZipRecord): Job {
    const stop = new AbortController();
    const job: Job = { record, bytesRead: 0, downsampledSize: 0, stop, finished: Promise.resolve() };
    jobs.set(record.ref, job);
    return job;
  }

  async function finish(job: Job, result: Pick<ZipRecord, 'status' | 'msg'>): Promise<void> {
    if (job.stop.signal.aborted) return;
    const { onlyDownSamples } = job.record.selection;
    const ended: ZipRecord = { ...job.record, ...result, selection: { onlyDownSamples } };
    await writeZipRecord(folder, ended);
    job.record = ended;
  }

  async function prepare(job: Job): Promise<void> {
    const { ref, selection } = job.record;
    if (!isComplete(selection)) return;
    try {
      job.stop.signal.throwIfAborted();
      // Measure again: objects may have changed while the job was waiting or the server was down.
      job.record = { ...job.record, ...(await measureSelection(objects, selection)) };
      const progress = {
        bytesRead: (count: number) => void (job.bytesRead += count),
        downsampledAdded: (size: number) => void (job.downsampledSize += size),
        fileSkipped: () => void (job.record = { ...job.record, totalFiles: job.record.totalFiles - 1 }),
      };
      const { totalFiles, totalSize } = job.record;
      const parts = { derived, objects, previews };
      const contents = { selection, totalFiles, totalSize };
      const size = await prepareArchive(parts, archiveName(ref), contents, progress, job.stop.signal);
      if (job.record.totalFiles <= 0) throw new HttpError(404, 'None of the selected files is an image.');
      job.archiveSize = size;
      await finish(job, { status: 'COMPLETED' });
    } catch (error) {
      if (job.stop.signal.aborted) return;
      await finish(job, { status: 'FAILED', msg: jobErrorMessage(error, WRITE_FAILED, report) });
    }
  }

  function run(job: Job): void {
    // If the record can't be written either, the next start tries the job again.
    job.finished = writing.runExclusive(() => prepare(job)).catch(report);
  }

  async function drop(job: Job): Promise<void> {
    const { ref } = job.record;
    jobs.delete(ref);
    job.stop.abort();
    // First the record: an archive without one is removed at the next start.
    await removeZipRecord(folder, ref);
    await derived.remove(archiveName(ref));
    await job.finished;
    // They may have been completed in between.
    await removeZipRecord(folder, ref);
    await derived.remove(archiveName(ref));
  }

  async function removeOrphans(refs: ReadonlySet<string>): Promise<void> {
    for (const name of await derived.list('zips')) {
      const ref = name.replace(/\.zip$/, '');
      if (ref !== name && isZipRef(ref) && !refs.has(ref)) await derived.remove(archiveName(ref));
    }
  }

  /** @throws HttpError 429 if the sponsor has too many archives in preparation. */
  function checkLimits(sponsorId: string, selection: ZipSelection): void {
    const preparing = [...jobs.values()]
      .map(({ record }) => record)
      .filter((record) => record.sponsorId === sponsorId && record.status === 'PREPARING');
    const characters = preparing.reduce((sum, record) => sum + lengthOf(record.selection), lengthOf(selection));
    if (preparing.length < MAX_PREPARING && characters <= MAX_SELECTED_CHARACTERS) return;
    throw new HttpError(
      429,
      `${sponsorId} already has ${String(preparing.length)} archives in preparation. Wait until some of them are ready.`,
      'TOO_MANY_DOWNLOADS',
      RETRY_SECONDS,
    );
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
      checkLimits(sponsorId, selection);
      const totals = await measureSelection(objects, selection);
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
      checkLimits(sponsorId, selection);
      const job = add(record);
      try {
        await writeZipRecord(folder, record);
      } catch (error) {
        jobs.delete(ref);
        throw error;
      }
      run(job);
      return record;
    },
    async waitForEnd(ref, ms) {
      const timer = new AbortController();
      const waited = setTimeout(ms, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
      await Promise.race([jobs.get(ref)?.finished, waited]);
      timer.abort();
    },
    progress(sponsorId, ref) {
      const job = owned(sponsorId, ref);
      if (job === undefined) return undefined;
      return { ...job.record, ...sizesOf(job) };
    },
    async cancel(sponsorId, ref) {
      const job = owned(sponsorId, ref);
      if (job !== undefined) await drop(job);
    },
    async resume() {
      const { records, unreadable } = await readZipRecords(folder, report);
      await removeOrphans(new Set([...records.map((record) => record.ref), ...unreadable]));
      for (const record of records) {
        if (record.status === 'PREPARING') run(add(record));
        else if (record.status === 'FAILED') add(record);
        else {
          const size = await derived.size(archiveName(record.ref));
          if (size === undefined) await removeZipRecord(folder, record.ref);
          else add(record).archiveSize = size;
        }
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

type StoredSelection = ZipRecord['selection'];

function isComplete(selection: StoredSelection): selection is ZipSelection {
  return 'files' in selection || 'folder' in selection;
}

function lengthOf(selection: StoredSelection): number {
  if ('files' in selection) return selection.files.reduce((sum, key) => sum + key.length, 0);
  return 'folder' in selection ? selection.folder.length : 0;
}

/** The progress of originals is measured in their bytes, which an archive stores unchanged. */
function sizesOf({ record, bytesRead, downsampledSize, archiveSize }: Job): ArchiveSizes {
  const { status, selection, totalSize } = record;
  const isDone = status === 'COMPLETED';
  if (!selection.onlyDownSamples) {
    return { completedSize: isDone ? totalSize : Math.min(bytesRead, totalSize), totalSize };
  }
  if (isDone && archiveSize !== undefined) return { completedSize: archiveSize, totalSize: archiveSize };
  const estimate = Math.round((downsampledSize * totalSize) / Math.max(1, bytesRead));
  return {
    completedSize: downsampledSize,
    totalSize: downsampledSize === 0 ? undefined : Math.max(downsampledSize, estimate),
  };
}
