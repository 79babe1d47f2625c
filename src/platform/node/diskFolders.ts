import { watch, type FSWatcher } from 'node:fs';
import { access as checkAccess, constants } from 'node:fs/promises';
import { createFolderAccess } from '../folders/folderAccess';
import { createFolderCalls, type FolderCalls } from '../folders/folderCalls';
import type { Folders } from '../folders/folderPorts';
import type { Ports, RecordStore } from '../ports';
import { callHere } from '../workers/workerCalls';
import { pathOfHandle, reviveHandle } from './diskFolder';
import { errorCode } from './errorCode';

/** Creates the port over folders of the disk, which are read and written by the code of the browser's port. */
export function createDiskFolders({
  records,
  uuid,
  fetch,
}: {
  readonly records: RecordStore;
  readonly uuid: () => string;
  readonly fetch: Ports['fetch'];
}): Folders {
  const find = async (folderId: string): Promise<FileSystemDirectoryHandle | undefined> => {
    const handle = reviveHandle(await records.read(folderId));
    return handle?.kind === 'directory' ? (handle as FileSystemDirectoryHandle) : undefined;
  };
  const access: Folders['access'] = async (folderId, use) => {
    const folder = await find(folderId);
    if (folder === undefined) return 'gone';
    try {
      await checkAccess(pathOfHandle(folder), use === 'read' ? constants.R_OK : constants.R_OK | constants.W_OK);
      return 'granted';
    } catch (error) {
      return errorCode(error) === 'ENOENT' ? 'gone' : 'forbidden';
    }
  };

  return {
    areOffered: () => true,
    choose: () => Promise.resolve(undefined),
    add: async (handle) => {
      const folderId = uuid();
      await records.put([[folderId, handle]]);
      return { folderId, name: handle.name };
    },
    allow: async (folderId) => (await access(folderId)) === 'granted',
    access,
    release: async (folderId) => void (await records.remove([folderId])),
    ...createFolderAccess(find, callHere<FolderCalls>(createFolderCalls(fetch))),
    watch: (folderId, listener) => {
      let watcher: FSWatcher | undefined;
      let isEnded = false as boolean;
      const observe = async (): Promise<void> => {
        const folder = await find(folderId);
        if (folder === undefined || isEnded) return;
        watcher = watch(pathOfHandle(folder), { recursive: true }, listener);
        // Without reports, the folder is only scanned at intervals.
        watcher.on('error', () => watcher?.close());
      };
      void observe().catch(() => undefined);
      return () => {
        isEnded = true;
        watcher?.close();
      };
    },
  };
}
