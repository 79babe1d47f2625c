import { matchFiles } from '@data-manager/domain/compare/comparedFiles';
import { NO_PROGRESS, type ComparisonProgress } from '@data-manager/domain/compare/comparison';
import {
  addProgress,
  addRows,
  keepFiles,
  NO_GROUPS,
  startProgress,
  type ComparisonRows,
  type TotalDecision,
} from '@data-manager/domain/compare/comparisonResult';
import type { Failure } from '@data-manager/domain/failures/failure';
import { ok, type Result } from '@data-manager/lib/result';
import { refetchListing, type ListingDispatch } from '../../api/refetchListing';
import {
  countHashed,
  createHashJobs,
  hashContents,
  type HashedBlock,
  type HashJob,
  type HashProgress,
  type KnownMd5s,
} from '../../platform/hashing/hashContents';
import { onePer } from '../../platform/onePer';
import { createPauses, yieldToPage } from '../../platform/pauses';
import type { Ports } from '../../platform/ports';
import { droppedFolder } from '../../platform/reading/fileRegistry';
import type { FoundBatch, FoundFile } from '../../platform/reading/readFiles';
import type { Unsubscribe } from '../../platform/unsubscribe';
import type { ComparedPlace, ReadResult, WorkReport } from './comparisonPort';
import { DigestLog, knownMd5s, pathOf, type Digest } from './digestLog';

type WorkPorts = Pick<Ports, 'clock' | 'files' | 'folders' | 'hashPart' | 'probeFile' | 'records'>;

/** The files and the result of a comparison. */
interface Work {
  readonly id: string;
  /** The chosen files until they are read; absent for a folder of an earlier page. */
  chosen?: AsyncIterable<FoundBatch>;
  files: readonly FoundFile[];
  isRead: boolean;
  /** Kept for the same choice only: files of the same name, size and time on another disk can have different contents. */
  known: KnownMd5s;
  /** Set if the folder can be opened again. */
  log?: DigestLog;
  jobs: readonly HashJob[];
  progress: ComparisonProgress;
  rows: ComparisonRows;
}

const NO_ROWS: ComparisonRows = { groups: NO_GROUPS, rest: [], kept: new Set(), totals: new Map() };

/**
 * The comparisons of a page: their files, rows and hashes.
 *
 * Problem: a comparison can have 100,000 files. `File`s can't be stored, and an action with as many rows would block the page.
 * Idea: they stay in this class. The sagas call it through `ComparisonPort`, and only counts reach the store.
 * Cost: recordings have the counts only, and after a reload the folder is read again.
 */
export class ComparisonWork {
  readonly #ports: WorkPorts;
  readonly #works = new Map<string, Work>();
  readonly #listeners = new Set<() => void>();
  readonly #reporters = new Map<string, (report: WorkReport) => void>();

  constructor(ports: WorkPorts) {
    this.#ports = ports;
  }

  /* For the screens */

  /** Keeps the chosen files until the comparison with this id is requested. */
  addFiles(id: string, chosen: AsyncIterable<FoundBatch>): void {
    this.#workOf(id).chosen = chosen;
  }

  /** Returns the same object until the rows change. */
  readonly rowsOf = (id: string): ComparisonRows => this.#works.get(id)?.rows ?? NO_ROWS;

  /** Calls back after each change of any rows. */
  readonly subscribe = (listener: () => void): Unsubscribe => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns the chosen file of a row. */
  fileAt(id: string, index: number): FoundFile | undefined {
    return this.#works.get(id)?.files[index];
  }

  keep(id: string, keys: readonly string[], isKept: boolean): void {
    const work = this.#workOf(id);
    this.#show(work, keepFiles(work.rows, keys, isKept));
  }

  decideTotal(id: string, path: string, decision: TotalDecision): void {
    const work = this.#workOf(id);
    this.#show(work, { ...work.rows, totals: new Map(work.rows.totals).set(path, decision) });
  }

  /* For the sagas */

