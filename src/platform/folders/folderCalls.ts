import { createFolderFiles, type FolderFileCalls } from './folderFiles';
import { createFollowCalls, type FollowedFileCalls } from './followedFiles';

/** The calls that a worker carries out. */
export type FolderCalls = FolderFileCalls & FollowedFileCalls;

/** Creates the calls. */
export function createFolderCalls(fetchFrom: typeof fetch): FolderCalls {
  return { ...createFolderFiles(fetchFrom), ...createFollowCalls() };
}
