import type { FollowedFiles } from '@data-manager/domain/follow/followedFiles';
import type { ExpectedSections } from '@data-manager/domain/follow/images';
import type { SeenFile } from '@data-manager/domain/follow/scans';
import { isUnchanged } from '@data-manager/domain/uploads/upload';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';

/** Files that are opened and queued at a time. */
export const FILES_PER_BATCH = 100;
/** How long a file that is not a complete image is checked again. */
const INCOMPLETE_MS = 5 * 60_000;
/** The folder is scanned this often. */
const SCAN_MS = 30_000;
/** Delay before the scan after the browser has reported a change, so that many changes cause only one. */
const HINT_MS = 2_000;
const SCAN_GAP_MS = 5_000;
/** The metadata of the dataset is read in the first of so many scans. */
const SCANS_PER_READING = 10;

/**
 * The state of a followed folder while the page is open. Times are those of `clock.elapsed`.
 *
 * Problem: what to do with a file depends on earlier scans and uploads: it may still be incomplete, have changed while it was
 * uploaded, or could not be read before. Several sagas need these notes.
 * Idea: one class keeps them and the time of the next scan, and its methods are named after what has happened.
 * Cost: the notes end with the page. After a reload, an incomplete file gets another five minutes, and failures count from zero.
 */
export class FolderMemory {
  /** The files that an earlier page had taken are queued again, or were uploaded. */
  isReopened = false;
  /** When the latest new or changed file was found, or scanning continued. */
  changedAt = 0;
  /** The images that were expected in the latest scan. */
  expected: ExpectedSections | undefined;
  /** When to scan the folder next. */
  #scanAt = 0;
  #scannedAt = 0;
  #scans = 0;
  /** Files that have stopped growing, but are unreadable or incomplete, and since when. */
  readonly #incomplete = new Map<string, SeenFile & { readonly since: number }>();
  /** Paths that the next scan must report again. */
  readonly #again = new Set<string>();
  /** Number of times an upload could not read a file. */
  readonly #failures = new Map<string, number>();

  /** @param id of the follow */
  constructor(
    readonly id: string,
    readonly files: FollowedFiles,
  ) {}

  /** Notes that the folder has changed. Returns the time in milliseconds since 1970. */
  *noteChange(): SagaOf<number> {
    const { clock } = yield* getPorts();
    this.changedAt = yield* call(clock.elapsed);
    return yield* call(clock.now);
  }

  /** Returns the milliseconds until the next scan. */
  timeToScan(now: number): number {
    return Math.max(0, this.#scanAt - now);
  }

  /** Notes that the folder was scanned, or that it could not be. */
  endScan(now: number): void {
    this.#scannedAt = now;
    this.#scanAt = now + SCAN_MS;
  }

  /** Brings the next scan forward. */
  scanNow(): void {
    this.#scanAt = 0;
  }

  /** Brings the next scan forward because the browser has reported a change. */
  scanSoon(now: number): void {
    this.#scanAt = Math.min(this.#scanAt, Math.max(now + HINT_MS, this.#scannedAt + SCAN_GAP_MS));
  }

  /** Makes the next scan report files again. */
  reportAgain(paths: readonly string[]): void {
    for (const path of paths) this.#again.add(path);
  }

  /** Returns the paths that a scan must report again. Those of incomplete files are returned each time. */
  takePathsToReport(): readonly string[] {
    const paths = [...this.#again, ...this.#incomplete.keys()];
    this.#again.clear();
    return paths;
  }

  countScan(): void {
    this.#scans += 1;
  }

  /** Returns true after the second scan, which finds what was in the folder at the first one. */
  isStartFound(): boolean {
    return this.#scans > 1;
  }

  isMetadataDue(): boolean {
    return this.#scans % SCANS_PER_READING === 0;
  }

  countIncomplete(): number {
    return this.#incomplete.size;
  }

  /** Returns true for an incomplete file that may still be completed, which is then reported by the next scan again. */
  mayBeCompleted(file: SeenFile, now: number): boolean {
    const before = this.#incomplete.get(file.path);
    const since = before !== undefined && isUnchanged(before, file) ? before.since : now;
    if (now - since < INCOMPLETE_MS) this.#incomplete.set(file.path, { ...file, since });
    else this.#incomplete.delete(file.path);
    return this.#incomplete.has(file.path);
  }

  clearIncomplete(path: string): void {
    this.#incomplete.delete(path);
  }

  /** Marks a file as deleted from the folder. Forgets it if it was set aside or skipped. */
  markGone(path: string): 'kept' | 'forgotten' {
    this.#incomplete.delete(path);
    this.files.markGone(path);
    const state = this.files.get(path)?.state;
    if (state !== 'aside' && state !== 'skipped') return 'kept';
    this.files.forget(path);
    return 'forgotten';
  }

  /** Ends the upload of a file. */
  finishUpload(path: string): void {
    this.#failures.delete(path);
  }

  /** Returns the number of times an upload could not read the file, including this time. */
  countFailure(path: string): number {
    const count = (this.#failures.get(path) ?? 0) + 1;
    this.#failures.set(path, count);
    return count;
  }

  /** Forgets a file, so that the next scan finds it like a new one. */
  startOver(path: string): void {
    this.files.forget(path);
    this.reportAgain([path]);
  }
}
