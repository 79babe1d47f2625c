import { isZipFileName } from '@data-manager/domain/downloads/zipFileName';
import { SEGMENT_MAX_BYTES } from '@data-manager/domain/names/keyRules';
import { foldText } from '@data-manager/lib/foldText';
import { HttpError } from '../common/errors';

const ELLIPSIS = '…';

/** Returns the name of an archive among the derived files. */
export function archiveName(archiveId: string): string {
  return `zips/${archiveId}.zip`;
}

/** Returns whether a string is the id of an archive. No other string is ever used in a path. */
export function isArchiveId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/**
 * Validates the file name of an archive.
 *
 * @throws HttpError 400 if the name is not a plain file name ending in `.zip`.
 */
export function checkZipFileName(name: string): string {
  if (!isZipFileName(name)) {
    throw new HttpError(
      400,
      `zipFileName ${JSON.stringify(name.slice(0, 200))} is not a plain file name ending in .zip.`,
    );
  }
  return name;
}

/** Shortens a name to 255 bytes by replacing its middle with an ellipsis. */
export function fileNameOnDisk(name: string): string {
  if (Buffer.byteLength(name) <= SEGMENT_MAX_BYTES) return name;
  const half = Math.floor((SEGMENT_MAX_BYTES - Buffer.byteLength(ELLIPSIS)) / 2);
  const letters = Array.from(name);
  const end = takeBytes(letters.toReversed(), half);
  return [...takeBytes(letters, half), ELLIPSIS, ...end.reverse()].join('');
}

/** Returns the first characters that fit into a number of bytes. */
function takeBytes(letters: readonly string[], maxBytes: number): string[] {
  let bytes = 0;
  const tooMany = letters.findIndex((letter) => (bytes += Buffer.byteLength(letter)) > maxBytes);
  return letters.slice(0, tooMany);
}

/** Returns the `Content-Disposition` header for saving a response under any name (RFC 6266). */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Creates a function that gives the entries of an archive unique names, also on case-insensitive file systems.
 *
 * @returns A function that returns the first unused name of its arguments, or else the last one with a number.
 */
export function createUniqueNames(): (first: string, ...others: readonly string[]) => string {
  const used = new Set<string>();

  function reserve(name: string): boolean {
    const folded = foldText(name);
    if (used.has(folded)) return false;
    used.add(folded);
    return true;
  }

  return (first, ...others) => {
    const candidates = [first, ...others];
    const unused = candidates.find(reserve);
    if (unused !== undefined) return unused;
    const last = candidates.at(-1) ?? first;
    for (let number = 2; ; number += 1) {
      const numbered = withNumber(last, number);
      if (reserve(numbered)) return numbered;
    }
  };
}

/** `b/a.tif` → `b/a (2).tif` */
function withNumber(name: string, number: number): string {
  return name.replace(/(\.[^./]*)?$/, (ending) => ` (${String(number)})${ending}`);
}

/** Returns the ids in the names of archives' files, which may be in folders. */
export function archiveIdsIn(names: readonly string[]): string[] {
  return names.flatMap((name) => /(?:^|\/)([^/]+)\.zip$/.exec(name)?.[1] ?? []);
}
