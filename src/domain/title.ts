import { namingWords } from './namingWords';

/** Longest title, in bytes of UTF-8: a title is the name of a folder, and this is what disks hold. */
const TITLE_MAX_BYTES = 255;

/** A title as it is kept: without spaces around it, in Unicode NFC like every other part of a key. */
export function cleanTitle(title: string): string {
  return title.normalize('NFC').trim();
}

/**
 * What is wrong with a project's or dataset's title, in words; undefined for a good one. A title becomes a segment of
 * keys and of the address, hence no slashes and not the word of the upload route, which routers know in any case.
 * `taken` are the titles beside it; two that differ in case alone would be one folder on some disks.
 */
export function titleProblem(title: string, taken: readonly string[] = []): string | undefined {
  const clean = cleanTitle(title);
  if (clean === '') return namingWords.noTitle;
  if (new TextEncoder().encode(clean).length > TITLE_MAX_BYTES) {
    return namingWords.titleTooLong(TITLE_MAX_BYTES);
  }
  if (/[/\\]/.test(clean)) return namingWords.titleWithSlash;
  if (/\p{Control}/u.test(clean)) return namingWords.titleWithControl;
  if (/\p{Surrogate}/u.test(clean)) return namingWords.titleWithHalves;
  if (clean.toLowerCase() === 'upload' || clean === '.' || clean === '..') return namingWords.titleReserved(clean);
  if (taken.some((other) => foldTitle(other) === foldTitle(clean))) return namingWords.titleTaken;
  return undefined;
}

function foldTitle(title: string): string {
  return cleanTitle(title).toLowerCase();
}
