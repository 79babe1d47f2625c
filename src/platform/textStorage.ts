import type { TextStorage } from './ports';

/**
 * The browser's storage as a plain store of text. Where the browser forbids it (a setting, a sandboxed frame),
 * even reading throws: it then counts as empty.
 */
export function createTextStorage(open: () => Storage): TextStorage {
  const attempt = <Result>(job: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return job(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    remove: (key) => {
      attempt((storage) => {
        storage.removeItem(key);
      }, undefined);
    },
    keys: () =>
      attempt<readonly string[]>(
        (storage) =>
          Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null),
        [],
      ),
  };
}
