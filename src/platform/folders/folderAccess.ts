import { rememberHandle } from '../reading/fileRegistry';
import type { SendCall } from '../workers/workerCalls';
import type { FolderCalls } from './folderCalls';
import type { Folders } from './folderPorts';
import { readFolder } from './readFolder';

const GONE = { kind: 'failed', fault: 'gone' } as const;

/** The calls of the port that read and write in a folder, wherever handles are kept. */
type FolderAccess = Omit<Folders, 'areOffered' | 'choose' | 'add' | 'allow' | 'access' | 'release' | 'watch'>;

/** Creates the calls that find a folder by its id and pass it on. */
export function createFolderAccess(
  find: (folderId: string) => Promise<FileSystemDirectoryHandle | undefined>,
  send: SendCall<FolderCalls>,
): FolderAccess {
  /** Makes a call with a folder, unless its handle is gone. */
  const inFolder = async <Result, Absent>(
    folderId: string,
    call: (folder: FileSystemDirectoryHandle) => Promise<Result>,
    absent: Absent,
  ): Promise<Result | Absent> => {
    const folder = await find(folderId);
    return folder === undefined ? absent : call(folder);
  };
  return {
    async *readFolder(folderId) {
      const folder = await find(folderId);
      if (folder !== undefined) yield* readFolder(folder);
    },
    fileSizes: (folderId, paths) => inFolder(folderId, (folder) => send('fileSizes', [folder, paths]), []),
    hashFile: ({ folderId, ...file }, signal) =>
      inFolder(folderId, (folder) => send('hashFile', [folder, file], signal), GONE),
    openFile: ({ folderId, ...file }) => inFolder(folderId, (folder) => send('openFile', [folder, file]), GONE),
    writeText: (folderId, path, pieces) =>
      inFolder(folderId, (folder) => send('writeText', [folder, path, pieces]), GONE),
    fetchRange: ({ signal, ...request }) => send('fetchRange', [request], signal),
    hashWritten: (writerId) => send('hashWritten', [writerId]),
    saveFile: (writerId) => send('saveFile', [writerId]),
    discardFile: (writerId) => send('discardFile', [writerId]),
    scan: (request) => inFolder(request.folderId, (folder) => send('scan', [folder, request]), GONE),
    openFiles: async (folderId, paths) => {
      const folder = await find(folderId);
      if (folder === undefined) return paths.map(() => ({ kind: 'missing' }));
      const opened = await send('openFiles', [folder, paths]);
      for (const one of opened) if (one.kind === 'opened') rememberHandle(one.file, folder);
      return opened;
    },
  };
}
