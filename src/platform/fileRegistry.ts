import { handleOfFile } from './fileHandles';
import type { FileRegistry } from './ports';

/** Keeps the chosen `File`s of this page by id. */
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
