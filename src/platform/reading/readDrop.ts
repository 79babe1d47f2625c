import { wait } from '../wait';
import { rememberHandle } from './fileRegistry';
import { batchClock, foundFile, type FoundBatch, type FoundFile } from './readFiles';

/** Files opened at a time. Opening is mostly waiting, but many results at once make one long task. */
const OPENED_AT_ONCE = 64;

/** An entry of a drop. */
interface DroppedEntry {
  readonly entry: FileSystemEntry;
  /** Handle of the dropped file or folder that the entry is or is in. */
  readonly root: Promise<FileSystemHandle | null | undefined>;
  /** Handle of the folder that the entry is in. Undefined for dropped entries, and if the browser gives none. */
  readonly folder?: FileSystemDirectoryHandle | undefined;
}

/**
 * Reads dropped files and folders, at any depth and in order. Must be called during the drop event: the browser clears
 * the items afterwards.
 */
export function readDrop(items: Iterable<DataTransferItem>): AsyncGenerator<FoundBatch, void> {
  const entries: DroppedEntry[] = [];
  const loose: FoundFile[] = [];
  for (const item of items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry !== null) {
      entries.push({ entry, root: handleOf(item) });
      continue;
    }
    const file = item.getAsFile();
    if (file !== null) loose.push(foundFile(file, ''));
  }
  return readEntries(entries, loose);
}

/** Returns undefined in browsers without file handles. The files can still be read, but not reopened by a later page. */
async function handleOf(item: DataTransferItem): DroppedEntry['root'] {
  try {
    return await item.getAsFileSystemHandle?.();
  } catch {
    return undefined;
  }
}

async function* readEntries(
  dropped: readonly DroppedEntry[],
  loose: readonly FoundFile[],
): AsyncGenerator<FoundBatch, void> {
  const isDue = batchClock();
  let batch = { found: [...loose], unreadable: 0 };
  const waiting = [...dropped].reverse();
  while (waiting.length > 0) {
    const files = takeFiles(waiting);
    for (const outcome of await Promise.allSettled(files.map(openEntry))) {
      // Deleted since, or not readable: counted and reported.
      if (outcome.status === 'fulfilled') batch.found.push(outcome.value);
      else batch.unreadable += 1;
    }
    const next = files.length === 0 ? waiting.pop() : undefined;
    if (next !== undefined && isDirectory(next.entry)) {
      const children = await childrenOf(next.entry).catch(() => undefined);
      if (children === undefined) batch.unreadable += 1;
      const folder = await folderHandleOf(next).catch(() => undefined);
      for (const entry of children?.reverse() ?? []) waiting.push({ entry, root: next.root, folder });
    }
    if (batch.found.length === 0 || !isDue()) continue;
    // The consumer of a batch and the browser's next results each run in a task of their own.
    await wait(0);
    yield batch;
    batch = { found: [], unreadable: 0 };
    await wait(0);
  }
  yield batch;
}

interface DroppedFile extends DroppedEntry {
  readonly entry: FileSystemFileEntry;
}

/** Removes and returns the next files, up to the next folder. */
function takeFiles(waiting: DroppedEntry[]): readonly DroppedFile[] {
  const files: DroppedFile[] = [];
  for (let next = waiting.at(-1); next !== undefined && files.length < OPENED_AT_ONCE; next = waiting.at(-1)) {
    const { entry, root, folder } = next;
    if (!isFile(entry)) break;
    files.push({ entry, root, folder });
    waiting.pop();
  }
  return files;
}

async function openEntry({ entry, root, folder }: DroppedFile): Promise<FoundFile> {
  const file = (await openByHandle(folder, entry.name)) ?? (await fileOf(entry));
  const handle = await root;
  if (handle) rememberHandle(file, handle);
  return foundFile(file, relativePathOf(entry));
}

/** Returns an empty path for a file dropped directly: `/a.tif`, in contrast to `/folder/a.tif`. */
function relativePathOf(entry: FileSystemEntry): string {
  const path = entry.fullPath.replace(/^\//, '');
  return path.includes('/') ? path : '';
}

/** `readEntries` returns at most 100 entries at a time in Chromium, and an empty list at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

async function folderHandleOf({ entry, root, folder }: DroppedEntry): Promise<FileSystemDirectoryHandle | undefined> {
  const isDropped = entry.fullPath.lastIndexOf('/') === 0;
  const handle = isDropped ? await root : await folder?.getDirectoryHandle(entry.name);
  return handle?.kind === 'directory' ? (handle as FileSystemDirectoryHandle) : undefined;
}

/**
 * Opens a file in half the time that its entry takes in Chromium. Returns undefined if that fails: handles refuse some
 * files that entries open, such as those with a colon in their names.
 */
async function openByHandle(folder: FileSystemDirectoryHandle | undefined, name: string): Promise<File | undefined> {
  try {
    return await (await folder?.getFileHandle(name))?.getFile();
  } catch {
    return undefined;
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
