import type { RunCall } from '../workers/workerCalls';
import { createFolderFiles, type FolderFileCalls } from './folderFiles';
import { createFollowCalls, type FollowedFileCalls } from './followedFiles';

type FolderCalls = FolderFileCalls & FollowedFileCalls;

/** The calls that a worker carries out, with their arguments. */
export type FolderCallName =
  'hashFile' | 'openFile' | 'fetchRange' | 'hashWritten' | 'saveFile' | 'discardFile' | 'scan' | 'openFiles';

/** Creates the function that runs the calls. */
export function createFolderRun(fetchFrom: typeof fetch): RunCall<FolderCallName> {
  const calls: FolderCalls = { ...createFolderFiles(fetchFrom), ...createFollowCalls() };
  return (name, args, signal) => runCall(calls, name, args, signal);
}

function runCall(
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
