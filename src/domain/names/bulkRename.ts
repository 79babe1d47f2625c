import { compareNatural } from '../../lib/compareNatural';
import { err, ok, type Result } from '../../lib/result';
import { MAX_CHANNEL, MAX_SECTION } from '../constants';
import { FORBIDDEN_IN_NAME, generateFileName, isWholeUpTo } from './fileName';
import type { PatternGuess } from './guessPattern';
import type { namingWords } from './namingWords';

/** A file that is to be renamed. */
export interface RenameItem {
  readonly id: string;
  /** The name that it has now, without folders. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/** In which order files get consecutive sections. */
export type RenameOrder = 'name' | 'nameBackwards' | 'time';

/** What the person gave. */
export interface RenameRule {
  readonly dataset: string;
  readonly name: string;
  /** The first file's section; the others follow one by one. */
  readonly firstSection: number;
  /** Of each file that says none itself. */
  readonly channel: number;
  /** Sections (and channels, where it tells them) are taken from this instead, in the order of the items. */
  readonly guess?: PatternGuess;
}

/** An item's old and new name. */
export interface RenameStep {
  readonly id: string;
  readonly oldName: string;
  readonly newName: string;
}

/** The field where a generated name would break. */
type RenameProblem = keyof typeof namingWords.renameProblems;

/** The items in the order in which they get consecutive sections. */
export function orderItems(items: readonly RenameItem[], order: RenameOrder): readonly RenameItem[] {
  return [...items].sort(ORDERS[order]);
}

/** New names for all items, which get their sections in the order that they have; or the field that stands in the way. */
export function planRenames(
  items: readonly RenameItem[],
  rule: RenameRule,
): Result<readonly RenameStep[], RenameProblem> {
  const dataset = rule.dataset.trim();
  const name = rule.name.trim();
  if (dataset === '' || FORBIDDEN_IN_NAME.test(dataset)) return err('dataset');
  if (name === '' || FORBIDDEN_IN_NAME.test(name)) return err('name');
  const numbered = numberItems(items, rule);
  if (!numbered.every(({ section }) => isWholeUpTo(MAX_SECTION, section))) return err('section');
  if (!numbered.every(({ channel }) => isWholeUpTo(MAX_CHANNEL, channel))) return err('channel');
  return ok(
    numbered.map(({ item, section, channel }) => ({
      id: item.id,
      oldName: item.name,
      newName: generateFileName({ dataset, name, section, channel }),
    })),
  );
}

function numberItems(items: readonly RenameItem[], { guess, firstSection, channel }: RenameRule) {
  if (guess === undefined) {
    return items.map((item, index) => ({ item, section: firstSection + index, channel }));
  }
  return items.map((item, index) => ({
    item,
    section: guess.numbers[index]?.section ?? Number.NaN,
    channel: guess.numbers[index]?.channel ?? channel,
  }));
}

const ORDERS: Readonly<Record<RenameOrder, (left: RenameItem, right: RenameItem) => number>> = {
  name: (left, right) => compareNatural(left.name, right.name),
  nameBackwards: (left, right) => compareNatural(right.name, left.name),
  time: (left, right) => left.lastModified - right.lastModified || compareNatural(left.name, right.name),
};
