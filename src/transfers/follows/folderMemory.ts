import type { FollowedFiles } from '../../domain/follow/followedFiles';
import type { SeenFile } from '../../domain/follow/scans';
import { isUnchanged } from '../../domain/uploads/upload';

/** How long a file that is not a complete image is checked again. */
const INCOMPLETE_MS = 5 * 60_000;

/** The state of a followed folder while the page is open. */
export type FolderMemory = ReturnType<typeof createFolderMemory>;

/** Creates the memory of a folder that has not been scanned yet. */
export function createFolderMemory(files: FollowedFiles) {
  /** Files that have stopped growing, but are unreadable or incomplete, and since when. */
  const incomplete = new Map<string, SeenFile & { readonly since: number }>();
  /** Paths that the next scan must report again. */
  const again = new Set<string>();
  /** Files that have changed while they were being uploaded. */
  const changed = new Map<string, SeenFile>();
  /** Number of times an upload could not read a file. */
  const failures = new Map<string, number>();
  let scans = 0;

  const reportAgain = (paths: readonly string[]): void => {
    for (const path of paths) again.add(path);
  };

  return {
    files,
    /** Makes the next scan report files again. */
    reportAgain,
    /** Returns the paths that a scan must report again. Those of incomplete files are returned each time. */
    takePathsToReport: (): readonly string[] => {
      const paths = [...again, ...incomplete.keys()];
      again.clear();
      return paths;
    },
    countScan: (): void => {
      scans += 1;
    },
    /** Returns true after the second scan, which finds what was in the folder at the first one. */
    isStartFound: () => scans > 1,
    countIncomplete: () => incomplete.size,
    /** Returns true for an incomplete file that may still be completed, which is then reported by the next scan again. */
    mayBeCompleted: (file: SeenFile, now: number): boolean => {
      const before = incomplete.get(file.path);
      const since = before !== undefined && isUnchanged(before, file) ? before.since : now;
      if (now - since < INCOMPLETE_MS) incomplete.set(file.path, { ...file, since });
      else incomplete.delete(file.path);
      return incomplete.has(file.path);
    },
    clearIncomplete: (path: string): void => {
      incomplete.delete(path);
    },
    /** Marks a file as deleted from the folder. Forgets it if it was set aside or skipped. */
    markGone: (path: string): 'kept' | 'forgotten' => {
      incomplete.delete(path);
      files.markGone(path);
      const state = files.get(path)?.state;
      if (state !== 'aside' && state !== 'skipped') return 'kept';
      files.forget(path);
      return 'forgotten';
    },
    /** Stores the new content of a file whose earlier content is being uploaded. */
    markChanged: (file: SeenFile): void => {
      changed.set(file.path, file);
    },
    /** Ends the upload of a file. Returns its content if that has changed since. */
    finishUpload: (path: string): SeenFile | undefined => {
      const file = changed.get(path);
      changed.delete(path);
      failures.delete(path);
      return file;
    },
    /** Returns the number of times an upload could not read the file, including this time. */
    countFailure: (path: string): number => {
      const count = (failures.get(path) ?? 0) + 1;
      failures.set(path, count);
      return count;
    },
    /** Forgets a file, so that the next scan finds it like a new one. */
    startOver: (path: string): void => {
      files.forget(path);
      changed.delete(path);
      reportAgain([path]);
    },
  };
}
