import type { FileProbe, Ports } from '../../../src/platform/ports';
import { md5 } from '../../support/uploadFile';
import { createLine } from './faultRunLine';

const HASH_MS = 30;

const contents = new WeakMap<Blob, Uint8Array>();
/** The file that a slice is of. */
const wholes = new WeakMap<Blob, Blob>();
/** What has become of files on the disk since they were chosen. */
const fates = new WeakMap<Blob, FileProbe>();

/** A file on the disk with bytes of its own, the same for the same name and size. */
export function aFileOf(name: string, size: number): File {
  const seed = Number.parseInt(md5(name).slice(0, 8), 16);
  const bytes = Uint8Array.from({ length: size }, (_, index) => (Math.imul(index + 1, 2_654_435_761) ^ seed) >>> 16);
  const file = new File([], name, { lastModified: 1_700_000_000_000 });
  Object.defineProperty(file, 'size', { value: size });
  contents.set(file, bytes);
  file.slice = (start = 0, end = size) => {
    const slice = new Blob([]);
    contents.set(slice, bytes.subarray(start, end));
    wholes.set(slice, file);
    return slice;
  };
  return file;
}

/** What is in a file, or in a slice of one. */
export function bytesOf(blob: Blob): Uint8Array {
  const bytes = contents.get(blob);
  if (bytes === undefined) throw new Error('Not a file of this run.');
  return bytes;
}

/** From now on the disk gives the file no more. */
export function loseFile(file: File, fate: 'missing' | 'changed'): void {
  fates.set(file, fate);
}

/** Whether the disk still gives what was chosen, of a file or of a slice of one. */
export function fateOf(blob: Blob): FileProbe {
  return fates.get(wholes.get(blob) ?? blob) ?? 'readable';
}

/** Asks the disk. */
export const probeFile: Ports['probeFile'] = (blob) => Promise.resolve(fateOf(blob));

/** Hashes what is really there. */
export const hashPart: Ports['hashPart'] = async (body, signal) => {
  if ((await createLine().travel(HASH_MS, signal)) === 'aborted') return { kind: 'aborted' };
  if (fateOf(body) !== 'readable') return { kind: 'unreadable' };
  const bytes = bytesOf(body);
  return { kind: 'hashed', md5: md5(bytes), bytes: bytes.length };
};
