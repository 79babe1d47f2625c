import { forwardCalls, forwardSubscription, lazyPort } from '../lazyPort';
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
    ...forwardCalls(load, [
      'add',
      'allow',
      'access',
      'release',
      'fileSizes',
      'hashFile',
      'openFile',
      'writeText',
      'fetchRange',
      'hashWritten',
      'saveFile',
      'discardFile',
      'scan',
      'openFiles',
    ]),
    async *readFolder(folderId) {
      yield* (await load()).readFolder(folderId);
    },
    watch: forwardSubscription(load, (folders, folderId: string, listener: () => void) =>
      folders.watch(folderId, listener),
    ),
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
