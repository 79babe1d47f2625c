import type { RecordStore } from '../ports';
import { handledWorker } from '../workers/handledWorker';
import { createCallSender } from '../workers/workerCalls';
import { createFolderAccess } from './folderAccess';
import { createFolderCalls, type FolderCalls } from './folderCalls';
import type { Folders } from './folderPorts';

/** The calls of the port that need this module. */
export type LoadedFolders = Omit<Folders, 'areOffered' | 'choose'>;

/** Creates the port. Handles are kept in the database, so that a fetch can continue after a reload. */
export function createFolders(records: RecordStore, uuid: () => string): LoadedFolders {
  const handles = new Map<string, FileSystemDirectoryHandle>();
  const send = createCallSender<FolderCalls>(spawnFolderWorker, () =>
    createFolderCalls((input, init) => window.fetch(input, init)),
  );

  const find = async (folderId: string): Promise<FileSystemDirectoryHandle | undefined> => {
    const known = handles.get(folderId);
    if (known !== undefined) return known;
    const stored = (await records.readAll())?.get(folderId);
    if (!isDirectory(stored)) return undefined;
    handles.set(folderId, stored);
    return stored;
  };

  return {
    add: async (handle) => {
      const folderId = uuid();
      handles.set(folderId, handle);
      // Without the record, the user only has to choose the folder again after a reload.
      await records.put([[folderId, handle]]);
      return { folderId, name: handle.name };
    },
    allow: async (folderId, use = 'readwrite') => {
      const handle = await find(folderId);
      return handle !== undefined && (await isAllowed(handle, use, true));
    },
    access: async (folderId, use = 'readwrite') => {
      const handle = await find(folderId);
      if (handle === undefined) return 'gone';
      if (!(await isAllowed(handle, use, false))) return 'forbidden';
      return (await exists(handle)) ? 'granted' : 'gone';
    },
    release: async (folderId) => {
      handles.delete(folderId);
      await records.remove([folderId]);
    },
    ...createFolderAccess(find, send),
    watch: (folderId, listener) => {
      let observer: FileSystemObserver | undefined;
      let isEnded = false as boolean;
      const observe = async (): Promise<void> => {
        const folder = await find(folderId);
        if (folder === undefined || isEnded || window.FileSystemObserver === undefined) return;
        observer = new window.FileSystemObserver(listener);
        await observer.observe(folder, { recursive: true });
      };
      // Without reports, the folder is only scanned at intervals.
      void observe().catch(() => undefined);
      return () => {
        isEnded = true;
        observer?.disconnect();
      };
    },
  };
}

/** In this module rather than the worker's: only webpack understands `import.meta.url`. */
function spawnFolderWorker(): Worker {
  return handledWorker(new Worker(new URL('./folderWorker.ts', import.meta.url)));
}

async function isAllowed(
  handle: FileSystemDirectoryHandle,
  mode: 'readwrite' | 'read',
  mayAsk: boolean,
): Promise<boolean> {
  try {
    // Handles of the browser's private file system have no permissions.
    if (handle.queryPermission === undefined || (await handle.queryPermission({ mode })) === 'granted') return true;
    return mayAsk && (await handle.requestPermission?.({ mode })) === 'granted';
  } catch {
    return false;
  }
}

/** Reading the first entry fails if the folder is gone. */
async function exists(handle: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    await handle.keys().next();
    return true;
  } catch (error) {
    return !(error instanceof Error && error.name === 'NotFoundError');
  }
}

function isDirectory(value: unknown): value is FileSystemDirectoryHandle {
  return typeof FileSystemDirectoryHandle === 'function' && value instanceof FileSystemDirectoryHandle;
}
