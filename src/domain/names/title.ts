import { readsSame } from '@data-manager/lib/foldText';
import { cleanName } from './cleanName';
import { nameProblem, type NameProblem } from './keyRules';

/** The reason why a title is invalid. */
export type TitleProblem = 'empty' | 'tooLong' | 'slash' | 'controlCharacter' | 'loneSurrogate' | 'reserved' | 'taken';

/** Returns a title as it is stored. */
export function cleanTitle(title: string): string {
  return cleanName(title.trim());
}

/** A cleaned title is in NFC, and one with a slash is rejected before its segments are looked at. */
const PROBLEMS: Readonly<Record<NameProblem, TitleProblem>> = {
  empty: 'empty',
  'too-long': 'tooLong',
  'long-segment': 'tooLong',
  slash: 'slash',
  backslash: 'slash',
  'leading-slash': 'slash',
  'empty-segment': 'slash',
  'control-character': 'controlCharacter',
  'lone-surrogate': 'loneSurrogate',
  'not-nfc': 'loneSurrogate',
  reserved: 'reserved',
  dot: 'reserved',
  'two-dots': 'reserved',
};

/**
 * Validates the title of a project or dataset.
 * @param taken titles of the sibling projects or datasets. No two of them may read the same: people could not tell them
 * apart, and some file systems would put them into the same folder
 */
export function validateTitle(title: string, taken: readonly string[] = []): TitleProblem | undefined {
  const clean = cleanTitle(title);
  const problem = nameProblem(clean);
  if (problem !== undefined) return PROBLEMS[problem];
  return taken.some((other) => readsSame(other, clean)) ? 'taken' : undefined;
}
