import { createFolderFiles, type FolderFileCalls } from './folderFiles';
import type { FolderCallName } from './folderMessages';
import { createFollowCalls, type FollowedFileCalls } from './followedFiles';

/** The calls that a worker carries out. */
export type FolderCalls = FolderFileCalls & FollowedFileCalls;

/** Creates the calls. */
export function createFolderCalls(fetchFrom: typeof fetch): FolderCalls {
  return { ...createFolderFiles(fetchFrom), ...createFollowCalls() };
}

/** Runs a call by its name. Signals can't be sent to a worker, so they are passed separately. */
export function runCall(
  calls: FolderCalls,
  name: FolderCallName,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const [first, second] = args;
  switch (name) {
    case 'hashFile':
      return calls.hashFile(
        first as FileSystemDirectoryHandle,
        second as Parameters<FolderCalls['hashFile']>[1],
        signal,
      );
    case 'openFile':
      return calls.openFile(first as FileSystemDirectoryHandle, second as Parameters<FolderCalls['openFile']>[1]);
    case 'fetchRange':
      return calls.fetchRange({ ...(first as Parameters<FolderCalls['fetchRange']>[0]), signal });
    case 'hashWritten':
      return calls.hashWritten(first as string);
    case 'saveFile':
      return calls.saveFile(first as string);
    case 'discardFile':
      return calls.discardFile(first as string);
    case 'scan':
      return calls.scan(first as FileSystemDirectoryHandle, second as Parameters<FolderCalls['scan']>[1]);
    case 'openFiles':
      return calls.openFiles(first as FileSystemDirectoryHandle, second as readonly string[]);
  }
}
