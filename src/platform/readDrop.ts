import { noteHandle } from './fileHandles';

/** A file with the folders in which it was found. */
export interface FoundFile {
  readonly file: File;
  /** Empty for a file that was chosen alone. */
  readonly relativePath: string;
}

/** What a drop held: files with their folders, and how much of it could not be read. */
export interface DropContents {
  readonly found: readonly FoundFile[];
  readonly unreadable: number;
}

/** An entry of a drop, and the handle of what was dropped: the entry itself, or the folder that it lies in. */
interface DroppedEntry {
  readonly entry: FileSystemEntry;
  readonly root: Promise<FileSystemHandle | null | undefined>;
}

/**
 * Reads dropped files and folders, at any depth. Must be called in the drop event itself: the browser empties the list
 * when the event is over.
 */
export function readDrop(items: Iterable<DataTransferItem>): Promise<DropContents> {
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
    if (file !== null) loose.push({ file, relativePath: '' });
  }
  return readEntries(entries, loose);
}

/** Files of a `<input type="file">`, with their folders where a folder was chosen. */
export function foundFiles(files: Iterable<File>): readonly FoundFile[] {
  return Array.from(files, (file) => ({ file, relativePath: file.webkitRelativePath }));
}

/** Without it the files can be read all the same, only not opened again by themselves. */
async function handleOf(item: DataTransferItem): DroppedEntry['root'] {
  try {
    return await item.getAsFileSystemHandle?.();
  } catch {
    return undefined;
  }
}

async function readEntries(dropped: readonly DroppedEntry[], loose: readonly FoundFile[]): Promise<DropContents> {
  const found = [...loose];
  let unreadable = 0;
  const waiting = [...dropped].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { entry, root } = next;
    try {
      if (isDirectory(entry))
        for (const child of (await childrenOf(entry)).reverse()) waiting.push({ entry: child, root });
      else if (isFile(entry))
        found.push({ file: await openEntry(entry, await root), relativePath: relativePathOf(entry) });
    } catch {
      // A folder without permission or a file that vanished: counted, and told to the person.
      unreadable += 1;
    }
  }
  return { found, unreadable };
}

async function openEntry(entry: FileSystemFileEntry, root: FileSystemHandle | null | undefined): Promise<File> {
  const file = await fileOf(entry);
  if (root) noteHandle(file, root);
  return file;
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
