import type { Dirent } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { asBrowserError, openDiskFile } from './diskFile';

/** Ends the name of a file that is being written. */
const UNFINISHED = '.dm-unfinished';

/** What records keep of a handle. */
interface StoredHandle {
  readonly kind: FileSystemHandleKind;
  readonly path: string;
}

/** A folder on the disk, with the functions of a browser's handle that the app calls. */
export function diskFolder(path: string): FileSystemDirectoryHandle {
  async function* entries(): AsyncGenerator<[string, FileSystemHandle]> {
    const folder = await inBrowserTerms(() => opendir(path));
    for await (const entry of folder) {
      const found = join(path, entry.name);
      if (entry.isDirectory()) yield [entry.name, diskFolder(found)];
      else if (!entry.name.endsWith(UNFINISHED) && (await isFile(entry, found))) yield [entry.name, diskEntry(found)];
    }
  }
  const handle = {
    ...stored('directory', path),
    entries,
    async *values() {
      for await (const [, entry] of entries()) yield entry;
    },
    async *keys() {
      for await (const [name] of entries()) yield name;
    },
    getDirectoryHandle: (name: string, { create = false } = {}) =>
      inBrowserTerms(async () => {
        const inside = join(path, name);
        if (create) await mkdir(inside, { recursive: true });
        else if (!(await stat(inside)).isDirectory()) throw new DOMException(name, 'TypeMismatchError');
        return diskFolder(inside);
      }),
    getFileHandle: (name: string, { create = false } = {}) =>
      inBrowserTerms(async () => {
        const inside = join(path, name);
        if (!create && !(await stat(inside)).isFile()) throw new DOMException(name, 'TypeMismatchError');
        return diskEntry(inside);
      }),
    removeEntry: (name: string) => inBrowserTerms(() => rm(join(path, name))),
  };
  return handle as unknown as FileSystemDirectoryHandle;
}

/** Links to folders are left out, since they may lead back here. */
async function isFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const target = await stat(path).catch(() => undefined);
  return target?.isFile() === true;
}

/** Returns the folder or file of a handle that was read from records; undefined for anything else. */
export function reviveHandle(value: unknown): FileSystemHandle | undefined {
  if (typeof value !== 'object' || value === null || !('path' in value) || typeof value.path !== 'string')
    return undefined;
  return 'kind' in value && value.kind === 'directory' ? diskFolder(value.path) : diskEntry(value.path);
}

/** Returns the path of a handle of this module. */
export function pathOfHandle(handle: FileSystemHandle): string {
  return (handle as unknown as StoredHandle).path;
}

function diskEntry(path: string): FileSystemFileHandle {
  const handle = {
    ...stored('file', path),
    getFile: () => inBrowserTerms(() => openDiskFile(path)),
    createWritable: () => openWritable(path),
  };
  return handle as unknown as FileSystemFileHandle;
}

function stored(kind: FileSystemHandleKind, path: string) {
  return { kind, path, name: basename(path), toJSON: (): StoredHandle => ({ kind, path }) };
}

/** Writes into a file beside the visible one, which replaces it at the end, as browsers do. */
async function openWritable(path: string) {
  const unfinished = path + UNFINISHED;
  const file: FileHandle = await inBrowserTerms(() => open(unfinished, 'w'));
  return {
    write: ({ position, data }: { readonly position: number; readonly data: Uint8Array }) =>
      inBrowserTerms(async () => {
        for (let done = 0; done < data.byteLength;) {
          done += (await file.write(data, done, data.byteLength - done, position + done)).bytesWritten;
        }
      }),
    close: () =>
      inBrowserTerms(async () => {
        await file.sync();
        await file.close();
        await rename(unfinished, path);
      }),
    abort: async () => {
      await file.close();
      await rm(unfinished, { force: true });
    },
  };
}

async function inBrowserTerms<Value>(job: () => Promise<Value>): Promise<Value> {
  try {
    return await job();
  } catch (error) {
    throw asBrowserError(error);
  }
}
