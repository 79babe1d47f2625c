import {
  compareScans,
  isIgnoredInFollow,
  isSkippedInScan,
  reportAgain,
  type KnownFiles,
  type ScanReport,
  type SeenFile,
} from '@data-manager/domain/follow/scans';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import { readImageProblem } from '@data-manager/domain/pictures/check/imageProblem';
import { findParent, isFile, isFolder } from '../reading/handles';
import { readBytes } from '../reading/readBytes';
import { faultOf } from './folderFiles';
import type { Folders, OpenedFile, ScanResult } from './folderPorts';

/** Files opened at a time. */
const OPENED_AT_ONCE = 64;
/** Most files in a result, so that the page receives it in one short task. */
const FILES_PER_RESULT = 1_000;

/** The calls that scan followed folders. They run in a worker. */
export interface FollowedFileCalls {
  readonly scan: (folder: FileSystemDirectoryHandle, ...request: Parameters<Folders['scan']>) => Promise<ScanResult>;
  readonly openFiles: (folder: FileSystemDirectoryHandle, paths: readonly string[]) => Promise<readonly OpenedFile[]>;
}

const NEVER = new AbortController().signal;

interface Followed {
  known: KnownFiles;
  scans: number;
  /** Results that are not returned yet. */
  rest: ScanReport;
}

const NOTHING: ScanReport = { settled: [], gone: [], growing: 0 };

/** Creates the calls. They keep the known files of each folder until the page closes. */
export function createFollowCalls(): FollowedFileCalls {
  const folders = new Map<string, Followed>();
  return {
    scan: async (folder, { folderId, again, isRest, now }) => {
      const followed = folders.get(folderId) ?? { known: new Map(), scans: 0, rest: NOTHING };
      folders.set(folderId, followed);
      if (!isRest) {
        // Results that were not requested are not lost.
        const unread = followed.rest;
        followed.known = reportAgain(followed.known, [...again, ...unread.settled.map(({ path }) => path)]);
        try {
          const found = await findFiles(folder, followed);
          const { known, report } = compareScans(followed.known, found, now);
          const rest = { ...report, gone: [...unread.gone, ...report.gone] };
          Object.assign(followed, { known, rest, scans: followed.scans + 1 });
        } catch (error) {
          return { kind: 'failed', fault: faultOf(error) === 'forbidden' ? 'forbidden' : 'gone' };
        }
      }
      const { settled, gone, growing } = followed.rest;
      followed.rest = { settled: settled.slice(FILES_PER_RESULT), gone: gone.slice(FILES_PER_RESULT), growing };
      return {
        kind: 'scanned',
        settled: settled.slice(0, FILES_PER_RESULT),
        gone: gone.slice(0, FILES_PER_RESULT),
        growing,
        hasRest: Math.max(settled.length, gone.length) > FILES_PER_RESULT,
      };
    },
    openFiles: (folder, paths) => Promise.all(paths.map((path) => openFile(folder, path))),
  };
}

async function findFiles(folder: FileSystemDirectoryHandle, { known, scans }: Followed): Promise<readonly SeenFile[]> {
  const found: SeenFile[] = [];
  let opening: Promise<void>[] = [];
  const read = async (path: string, handle: FileSystemFileHandle): Promise<void> => {
    try {
      const { size, lastModified } = await handle.getFile();
      found.push({ path, size, lastModified });
    } catch {
      // Deleted or renamed since the folder was listed, or locked by the program that writes it.
    }
  };
  const visit = async (parent: FileSystemDirectoryHandle, prefix: string): Promise<void> => {
    for await (const [name, handle] of parent.entries()) {
      const path = `${prefix}${name}`;
      if (isIgnoredInFollow(path)) continue;
      if (isFolder(handle)) {
        await visit(handle, `${path}/`);
        continue;
      }
      const before = known.get(path);
      if (before !== undefined && isSkippedInScan(before, scans)) found.push(before);
      else if (isFile(handle)) opening.push(read(path, handle));
      if (opening.length < OPENED_AT_ONCE) continue;
      await Promise.all(opening);
      opening = [];
    }
  };
  await visit(folder, '');
  await Promise.all(opening);
  return found;
}

async function openFile(folder: FileSystemDirectoryHandle, path: string): Promise<OpenedFile> {
  try {
    const { parent, name } = await findParent(folder, path, false);
    const file = await (await parent.getFileHandle(name)).getFile();
    if (!isNamedLikeTiff(path)) return { kind: 'opened', file };
    const checked = await readBytes(file, readImageProblem(file.size), NEVER);
    // Changed while it was read.
    if (!checked.ok) return { kind: 'unreadable' };
    return { kind: 'opened', file, ...(checked.value !== undefined && { problem: checked.value }) };
  } catch (error) {
    return { kind: faultOf(error) === 'gone' ? 'missing' : 'unreadable' };
  }
}
