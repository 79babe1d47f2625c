import { UPLOAD_SEGMENT } from '../navigation/routePath';
import { SEGMENT_MAX_BYTES } from './storableKey';

/** The reason why a title is invalid. */
export type TitleProblem = 'empty' | 'tooLong' | 'slash' | 'controlCharacter' | 'loneSurrogate' | 'reserved' | 'taken';

/** Trims a title and normalizes it to Unicode NFC, like every other part of a key. */
export function cleanTitle(title: string): string {
  return title.normalize('NFC').trim();
}

/**
 * Validates the title of a project or dataset. A title becomes a segment of keys and URLs: slashes are not allowed, and
 * neither is the segment of the upload route.
 * @param taken titles of the sibling projects or datasets. They are compared without regard to case, because some file
 * systems would put them into the same folder
 */
export function validateTitle(title: string, taken: readonly string[] = []): TitleProblem | undefined {
  const clean = cleanTitle(title);
  if (clean === '') return 'empty';
  if (new TextEncoder().encode(clean).length > SEGMENT_MAX_BYTES) return 'tooLong';
  if (/[/\\]/.test(clean)) return 'slash';
  if (/\p{Control}/u.test(clean)) return 'controlCharacter';
  if (/\p{Surrogate}/u.test(clean)) return 'loneSurrogate';
  if (clean.toLowerCase() === UPLOAD_SEGMENT || clean === '.' || clean === '..') return 'reserved';
  if (taken.some((other) => cleanTitle(other).toLowerCase() === clean.toLowerCase())) return 'taken';
  return undefined;
}
