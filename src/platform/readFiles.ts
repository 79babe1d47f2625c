import { wait } from './wait';

/** A file with the folders in which it was found, and what it was like then. */
export interface FoundFile {
  readonly file: File;
  /** Empty for a file that was chosen alone. */
  readonly relativePath: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/** Some of what was chosen: files with their folders, and how much of it could not be read. */
export interface FoundBatch {
  readonly found: readonly FoundFile[];
  readonly unreadable: number;
}

/** So long the page's thread may be busy at a time: a longer task is felt. */
const SLICE_MS = 40;
/** The first files are handed over after so long, the others so often: whoever takes them judges all anew each time. */
const FIRST_BATCH_MS = 40;
const BATCH_MS = 400;

/**
 * Reads size and time of chosen files, in slices: for each of them Chromium asks the disk anew, 0.2 ms a file, which
 * for ten thousand would stop the page for seconds. The values are read here once, and belong to the choice from then on.
 */
export async function* readFiles(files: readonly File[]): AsyncGenerator<FoundBatch, void> {
  const isDue = batchClock();
  let batch: FoundFile[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const file of files) {
    batch.push(foundFile(file, file.webkitRelativePath));
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

/** Reads a file's size and time as they are now. */
export function foundFile(file: File, relativePath: string): FoundFile {
  return { file, relativePath, size: file.size, lastModified: file.lastModified };
}

/** Tells whether it is time to hand over what has been read so far. */
export function batchClock(): () => boolean {
  let due = performance.now() + FIRST_BATCH_MS;
  return () => {
    const now = performance.now();
    if (now < due) return false;
    due = now + BATCH_MS;
    return true;
  };
}

/** All that was chosen, once it is read. */
export async function gatherFound(batches: AsyncIterable<FoundBatch>): Promise<FoundBatch> {
  const found: FoundFile[] = [];
  let unreadable = 0;
  for await (const batch of batches) {
    for (const one of batch.found) found.push(one);
    unreadable += batch.unreadable;
  }
  return { found, unreadable };
}
