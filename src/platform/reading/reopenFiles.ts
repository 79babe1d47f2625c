import type { Ports, ReopenResult } from '../ports';
import { rememberHandle } from './fileRegistry';
import { isFile, isFolder } from './handles';

/** A dropped file or folder. */
interface Root {
  readonly handle: FileSystemHandle;
  /** True if the user has granted permission to read it. */
  readonly isAllowed: boolean;
}

/** Opens files by the handles of an earlier page. Requests permission once for each dropped file or folder. */
export const reopenFiles: Ports['reopenFiles'] = async (requests) => {
  const roots: Root[] = [];
  const results = new Map<string, ReopenResult>();
  for (const { id, handle, path } of requests) {
    if (!isHandle(handle)) continue;
    let root = await findRoot(roots, handle);
    if (root === undefined) {
      root = { handle, isAllowed: await isReadable(handle) };
      roots.push(root);
    }
    results.set(id, root.isAllowed ? await open(handle, path) : { kind: 'forbidden' });
  }
  return results;
};

async function findRoot(roots: readonly Root[], handle: FileSystemHandle): Promise<Root | undefined> {
  for (const root of roots) {
    if (root.handle.name === handle.name && (await root.handle.isSameEntry(handle))) return root;
  }
  return undefined;
}

/** Requests permission if necessary. Browsers show the prompt only shortly after a click. */
async function isReadable(handle: FileSystemHandle): Promise<boolean> {
  const mode = { mode: 'read' } as const;
  try {
    if ((await handle.queryPermission?.(mode)) === 'granted') return true;
    return (await handle.requestPermission?.(mode)) === 'granted';
  } catch {
    return false;
  }
}

/** @param path `folder/…/name` in a dropped folder; empty for a file that was dropped directly */
async function open(root: FileSystemHandle, path: string): Promise<ReopenResult> {
  try {
    const handle = await find(root, path.split('/').slice(1));
    if (!isFile(handle)) return { kind: 'missing' };
    const file = await handle.getFile();
    rememberHandle(file, root);
    return { kind: 'opened', file };
  } catch {
    // Moved, renamed or deleted, or on a drive that is not connected.
    return { kind: 'missing' };
  }
}

async function find(root: FileSystemHandle, segments: readonly string[]): Promise<FileSystemHandle> {
  const name = segments.at(-1);
  let folder = root;
  for (const segment of segments.slice(0, -1)) {
    if (!isFolder(folder)) return folder;
    folder = await folder.getDirectoryHandle(segment);
  }
  return name !== undefined && isFolder(folder) ? folder.getFileHandle(name) : folder;
}

function isHandle(value: unknown): value is FileSystemHandle {
  return typeof FileSystemHandle === 'function' && value instanceof FileSystemHandle;
}
