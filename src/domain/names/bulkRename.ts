import { compareNatural } from '@data-manager/lib/compareNatural';
import { err, ok, type Result } from '@data-manager/lib/result';
import { sortedUnique } from '../numberRange';
import { cleanName } from './cleanName';
import {
  FORBIDDEN_IN_NAME,
  formatFileName,
  isIntegerUpTo,
  isNamedLikeOme,
  MAX_CHANNEL,
  MAX_LAYER,
  MAX_SECTION,
  parseFileName,
} from './grammar';
import { readNumbers, type DigitRole, type NumberPattern } from './numberPattern';

/** A file to be renamed. */
export interface RenameItem {
  readonly id: string;
  /** The current name, without folders. */
  readonly name: string;
  /** Milliseconds since 1970; 0 if it is not known. */
  readonly lastModified: number;
}

/** The order in which files get consecutive section numbers. */
export type RenameOrder = 'nameAscending' | 'nameDescending' | 'dateModified';

/** The user's input in the rename dialog. */
export interface RenameOptions {
  /** The part of the names before the section. Spaces are replaced by underscores. */
  readonly dataset: string;
  /** The first file's section; the others count up from it. The section of all files if the pattern has other numbers. */
  readonly firstSection: number;
  /** The layer and channel of every file whose name contains none. */
  readonly layer: number;
  readonly channel: number;
  /** If given, the numbers are read from the names. */
  readonly pattern?: NumberPattern;
  /** The names count channels from 0, and the new names from 1. */
  readonly isChannelFromZero?: boolean;
}

/** An item's old and new name. */
export interface RenameStep {
  readonly id: string;
  readonly oldName: string;
  readonly newName: string;
}

/** The input that prevents valid names from being generated. */
export type RenameProblem = 'dataset' | 'section' | 'layer' | 'channel';

const COMPARE: Readonly<Record<RenameOrder, (left: RenameItem, right: RenameItem) => number>> = {
  nameAscending: (left, right) => compareNatural(left.name, right.name),
  nameDescending: (left, right) => compareNatural(right.name, left.name),
  dateModified: (left, right) => left.lastModified - right.lastModified || compareNatural(left.name, right.name),
};

/** Sorts the items for consecutive numbering. */
export function sortItems(items: readonly RenameItem[], order: RenameOrder): readonly RenameItem[] {
  return [...items].sort(COMPARE[order]);
}

/** Returns the part before the section of names that are generated for a dataset. */
export function prefixFor(dataset: string): string {
  return cleanName(dataset).replace(/\s+/g, '_');
}

/** Generates new names for all items, numbered in the given order, or returns the first invalid input. */
export function planRenames(
  items: readonly RenameItem[],
  options: RenameOptions,
): Result<readonly RenameStep[], RenameProblem> {
  const dataset = prefixFor(options.dataset);
  if (dataset === '' || FORBIDDEN_IN_NAME.test(dataset)) return err('dataset');
  const numbered = items.map((item, index) => ({ item, ...numbersOf(item, index, options) }));
  if (!numbered.every(({ section }) => isIntegerUpTo(MAX_SECTION, section))) return err('section');
  if (!numbered.every(({ layer }) => isIntegerUpTo(MAX_LAYER, layer))) return err('layer');
  if (!numbered.every(({ channel }) => isIntegerUpTo(MAX_CHANNEL, channel))) return err('channel');
  return ok(
    numbered.map(({ item, section, layer, channel }) => ({
      id: item.id,
      oldName: item.name,
      newName: formatFileName({ dataset, section, layer, channel }),
    })),
  );
}

function numbersOf({ name }: RenameItem, index: number, options: RenameOptions) {
  const { pattern, firstSection, layer, channel, isChannelFromZero = false } = options;
  if (pattern === undefined) return { section: firstSection + index, layer, channel };
  const read = readNumbers(name, pattern);
  const roles = new Set(pattern.slots.map(({ role }) => role));
  // A name that does not fit has no valid number.
  const numberOf = (role: DigitRole, given: number) => (roles.has(role) ? (read[role] ?? Number.NaN) : given);
  return {
    section: numberOf('section', roles.size === 0 ? Number.NaN : firstSection),
    layer: numberOf('layer', layer),
    channel: numberOf('channel', channel) + (roles.has('channel') && isChannelFromZero ? 1 : 0),
  };
}

/** Warnings to show before new names are applied. */
export interface RenameWarnings {
  /** Set if more than half of the sections between the first and the last one would be missing. */
  readonly gaps: { readonly first: number; readonly last: number; readonly missing: number } | undefined;
  /** Number of names that lose `.ome`. */
  readonly withoutOme: number;
}

/** Checks new names for gaps, which are a sign of the wrong digits, and for lost extensions. */
export function findRenameWarnings(steps: readonly RenameStep[]): RenameWarnings {
  const sections = sortedUnique(steps.flatMap(({ newName }) => parseFileName(newName)?.section ?? []));
  const [first = 0] = sections;
  const last = sections.at(-1) ?? first;
  const span = last - first + 1;
  const missing = span - sections.length;
  return {
    gaps: sections.length > 1 && missing * 2 > span ? { first, last, missing } : undefined,
    withoutOme: steps.filter(({ oldName }) => isNamedLikeOme(oldName)).length,
  };
}
