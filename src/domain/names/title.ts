import { foldText, readsSame } from '../../lib/foldText';
import { UPLOAD_SEGMENT } from '../navigation/routePath';
import { cleanName } from './cleanName';
import { SEGMENT_MAX_BYTES } from './storableKey';

/** The reason why a title is invalid. */
export type TitleProblem = 'empty' | 'tooLong' | 'slash' | 'controlCharacter' | 'loneSurrogate' | 'reserved' | 'taken';

/** Returns a title as it is stored. */
export function cleanTitle(title: string): string {
  return cleanName(title.trim());
}

/**
 * Validates the title of a project or dataset. A title becomes a segment of keys and URLs: slashes are not allowed, and
 * neither is the segment of the upload route.
 * @param taken titles of the sibling projects or datasets. No two of them may read the same: people could not tell them
 * apart, and some file systems would put them into the same folder
 */
export function validateTitle(title: string, taken: readonly string[] = []): TitleProblem | undefined {
  const clean = cleanTitle(title);
  if (clean === '') return 'empty';
  if (new TextEncoder().encode(clean).length > SEGMENT_MAX_BYTES) return 'tooLong';
  if (/[/\\]/.test(clean)) return 'slash';
  if (/\p{Control}/u.test(clean)) return 'controlCharacter';
  if (/\p{Surrogate}/u.test(clean)) return 'loneSurrogate';
  if (foldText(clean) === UPLOAD_SEGMENT || clean === '.' || clean === '..') return 'reserved';
  if (taken.some((other) => readsSame(other, clean))) return 'taken';
  return undefined;
}
