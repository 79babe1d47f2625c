import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import {
  addArchive,
  addArchiveFiles,
  countCharacters,
  countPreparing,
  endArchive,
  findArchive,
  findArchiveIds,
  listArchiveFiles,
  lockArchives,
  pruneArchives,
  removeArchive,
  saveArchiveProgress,
  startPreparing,
  takeArchive,
  type Archive,
  type ArchiveEnd,
  type ArchiveProgress,
} from '../database/archives';
import { asUser } from '../database/fairPool';
import { holdLease, LeaseLostError, newLeaseId } from '../database/leases';
import { batchesOf, type Database, type Queryable } from '../database/sql';
import { HttpError } from '../errors';
import { startJobRunner } from '../jobRunner';
import { transfers } from '../metrics';
import type { BlobStore } from '../objects/blobStore';
import { jobErrorMessage } from '../objects/durableFiles';
import { ownsContents } from '../storageSweep';
import {
  commonFolder,
  measureSelection,
  prepareArchive,
  type ArchiveParts,
  type ZipSelection,
} from './archiveContents';
import { archiveIdsIn, archiveName, isArchiveId } from './zipNames';
import { toProgress, type ZipProgress } from './zipProgress';

/** Number of archives that a server writes at the same time. The disk limits the throughput. */
const MAX_CONCURRENT_JOBS = 2;
/** A job that was started this often has probably crashed its servers. */
const MAX_ATTEMPTS = 10;
const SAVE_PROGRESS_EVERY_MS = 1_000;
/** How often a request checks whether another server has finished an archive. */
const LOOK_EVERY_MS = 200;
/** Number of files to look up at the same time. */
const FIND_BATCH = 1_000;

/** Limits for the archives of a sponsor that are in preparation: their number, and the characters of the selected keys. */
const MAX_PREPARING = 100;
const MAX_SELECTED_CHARACTERS = 64 * 1024 * 1024;
const RETRY_SECONDS = 60;

const WRITE_FAILED = "The archive could not be written. See the server's log.";

/** A folder, or distinct selected files. */
export type SelectedContents = { readonly onlyDownSamples: boolean } & (
  { readonly folder: string } | { readonly files: readonly string[] }
);

type StartedArchive = Pick<Archive, 'ref' | 'totalFiles' | 'totalSize'>;

