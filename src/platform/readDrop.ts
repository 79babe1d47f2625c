import { noteHandle } from './fileHandles';
import { batchClock, foundFile, type FoundBatch, type FoundFile } from './readFiles';
import { wait } from './wait';

/** Files that are opened at a time: the browser’s answers take longer than its work, but many of them make one long task. */
const OPENED_AT_ONCE = 64;

/** An entry of a drop, and the handle of what was dropped: the entry itself, or the folder that it lies in. */
interface DroppedEntry {
  readonly entry: FileSystemEntry;
  readonly root: Promise<FileSystemHandle | null | undefined>;
}

/**
 * Reads dropped files and folders, at any depth and in their order. Must be called in the drop event itself: the browser
 * empties the list when the event is over.
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

/** Without it the files can be read all the same, only not opened again by themselves. */
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
      // A file that vanished or may not be read: counted, and told to the person.
      if (outcome.status === 'fulfilled') batch.found.push(outcome.value);
      else batch.unreadable += 1;
    }
    const next = files.length === 0 ? waiting.pop() : undefined;
    if (next !== undefined && isDirectory(next.entry)) {
      const children = await childrenOf(next.entry).catch(() => undefined);
      if (children === undefined) batch.unreadable += 1;
      for (const entry of children?.reverse() ?? []) waiting.push({ entry, root: next.root });
    }
    if (batch.found.length === 0 || !isDue()) continue;
    // Tasks of their own: what is done with a batch, and the next answers of the browser.
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

/** Takes the files that come next, up to the next folder. */
function takeFiles(waiting: DroppedEntry[]): readonly DroppedFile[] {
  const files: DroppedFile[] = [];
  for (let next = waiting.at(-1); next !== undefined && files.length < OPENED_AT_ONCE; next = waiting.at(-1)) {
    const { entry, root } = next;
    if (!isFile(entry)) break;
    files.push({ entry, root });
    waiting.pop();
  }
  return files;
}

async function openEntry({ entry, root }: DroppedFile): Promise<FoundFile> {
  const file = await fileOf(entry);
  const handle = await root;
  if (handle) noteHandle(file, handle);
  return foundFile(file, relativePathOf(entry));
}

/** `/a.tif` was dropped alone; `/folder/a.tif` came in a folder. */
function relativePathOf(entry: FileSystemEntry): string {
  const path = entry.fullPath.replace(/^\//, '');
  return path.includes('/') ? path : '';
}

/** `readEntries` gives at most 100 at a time (Chromium) and an empty list at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return children;
    children.push(...batch);
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
