import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { commonFolder } from '@data-manager/lib/commonFolder';
import { HttpError } from '../common/errors';
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
  type LeasedArchive,
} from '../database/jobs/archives';
import { holdLease, LeaseLostError, newLeaseId } from '../database/jobs/leases';
import { batchesOf, type Database, type Queryable } from '../database/sql';
import { jobErrorMessage } from '../disk/durableFiles';
import { transfers } from '../http/metrics';
import { startJobRunner, type JobRunner } from '../jobs/jobRunner';
import { archiveIdsIn, archiveName, isArchiveId } from '../names/zipNames';
import { ownsContents } from '../objects/storageSweep';
import { asUser } from '../scheduling/fairTurns';
import type { BlobStore } from '../storage/blobStore';
import {
  measureSelection,
  prepareArchive,
  type ArchiveCounters,
  type ArchiveParts,
  type ZipSelection,
} from './archiveContents';
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

/** The dependencies of the jobs. */
interface ZipJobParts extends Omit<ArchiveParts, 'derived'> {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

/**
 * Archives in preparation or ready for download. Sponsors only see their own. The jobs are rows of the database, so any
 * server can handle any of these calls, and another one continues the work of a server that was killed.
 */
export class ZipJobs {
  readonly #parts: ZipJobParts;
  readonly #runner: JobRunner;
  /** Emits the reference of a job that this server has ended. */
  readonly #ends = new EventEmitter();

  constructor(parts: ZipJobParts) {
    const { database, report } = parts;
    this.#parts = parts;
    this.#runner = startJobRunner({
      concurrency: MAX_CONCURRENT_JOBS,
      take: () => takeArchive(database, newLeaseId()),
      // Otherwise a job would take the turns of the user who made the latest request.
      run: (job, stop) => asUser(job.sponsorId, () => this.#run(job, stop)),
      report,
    });
  }

  /**
   * Starts to prepare an archive, and returns its reference, the number of its files and their size.
   *
   * @param options.record Runs in the transaction that adds the archive.
   * @param options.signal Aborts when the client has gone.
   * @throws HttpError 404 for a missing file or an empty selection, 429 for too many archives at once, 507 for a full disk.
   */
  async start(
    sponsorId: string,
    zipFileName: string,
    contents: SelectedContents,
    { record, signal }: StartOptions = {},
  ): Promise<StartedArchive> {
    const { database, blobs, objects } = this.#parts;
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
    this.#runner.wake();
    return { ref, ...totals };
  }

  /** Waits until a job has ended, but at most for `ms`, and returns its progress; undefined if it was cancelled. */
  async waitForEnd(sponsorId: string, ref: string, ms: number): Promise<ZipProgress | undefined> {
    const end = performance.now() + ms;
    for (;;) {
      const looked = new AbortController();
      const ended = once(this.#ends, ref, { signal: looked.signal });
      const waited = setTimeout(LOOK_EVERY_MS, undefined, { signal: looked.signal });
      const changed = Promise.race([ended, waited]).catch(() => undefined);
      const progress = await this.progress(sponsorId, ref);
      const isOver = progress?.status !== 'PREPARING' || performance.now() >= end;
      if (!isOver) await changed;
      looked.abort();
      if (isOver) return progress;
    }
  }

  /** Returns undefined if the sponsor has no such job. */
  async progress(sponsorId: string, ref: string): Promise<ZipProgress | undefined> {
    const archive = await findArchive(this.#parts.database, sponsorId, ref);
    return archive && toProgress(archive);
  }

  /** Stops and removes a job. Does nothing if the sponsor has no such job. */
  async cancel(sponsorId: string, ref: string): Promise<void> {
    const { database, blobs } = this.#parts;
    const archive = await removeArchive(database, sponsorId, ref);
    // A server that is writing it notices that its lease is gone.
    if (archive?.archiveId !== undefined) await blobs.derived.remove(archiveName(archive.archiveId));
  }

  /** Removes old archives, and files of servers that were killed. */
  async sweep(): Promise<void> {
    await pruneArchives(this.#parts.database);
    if (await ownsContents(this.#parts)) await removeOrphans(this.#parts);
  }

  /** Stops writing. Another server, or the next process, continues. */
  close(): Promise<void> {
    return this.#runner.close();
  }

  async #run(job: LeasedArchive, stop: AbortSignal): Promise<void> {
    const { database, blobs } = this.#parts;
    const { leaseId, totalFiles, totalSize } = job;
    const progress: ArchiveCounters = { totalFiles, totalSize, bytesRead: 0, downsampledSize: 0 };
    const renew = (): Promise<boolean> => saveArchiveProgress(database, leaseId, progress);
    const lease = { table: 'archives', id: leaseId, renew, everyMs: SAVE_PROGRESS_EVERY_MS } as const;
    let isKept = false;
    try {
      await holdLease(database, lease, stop, async (signal) => {
        const end = await write(this.#parts, job, progress, signal);
        if (!(await endArchive(database, leaseId, progress, end))) return;
        isKept = 'archiveSize' in end;
        transfers.archivesEnded.inc({ result: isKept ? 'completed' : 'failed' });
        if ('archiveSize' in end) transfers.archivedBytes.inc(end.archiveSize);
        this.#ends.emit(job.ref);
      });
    } catch (error) {
      // The result may have been recorded. Otherwise the sweep removes the file.
      isKept ||= !stop.aborted && !(error instanceof LeaseLostError);
      throw error;
    } finally {
      if (!isKept) await blobs.derived.remove(archiveName(leaseId));
    }
  }
}

/** Writes an archive under a lease. */
async function write(
  { database, blobs, objects, previews, report }: ZipJobParts,
  job: LeasedArchive,
  progress: ArchiveCounters,
  signal: AbortSignal,
): Promise<ArchiveEnd> {
  try {
    if (job.attempts > MAX_ATTEMPTS) return { msg: WRITE_FAILED };
    const selection = selectionOf(database, job);
    // Measure again: objects may have changed while the job was waiting.
    Object.assign(progress, await measureSelection(objects, selection, signal));
    const { totalFiles, totalSize } = progress;
    await blobs.requireSpace(job.onlyDownSamples ? 0 : totalSize);
    const parts = { database, derived: blobs.derived, objects, previews };
    const contents = { selection, totalFiles, totalSize };
    const archiveSize = await prepareArchive(parts, archiveName(job.leaseId), contents, progress, signal);
    if (progress.totalFiles <= 0) throw new HttpError(404, 'None of the selected files is an image.');
    return { archiveSize };
  } catch (error) {
    signal.throwIfAborted();
    return { msg: jobErrorMessage(error, WRITE_FAILED, report) };
  }
}

/** Removes the files of archives that no longer exist, and of attempts that were superseded. */
async function removeOrphans({ database, blobs: { derived } }: ZipJobParts): Promise<void> {
  const ids = archiveIdsIn(await derived.list('zips'));
  // Read after the files were listed, because an attempt is recorded before it writes its file.
  const known = await findArchiveIds(database, ids);
  for (const id of ids) if (isArchiveId(id) && !known.has(id)) await derived.remove(archiveName(id));
  await derived.removeUnfinished(async (unfinished) => {
    const written = await findArchiveIds(database, archiveIdsIn(unfinished));
    return new Set([...written].map(archiveName));
  });
}

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
