import type { FileRegistry } from './ports';

/** Keeps the chosen `File`s of this page by id. */
export function createFileRegistry(makeId: () => string): FileRegistry {
  const files = new Map<string, File>();
  return {
    add: (file) => {
      const id = makeId();
      files.set(id, file);
      return id;
    },
    get: (id) => files.get(id),
    release: (id) => {
      files.delete(id);
    },
  };
}
