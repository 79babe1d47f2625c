import { HttpError } from '../errors';

/** What disks hold. */
const MAX_DISK_NAME_BYTES = 255;
/** A folder's archive is named after its whole path: `downsampled_`, a key of 1,024 bytes, `.zip`. */
const MAX_NAME_BYTES = 12 + 1024 + 4;
const GAP = '…';

/**
 * Checks the name that an archive is to be saved under.
 *
 * @throws HttpFailure 400 for a name that is no plain file name ending in `.zip`.
 */
export function checkZipFileName(name: string): string {
  const isPlain = !/[/\\]|\p{Control}|\p{Surrogate}/u.test(name) && !name.startsWith('.');
  if (!isPlain || !/.\.zip$/i.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new HttpError(400, `zipFileName ${JSON.stringify(name.slice(0, 200))} is no plain file name ending in .zip.`);
  }
  return name;
}

/**
 * The name of an archive as a disk takes it: one over 255 bytes loses its middle, so that it still tells where it comes
 * from and which folder it is.
 */
export function fileNameOnDisk(name: string): string {
  if (Buffer.byteLength(name) <= MAX_DISK_NAME_BYTES) return name;
  const half = Math.floor((MAX_DISK_NAME_BYTES - Buffer.byteLength(GAP)) / 2);
  const letters = Array.from(name);
  const end = longestStart(letters.toReversed(), half);
  return [...longestStart(letters, half), GAP, ...end.reverse()].join('');
}

/** The first letters that take no more than so many bytes. */
function longestStart(letters: readonly string[], maxBytes: number): string[] {
  let bytes = 0;
  const tooMany = letters.findIndex((letter) => (bytes += Buffer.byteLength(letter)) > maxBytes);
  return letters.slice(0, tooMany);
}

/** The header that makes a browser save an answer under a name, whatever letters are in it (RFC 6266). */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Gives names to the entries of one archive so that none takes another's place when it is unpacked, also on a disk
 * that doesn't tell case apart. The same entries in the same order get the same names.
 *
 * @returns a function that gives the first of the wished names that is free, or else the last one with a number
 */
export function createUniqueNames(): (first: string, ...others: readonly string[]) => string {
  const taken = new Set<string>();

  function take(name: string): boolean {
    const folded = name.toLowerCase();
    if (taken.has(folded)) return false;
    taken.add(folded);
    return true;
  }

  return (first, ...others) => {
    const wished = [first, ...others];
    const free = wished.find(take);
    if (free !== undefined) return free;
    const last = wished.at(-1) ?? first;
    for (let number = 2; ; number += 1) {
      const numbered = withNumber(last, number);
      if (take(numbered)) return numbered;
    }
  };
}

/** `b/a.tif` → `b/a (2).tif` */
function withNumber(name: string, number: number): string {
  return name.replace(/(\.[^./]*)?$/, (ending) => ` (${String(number)})${ending}`);
}