interface StartOptions {
  readonly record?: (transaction: Queryable, ref: string) => Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * Archives in preparation or ready for download. Sponsors only see their own. The jobs are rows of the database, so any
 * server can handle any of these calls, and another one continues the work of a server that was killed.
 */
export interface ZipJobs {
  /**
   * Starts to prepare an archive, and returns its reference, the number of its files and their size.
   *
   * @param options.record Runs in the transaction that adds the archive.
   * @param options.signal Aborts when the client has gone.
   * @throws HttpError 404 for a missing file or an empty selection, 429 for too many archives at once, 507 for a full disk.
   */
  start(
    sponsorId: string,
    zipFileName: string,
    contents: SelectedContents,
    options?: StartOptions,
  ): Promise<StartedArchive>;
  /** Waits until a job has ended, but at most for `ms`, and returns its progress; undefined if it was cancelled. */
  waitForEnd(sponsorId: string, ref: string, ms: number): Promise<ZipProgress | undefined>;
  /** Returns undefined if the sponsor has no such job. */
  progress(sponsorId: string, ref: string): Promise<ZipProgress | undefined>;
  /** Stops and removes a job. Does nothing if the sponsor has no such job. */
  cancel(sponsorId: string, ref: string): Promise<void>;
  /** Removes old archives, and files of servers that were killed. */
  sweep(): Promise<void>;
  /** Stops writing. Another server, or the next process, continues. */
  close(): Promise<void>;
}

/** The dependencies of the jobs. */
interface ZipJobParts extends Omit<ArchiveParts, 'derived'> {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

/** Starts to prepare the archives of a database. */
export function createZipJobs({ database, blobs, previews, objects, report }: ZipJobParts): ZipJobs {
  const { derived } = blobs;
  /** Emits the reference of a job that this server has ended. */
  const ends = new EventEmitter();

  /** Writes an archive under a lease. */
  async function write(job: Archive, leaseId: string, progress: Counters, signal: AbortSignal): Promise<ArchiveEnd> {
    try {
      if (job.attempts > MAX_ATTEMPTS) return { msg: WRITE_FAILED };
      const selection = selectionOf(database, job);
      // Measure again: objects may have changed while the job was waiting.
      Object.assign(progress, await measureSelection(objects, selection, signal));
      const { totalFiles, totalSize } = progress;
      await blobs.requireSpace(job.onlyDownSamples ? 0 : totalSize);
      const callbacks = {
        bytesRead: (count: number) => void (progress.bytesRead += count),
        downsampledAdded: (size: number) => void (progress.downsampledSize += size),
        fileSkipped: () => void (progress.totalFiles -= 1),
      };
      const parts = { derived, objects, previews };
      const contents = { selection, totalFiles, totalSize };
      const archiveSize = await prepareArchive(parts, archiveName(leaseId), contents, callbacks, signal);
      if (progress.totalFiles <= 0) throw new HttpError(404, 'None of the selected files is an image.');
      return { archiveSize };
    } catch (error) {
      signal.throwIfAborted();
      return { msg: jobErrorMessage(error, WRITE_FAILED, report) };
    }
  }

  async function run({ job, leaseId }: { job: Archive; leaseId: string }, stop: AbortSignal): Promise<void> {
    const { totalFiles, totalSize } = job;
    const progress: Counters = { totalFiles, totalSize, bytesRead: 0, downsampledSize: 0 };
    const renew = (): Promise<boolean> => saveArchiveProgress(database, leaseId, progress);
    const lease = { table: 'archives', id: leaseId, renew, everyMs: SAVE_PROGRESS_EVERY_MS } as const;
    let isKept = false;
    try {
      await holdLease(database, lease, stop, async (signal) => {
        const end = await write(job, leaseId, progress, signal);
        if (!(await endArchive(database, leaseId, progress, end))) return;
        isKept = 'archiveSize' in end;
        transfers.archivesEnded.inc({ result: isKept ? 'completed' : 'failed' });
        if ('archiveSize' in end) transfers.archivedBytes.inc(end.archiveSize);
        ends.emit(job.ref);
      });
    } catch (error) {
      if (!stop.aborted && !(error instanceof LeaseLostError)) {
        // The result may have been recorded. Otherwise the sweep removes the file.
        isKept = true;
        throw error;
      }
    } finally {
      if (!isKept) await derived.remove(archiveName(leaseId));
    }
  }

  const runner = startJobRunner({
    concurrency: MAX_CONCURRENT_JOBS,
    async take() {
      const leaseId = newLeaseId();
      const job = await takeArchive(database, leaseId);
      return job && { job, leaseId };
    },
    // Otherwise a job would take the turns of the user who made the latest request.
    run: (taken, stop) => asUser(taken.job.sponsorId, () => run(taken, stop)),
    report,
  });

  /** Removes the files of archives that no longer exist, and of attempts that were superseded. */
  async function removeOrphans(): Promise<void> {
    const ids = archiveIdsIn(await derived.list('zips'));
    // Read after the files were listed, because an attempt is recorded before it writes its file.
    const known = await findArchiveIds(database, ids);
    for (const id of ids) if (isArchiveId(id) && !known.has(id)) await derived.remove(archiveName(id));
    await derived.removeUnfinished(async (unfinished) => {
      const written = await findArchiveIds(database, archiveIdsIn(unfinished));
      return new Set([...written].map(archiveName));
    });
  }

  async function progressOf(sponsorId: string, ref: string): Promise<ZipProgress | undefined> {
    const archive = await findArchive(database, sponsorId, ref);
    return archive && toProgress(archive);
  }

  return {
    async start(sponsorId, zipFileName, contents, { record, signal } = {}) {
      const { onlyDownSamples } = contents;
      const keys = 'files' in contents ? contents.files : [];
      const folder = 'folder' in contents ? contents.folder : undefined;
      const characters = countCharacters(folder === undefined ? keys : [folder]);
      await checkLimits(database, sponsorId, characters);
      const common = commonFolder(keys);
      const source = folder ?? (() => batchesOf(keys, FIND_BATCH));
      const totals = await measureSelection(objects, { onlyDownSamples, source, commonFolder: common }, signal);
      await blobs.requireSpace(onlyDownSamples ? 0 : totals.totalSize);
      const ref = randomBytes(16).toString('hex');
      await database.transaction(async (transaction) => {
        await lockArchives(transaction, sponsorId);
        await checkLimits(transaction, sponsorId, characters);
        const archive = { ref, sponsorId, zipFileName, onlyDownSamples, folder, commonFolder: common, keys, ...totals };
        await addArchive(transaction, archive);
      });
      try {
        await addArchiveFiles(database, ref, keys);
        await database.transaction(async (transaction) => {
          await startPreparing(transaction, ref);
          await record?.(transaction, ref);
        });
      } catch (error) {
        await removeArchive(database, sponsorId, ref);
        throw error;
      }
      transfers.archivesRequested.inc();
      runner.wake();
      return { ref, ...totals };
    },
    async waitForEnd(sponsorId, ref, ms) {
      const end = Date.now() + ms;
      for (;;) {
        const looked = new AbortController();
        const ended = once(ends, ref, { signal: looked.signal });
        const waited = setTimeout(LOOK_EVERY_MS, undefined, { signal: looked.signal });
        const changed = Promise.race([ended, waited]).catch(() => undefined);
        const progress = await progressOf(sponsorId, ref);
        const isOver = progress?.status !== 'PREPARING' || Date.now() >= end;
        if (!isOver) await changed;
        looked.abort();
        if (isOver) return progress;
      }
    },
    progress: progressOf,
    async cancel(sponsorId, ref) {
      const archive = await removeArchive(database, sponsorId, ref);
      // A server that is writing it notices that its lease is gone.
      if (archive?.archiveId !== undefined) await derived.remove(archiveName(archive.archiveId));
    },
    async sweep() {
      await pruneArchives(database);
      if (await ownsContents({ database, blobs })) await removeOrphans();
    },
    close: () => runner.close(),
  };
}

type Counters = { -readonly [Name in keyof ArchiveProgress]: number };

/** @throws HttpError 429 if the sponsor has too many archives in preparation. */
async function checkLimits(database: Queryable, sponsorId: string, characters: number): Promise<void> {
  const preparing = await countPreparing(database, sponsorId);
  if (preparing.archives < MAX_PREPARING && preparing.characters + characters <= MAX_SELECTED_CHARACTERS) return;
  throw new HttpError(
    429,
    `${sponsorId} already has ${String(preparing.archives)} archives in preparation. Wait until some of them are ready.`,
    'TOO_MANY_DOWNLOADS',
    RETRY_SECONDS,
  );
}

/** Returns the selection of a job, whose keys are read in batches. */
function selectionOf(
  database: Queryable,
  { ref, onlyDownSamples, folder, commonFolder: common }: Archive,
): ZipSelection {
  return { onlyDownSamples, source: folder ?? (() => listArchiveFiles(database, ref)), commonFolder: common };
}
