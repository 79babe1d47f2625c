import { compareNatural } from '@data-manager/lib/compareNatural';
import { isSystemFile } from '../uploads/systemFile';

/** A file as it was found in a followed folder. */
export interface SeenFile {
  /** Path in the folder. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/** A file as it was first seen with this size and modification time. */
interface KnownFile extends SeenFile {
  /** By a clock that only passes. */
  readonly since: number;
  /** True once it was reported as settled. */
  readonly isReported: boolean;
}

/** The files of a folder that are known after a scan, by path. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** The changes since the previous scan. */
export interface ScanReport {
  /** Files that have stopped growing, in natural order. Each is reported once with the same size and time. */
  readonly settled: readonly SeenFile[];
  /** Files that were reported and are gone. */
  readonly gone: readonly string[];
  /** Number of files that may still be growing. */
  readonly growing: number;
}

/** A file must be unchanged for this long. Two scans can follow each other faster than a file is written. */
export const SETTLED_MS = 10_000;

/** A file that was reported is read again in every tenth scan, since reading a hundred thousand of them takes long. */
const SCANS_PER_CHECK = 10;

/**
 * Compares a scan with the previous one.
 *
 * Problem: a microscope writes a file for a while, and the browser doesn't say when the file is complete.
 * Idea: a file is settled if scans have found the same size and time for ten seconds.
 * Cost: a file waits that long after its last change, and one that grows after a longer pause is reported again.
 */
export function compareScans(
  known: KnownFiles,
  found: readonly SeenFile[],
  now: number,
): { readonly known: KnownFiles; readonly report: ScanReport } {
  const after = new Map<string, KnownFile>();
  const settled: SeenFile[] = [];
  let growing = 0;
  for (const { path, size, lastModified } of found) {
    const before = known.get(path);
    if (before?.size !== size || before.lastModified !== lastModified) {
      after.set(path, { path, size, lastModified, since: now, isReported: false });
      growing += 1;
    } else if (before.isReported) {
      after.set(path, before);
    } else if (now - before.since >= SETTLED_MS) {
      after.set(path, { ...before, isReported: true });
      settled.push({ path, size, lastModified });
    } else {
      after.set(path, before);
      growing += 1;
    }
  }
  const gone = [...known.values()].filter(({ path, isReported }) => isReported && !after.has(path));
  return {
    known: after,
    report: {
      settled: settled.sort((left, right) => compareNatural(left.path, right.path)),
      gone: gone.map(({ path }) => path),
      growing,
    },
  };
}

/** Returns the known files with some of them marked to be reported again. */
export function reportAgain(known: KnownFiles, paths: readonly string[]): KnownFiles {
  if (paths.length === 0) return known;
  const after = new Map(known);
  for (const path of paths) {
    const file = after.get(path);
    if (file !== undefined) after.set(path, { ...file, isReported: false });
  }
  return after;
}

/**
 * Returns true if the size and time of a file need not be read in this scan.
 * @param scan number of the scan, from 0
 */
export function isSkippedInScan(file: Pick<KnownFile, 'isReported'> | undefined, scan: number): boolean {
  return file?.isReported === true && scan % SCANS_PER_CHECK !== 0;
}

/** Returns true for files that are not data: those of operating systems, and temporary files of programs. */
export function isIgnoredInFollow(path: string): boolean {
  return isSystemFile(path) || /\.(?:crswap|tmp|temp|part|partial|lock)$|(?:^|\/)~\$[^/]*$/i.test(path);
}