  onReport(id: string, listener: (report: WorkReport) => void): Unsubscribe {
    this.#reporters.set(id, listener);
    return () => {
      if (this.#reporters.get(id) === listener) this.#reporters.delete(id);
    };
  }

  hasFiles(id: string): boolean {
    return this.#works.get(id)?.isRead === true;
  }

  async read(id: string, folderId: string | undefined, signal: AbortSignal): Promise<ReadResult> {
    const { folders, records } = this.#ports;
    const work = this.#workOf(id);
    const { chosen } = work;
    delete work.chosen;
    if (chosen === undefined) {
      const access = folderId === undefined ? 'gone' : await folders.access(folderId, 'read');
      if (access !== 'granted') return { kind: 'failed', fault: access };
    }
    const batches = chosen ?? folders.readFolder(folderId ?? '');
    const files: FoundFile[] = [];
    let unreadable = 0;
    for await (const batch of batches) {
      if (signal.aborted) return { kind: 'aborted' };
      for (const one of batch.found) files.push(one);
      unreadable += batch.unreadable;
      this.#report(work, { kind: 'found', found: files.length, unreadable });
    }
    const handle = folderId === undefined ? droppedFolder(files.map(({ file }) => file)) : undefined;
    if (handle !== undefined || folderId !== undefined) {
      work.log = new DigestLog(records('comparison-digests'), id);
      work.known = await knownMd5s(await work.log.read(), files, createPauses({ signal }));
    }
    const added = handle === undefined || signal.aborted ? undefined : (await folders.add(handle)).folderId;
    if (signal.aborted) {
      // The list does not have this handle yet.
      if (added !== undefined) await folders.release(added);
      return { kind: 'aborted' };
    }
    const kept = added ?? folderId;
    work.files = files;
    work.isRead = true;
    const folderName = topFolder(files);
    return { kind: 'read', folder: { folderName, ...(kept !== undefined && { folderId: kept }) } };
  }

  async match(
    { id, path, rootPath }: ComparedPlace,
    dispatch: ListingDispatch,
    signal: AbortSignal,
  ): Promise<Result<ComparisonProgress, Failure>> {
    const work = this.#workOf(id);
    const listing = await refetchListing(dispatch, rootPath);
    signal.throwIfAborted();
    if (!listing.ok) return listing;
    const startedAt = this.#ports.clock.now();
    const pause = createPauses({ signal });
    const matched = await matchFiles(work.files, listing.value, path, pause);
    // What follows takes time as well.
    await pause();
    work.jobs = createHashJobs(matched.pending, work.files, work.known);
    work.progress = startProgress(startedAt, matched, countHashed(work.jobs));
    this.#show(work, { ...work.rows, groups: addRows(NO_GROUPS, matched.rows), rest: [] });
    return ok(work.progress);
  }

  async hash(id: string, signal: AbortSignal): Promise<'done' | 'unavailable' | 'aborted'> {
    const work = this.#workOf(id);
    // The groups of many files have just been rendered. If nothing has to be hashed, they are rendered again immediately.
    await yieldToPage();
    signal.throwIfAborted();
    const hashing = hashContents(work.jobs, this.#ports, signal, (progress) => this.#add(work, progress));
    // After the report of an interruption.
    const keepRest = (): void => this.#keepRest(work);
    signal.addEventListener('abort', keepRest, { once: true });
    const end = await hashing;
    signal.removeEventListener('abort', keepRest);
    if (signal.aborted) return 'aborted';
    keepRest();
    return end;
  }

  async forget(id: string, folderId: string | undefined): Promise<void> {
    const { folders, records } = this.#ports;
    const log = new DigestLog(records('comparison-digests'), id);
    delete this.#works.get(id)?.log;
    if (folderId === undefined) return;
    await log.clear();
    await folders.release(folderId);
  }

  close(id: string): void {
    this.#works.delete(id);
    this.#notify();
  }

  #workOf(id: string): Work {
    const known = this.#works.get(id);
    if (known !== undefined) return known;
    const work: Work = {
      id,
      files: [],
      isRead: false,
      known: new Map(),
      jobs: [],
      progress: NO_PROGRESS,
      rows: NO_ROWS,
    };
    this.#works.set(id, work);
    return work;
  }

  #add(work: Work, hashed: HashProgress): void {
    work.progress = addProgress(work.progress, hashed);
    work.log?.append(hashed.blocks.flatMap((block) => digestOf(block, work.files[block.file]) ?? []));
    this.#show(work, { ...work.rows, groups: addRows(work.rows.groups, hashed.rows) });
    this.#report(work, { kind: 'hashed', progress: work.progress });
  }

  #keepRest(work: Work): void {
    work.jobs = work.jobs.filter((job) => !job.isSettled);
    this.#show(work, { ...work.rows, rest: work.jobs.map(({ pending }) => pending) });
  }

  #show(work: Work, rows: ComparisonRows): void {
    work.rows = rows;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #report({ id }: Work, report: WorkReport): void {
    this.#reporters.get(id)?.(report);
  }
}

/** Returns the name of the chosen folder; empty for files that were chosen individually. */
function topFolder([first]: readonly FoundFile[]): string {
  const path = first?.relativePath ?? '';
  return path.slice(0, Math.max(0, path.indexOf('/')));
}

function digestOf({ partSize, block, md5 }: HashedBlock, file: FoundFile | undefined): [Digest] | undefined {
  return file && [[pathOf(file), file.size, file.lastModified, partSize, block, md5]];
}

/** Returns the comparisons of a page, for the sagas and the screens. The sagas have a copy of the ports. */
export const comparisonWorkOf = onePer(
  (ports: WorkPorts) => new ComparisonWork(ports),
  ({ files }) => files,
);
