import { rememberHandle } from '../reading/fileRegistry';
import { batchClock, foundFile, type FoundBatch, type FoundFile } from '../reading/readFiles';
import { wait } from '../wait';

/** Files opened at a time. Opening is mostly waiting, but many results at once make one long task. */
const OPENED_AT_ONCE = 64;

interface OpenedFolder {
  readonly handle: FileSystemDirectoryHandle;
  /** Starts with the name of the folder that is read. */
  readonly path: string;
}

/** Opens the files of a folder and its subfolders. Their paths start with its name, as those of a dropped folder do. */
export async function* readFolder(root: FileSystemDirectoryHandle): AsyncGenerator<FoundBatch, void> {
  const isDue = batchClock();
  const waiting: OpenedFolder[] = [{ handle: root, path: root.name }];
  let found: FoundFile[] = [];
  let unreadable = 0;
  const open = async (files: readonly FileSystemFileHandle[], path: string): Promise<void> => {
    for (const outcome of await Promise.allSettled(files.map((file) => file.getFile()))) {
      if (outcome.status === 'rejected') {
        unreadable += 1;
        continue;
      }
      rememberHandle(outcome.value, root);
      found.push(foundFile(outcome.value, `${path}/${outcome.value.name}`));
    }
  };
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const { path } = folder;
    let files: FileSystemFileHandle[] = [];
    try {
      for await (const handle of folder.handle.values()) {
        if (handle.kind === 'directory') {
          waiting.push({ handle, path: `${path}/${handle.name}` });
          continue;
        }
        files.push(handle);
        if (files.length < OPENED_AT_ONCE) continue;
        await open(files, path);
        files = [];
        if (!isDue()) continue;
        yield { found, unreadable };
        found = [];
        unreadable = 0;
        await wait(0);
      }
    } catch {
      // Deleted since, or not readable: counted and reported.
      unreadable += 1;
    }
    await open(files, path);
  }
  yield { found, unreadable };
}
