import { wait } from '../wait';

/** A chosen file, with its properties when it was found. */
export interface FoundFile {
  readonly file: File;
  /** Path starting with the chosen folder; empty for a file that was chosen individually. */
  readonly relativePath: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/** Some of the chosen files. */
export interface FoundBatch {
  readonly found: readonly FoundFile[];
  /** Number of files and folders that could not be read. */
  readonly unreadable: number;
}

/** Longest time on the main thread at once. Leaves room for what the consumer does with a batch. */
const SLICE_MS = 25;
/** Times to the first batch and between batches. */
const FIRST_BATCH_MS = 25;
const BATCH_MS = 400;
/**
 * The time between batches grows with the time that reading takes, because the consumer processes all files after each.
 */
const BATCH_GROWTH = 0.2;

/**
 * Reads size and modification time of chosen files, and yields to the page in between: Chromium reads them from disk,
 * 0.2 ms a file, which would block the page for seconds with ten thousand files.
 *
 * @param files the list of an input, which takes long even to copy. The input must not be used again
 */
export async function* readFiles(files: ArrayLike<File>): AsyncGenerator<FoundBatch, void> {
  // The task of the choice is already long: the browser builds the list and the page renders in it.
  await wait(0);
  const isDue = batchClock();
  let batch: FoundFile[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (let index = 0; index < files.length; index += 1) {
    const file = files[index];
    if (file !== undefined) batch.push(foundFile(file, file.webkitRelativePath));
    if (performance.now() < sliceEnd) continue;
    if (isDue()) {
      yield { found: batch, unreadable: 0 };
      batch = [];
    }
    await wait(0);
    sliceEnd = performance.now() + SLICE_MS;
  }
  yield { found: batch, unreadable: 0 };
}

/** Reads the current size and modification time of a file. */
export function foundFile(file: File, relativePath: string): FoundFile {
  return { file, relativePath, size: file.size, lastModified: file.lastModified };
}

/** Returns a function that returns true when the next batch is due. */
export function batchClock(): () => boolean {
  const begun = performance.now();
  let due = begun + FIRST_BATCH_MS;
  return () => {
    const now = performance.now();
    if (now < due) return false;
    due = now + Math.max(BATCH_MS, (now - begun) * BATCH_GROWTH);
    return true;
  };
}

/** Collects all batches into one. */
export async function gatherFound(batches: AsyncIterable<FoundBatch>): Promise<FoundBatch> {
  const found: FoundFile[] = [];
  let unreadable = 0;
  for await (const batch of batches) {
    for (const one of batch.found) found.push(one);
    unreadable += batch.unreadable;
  }
  return { found, unreadable };
}
