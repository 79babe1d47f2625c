import {
  compareScans,
  isIgnoredInFollow,
  reportAgain,
  type KnownFiles,
  type SeenFile,
} from '@data-manager/domain/follow/scans';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import type { Folders, OpenedFile } from '../../src/platform/folders/folderPorts';
import { createFakeDisk } from './fakeDisk';

interface FakeFile {
  readonly size: number;
  readonly lastModified: number;
  readonly problem?: ImageProblem;
}

interface FakeFolderOptions {
  /** Called with the label of a content that is no longer on the disk. */
  readonly onLost?: (label: string, finding: 'missing' | 'changed') => void;
}

/** Creates a folder in memory, into which another program writes. */
export function createFakeFolder({ onLost = () => undefined }: FakeFolderOptions = {}) {
  const files = new Map<string, FakeFile>();
  const listeners = new Set<() => void>();
  let access: 'granted' | 'forbidden' | 'gone' = 'granted';
  const opened: string[] = [];

  const labelOf = (path: string, { size, lastModified }: FakeFile): string =>
    `${path}#${String(lastModified)}-${String(size)}`;
  const lose = (path: string, finding: 'missing' | 'changed'): void => {
    const file = files.get(path);
    if (file !== undefined) onLost(labelOf(path, file), finding);
  };
  const open = (path: string): OpenedFile => {
    const file = files.get(path);
    if (file === undefined) return { kind: 'missing' };
    opened.push(path);
    const source = aLabelledFile(path, labelOf(path, file), file);
    return { kind: 'opened', file: source, ...(file.problem !== undefined && { problem: file.problem }) };
  };

  return {
    files,
    /** The paths that were opened, in order. */
    opened,
    /** The name of a file's content in the storage. */
    labelOf: (path: string): string => {
      const file = files.get(path);
      return file === undefined ? '' : labelOf(path, file);
    },
    /** Writes a file, or appends to it. */
    write: (path: string, size: number, problem?: ImageProblem): void => {
      lose(path, 'changed');
      files.set(path, { size, lastModified: Date.now(), ...(problem && { problem }) });
      for (const listener of listeners) listener();
    },
    rename: (path: string, next: string): void => {
      const file = files.get(path);
      lose(path, 'missing');
      files.delete(path);
      if (file !== undefined) files.set(next, file);
    },
    remove: (path: string): void => {
      lose(path, 'missing');
      files.delete(path);
    },
    setAccess: (next: typeof access): void => {
      access = next;
    },
    /** Returns the port of a page, without the scans of earlier pages. */
    openPort: (): Folders => {
      let known: KnownFiles = new Map();
      return {
        ...createFakeDisk().folders,
        access: () => Promise.resolve(access),
        scan: ({ again, now }) => {
          if (access !== 'granted') return Promise.resolve({ kind: 'failed', fault: access });
          const found = [...files].flatMap(([path, { size, lastModified }]): SeenFile[] =>
            isIgnoredInFollow(path) ? [] : [{ path, size, lastModified }],
          );
          const compared = compareScans(reportAgain(known, again), found, now);
          known = compared.known;
          return Promise.resolve({ kind: 'scanned', ...compared.report, hasRest: false });
        },
        openFiles: (_folderId, paths) => Promise.resolve(paths.map(open)),
        watch: (_folderId, listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
    },
  };
}

/** A file without bytes, whose slices have labels instead (see `createFakeStorage`). */
function aLabelledFile(path: string, label: string, { size, lastModified }: FakeFile): File {
  const file = new File([], path.slice(path.lastIndexOf('/') + 1), { lastModified });
  const slice = (start = 0, end = size) =>
    Object.assign(new Blob([]), { label: `${label}@${String(start)}`, length: end - start });
  return Object.assign(Object.defineProperty(file, 'size', { value: size }), {
    slice,
    label: `${label}@0`,
    length: size,
  });
}
