import { UPLOAD_SEGMENT } from '../navigation/routePath';
import { namingWords } from './namingWords';
import { SEGMENT_MAX_BYTES } from './storableKey';

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
  if (new TextEncoder().encode(clean).length > SEGMENT_MAX_BYTES) {
    return namingWords.titleTooLong(SEGMENT_MAX_BYTES);
  }
  if (/[/\\]/.test(clean)) return namingWords.titleWithSlash;
  if (/\p{Control}/u.test(clean)) return namingWords.titleWithControl;
  if (/\p{Surrogate}/u.test(clean)) return namingWords.titleWithHalves;
  if (clean.toLowerCase() === UPLOAD_SEGMENT || clean === '.' || clean === '..')
    return namingWords.titleReserved(clean);
  if (taken.some((other) => foldTitle(other) === foldTitle(clean))) return namingWords.titleTaken;
  return undefined;
}

function foldTitle(title: string): string {
  return cleanTitle(title).toLowerCase();
}
