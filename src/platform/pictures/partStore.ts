import type { DecodedPart } from './fileWindow';

/** The most recently used decoded parts. */
export interface PartStore {
  readonly get: (key: string) => DecodedPart | undefined;
  readonly put: (key: string, part: DecodedPart) => void;
  /** Forgets the parts whose keys start with a prefix. */
  readonly forget: (prefix: string) => void;
}

/** Creates a store that keeps at most `maxBytes`. */
export function createPartStore(maxBytes: number): PartStore {
  /** In order of last use: a `Map` keeps the order of insertion. */
  const parts = new Map<string, DecodedPart>();
  let bytes = 0;

  const remove = (key: string, part: DecodedPart): void => {
    parts.delete(key);
    bytes -= sizeOf(part);
  };

  return {
    get: (key) => {
      const part = parts.get(key);
      if (part === undefined) return undefined;
      parts.delete(key);
      parts.set(key, part);
      return part;
    },
    put: (key, part) => {
      const previous = parts.get(key);
      if (previous !== undefined) remove(key, previous);
      parts.set(key, part);
      bytes += sizeOf(part);
      for (const [oldest, old] of parts) {
        if (bytes <= maxBytes) return;
        remove(oldest, old);
      }
    },
    forget: (prefix) => {
      for (const [key, part] of [...parts]) if (key.startsWith(prefix)) remove(key, part);
    },
  };
}

function sizeOf({ planes }: DecodedPart): number {
  return planes.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
