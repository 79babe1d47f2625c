import type { DroppedFiles, FileRegistry, Ports } from '../ports';

const handles = new WeakMap<File, FileSystemHandle>();

/** Stores the handle that opens a file, or the dropped folder that contains it, on another page. */
export function rememberHandle(file: File, handle: FileSystemHandle): void {
  handles.set(file, handle);
}

/** Returns the handle of a file; undefined if the browser gave none. */
export function handleOfFile(file: File): FileSystemHandle | undefined {
  return handles.get(file);
}

/** Returns the only folder that was dropped; undefined if files were chosen in another way. */
export function droppedFolder(files: readonly File[]): FileSystemDirectoryHandle | undefined {
  const roots = new Set(files.map(handleOfFile));
  const [root] = roots;
  return roots.size === 1 && root?.kind === 'directory' ? (root as FileSystemDirectoryHandle) : undefined;
}

/** Returns true if a drag contains files: the app ignores dragged text and links. */
export function hasFiles({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Creates the registry of the files chosen on this page. */
export function createFileRegistry(makeId: () => string): FileRegistry {
  const files = new Map<string, File>();
  const keep: FileRegistry['keep'] = (id, file) => void files.set(id, file);
  return {
    add: (file) => {
      const id = makeId();
      keep(id, file);
      return id;
    },
    keep,
    get: (id) => files.get(id),
    handleOf: (id) => {
      const file = files.get(id);
      return file && handleOfFile(file);
    },
    release: (id) => {
      files.delete(id);
    },
  };
}

/** Holds the latest drop until the upload screen takes it. */
export function createDroppedFiles(): DroppedFiles {
  let held: ReturnType<DroppedFiles['take']>;
  return {
    hold: (batches) => {
      held = batches;
    },
    take: () => {
      const taken = held;
      held = undefined;
      return taken;
    },
  };
}

/**
 * Reads a blob to find out if the file still exists unchanged. Chromium fails with `NotFoundError` for a deleted file
 * and with `NotReadableError` for a changed one; the error of a failed request does not distinguish them from a lost
 * connection.
 */
export const probeFile: Ports['probeFile'] = async (blob) => {
  try {
    await blob.arrayBuffer();
    return 'readable';
  } catch (error) {
    return error instanceof Error && error.name === 'NotFoundError' ? 'missing' : 'changed';
  }
};
