import { lazyPort } from '../lazyPort';
import type { RecordStore } from '../ports';
import type { Folders } from './folderPorts';

/** Creates the port, whose code loads when it is needed. Most visits write into no folder. */
export function createLazyFolders(records: RecordStore, uuid: () => string): Folders {
  const load = lazyPort(async () => (await import('./folders')).createFolders(records, uuid));

  return {
    areOffered: () => window.showDirectoryPicker !== undefined,
    choose: async (use = 'readwrite') => {
      // Before loading the code, because browsers allow it only shortly after the click.
      const picking = pickFolder(use);
      void load();
      const handle = await picking;
      return handle && (await load()).add(handle);
    },
    add: async (handle) => (await load()).add(handle),
    allow: async (folderId, use) => (await load()).allow(folderId, use),
    access: async (folderId, use) => (await load()).access(folderId, use),
    async *readFolder(folderId) {
      yield* (await load()).readFolder(folderId);
    },
    release: async (folderId) => (await load()).release(folderId),
    hashFile: async (file, signal) => (await load()).hashFile(file, signal),
    openFile: async (file) => (await load()).openFile(file),
    fetchRange: async (request) => (await load()).fetchRange(request),
    hashWritten: async (writerId) => (await load()).hashWritten(writerId),
    saveFile: async (writerId) => (await load()).saveFile(writerId),
    discardFile: async (writerId) => (await load()).discardFile(writerId),
    scan: async (request) => (await load()).scan(request),
    openFiles: async (folderId, paths) => (await load()).openFiles(folderId, paths),
    watch: (folderId, listener) => {
      let end: (() => void) | undefined;
      let isEnded = false;
      void load().then((folders) => {
        if (!isEnded) end = folders.watch(folderId, listener);
      });
      return () => {
        isEnded = true;
        end?.();
      };
    },
  };
}

/** Returns undefined if the user closes the picker, or chooses a folder that the browser protects. */
async function pickFolder(mode: 'readwrite' | 'read'): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await window.showDirectoryPicker?.({ id: 'data-manager', mode });
  } catch {
    return undefined;
  }
}
