import { File } from 'node:buffer';

/** A file in memory. */
interface FakeFile {
  bytes: Uint8Array<ArrayBuffer>;
}

/** Creates a directory handle over a map of paths, which writes like a browser: nothing changes before `close`. */
export function createFakeDirectory(
  files: Map<string, FakeFile>,
  failing: { write?: string; close?: string },
  prefix = '',
): FileSystemDirectoryHandle {
  const fileHandle = (path: string) => ({
    kind: 'file',
    getFile: () => Promise.resolve(new File([files.get(path)?.bytes ?? new Uint8Array()], path)),
    createWritable: () => {
      let bytes = new Uint8Array();
      return Promise.resolve({
        write: async ({ position, data }: { readonly position: number; readonly data: Uint8Array<ArrayBuffer> }) => {
          await Promise.resolve();
          if (failing.write !== undefined) throw new DOMException('no', failing.write);
          const grown = new Uint8Array(Math.max(bytes.length, position + data.length));
          grown.set(bytes);
          grown.set(data, position);
          bytes = grown;
        },
        close: () => {
          if (failing.close !== undefined) return Promise.reject(new DOMException('no', failing.close));
          files.set(path, { bytes });
          return Promise.resolve();
        },
        abort: () => Promise.resolve(),
      });
    },
  });
  const directory = {
    kind: 'directory',
    name: 'Disk',
    getDirectoryHandle: (name: string, { create = false } = {}) => {
      const path = `${prefix}${name}/`;
      const isThere = [...files.keys()].some((one) => one.startsWith(path));
      if (!create && !isThere) return Promise.reject(new DOMException('no', 'NotFoundError'));
      return Promise.resolve(createFakeDirectory(files, failing, path));
    },
    getFileHandle: (name: string, { create = false } = {}) => {
      const path = `${prefix}${name}`;
      if (!files.has(path) && !create) return Promise.reject(new DOMException('no', 'NotFoundError'));
      if (!files.has(path)) files.set(path, { bytes: new Uint8Array() });
      return Promise.resolve(fileHandle(path));
    },
    removeEntry: (name: string) => {
      files.delete(`${prefix}${name}`);
      return Promise.resolve();
    },
  };
  return directory as unknown as FileSystemDirectoryHandle;
}
