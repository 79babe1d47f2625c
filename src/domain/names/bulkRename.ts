import { compareNatural } from '../../lib/compareNatural';
import { err, ok, type Result } from '../../lib/result';
import { MAX_CHANNEL, MAX_SECTION } from '../constants';
import { FORBIDDEN_IN_NAME, generateFileName, isIntegerUpTo } from './fileName';

/** A file to be renamed. */
export interface RenameItem {
  readonly id: string;
  /** The current name, without folders. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/** The order in which files get consecutive section numbers. */
export type RenameOrder = 'nameAscending' | 'nameDescending' | 'dateModified';

/** The user's input in the rename dialog. */
export interface RenameOptions {
  readonly dataset: string;
  readonly name: string;
  /** The first file's section; the others count up from it. */
  readonly firstSection: number;
  /** The channel of every file whose channel was not detected. */
  readonly channel: number;
  /** If given, sections and channels are taken from here instead, in the order of the items. */
  readonly detected?: DetectedNumbers;
}

/** An item's old and new name. */
export interface RenameStep {
  readonly id: string;
  readonly oldName: string;
  readonly newName: string;
}

/** The input that prevents valid names from being generated. */
export type RenameProblem = 'dataset' | 'name' | 'section' | 'channel';

const COMPARE: Readonly<Record<RenameOrder, (left: RenameItem, right: RenameItem) => number>> = {
  nameAscending: (left, right) => compareNatural(left.name, right.name),
  nameDescending: (left, right) => compareNatural(right.name, left.name),
  dateModified: (left, right) => left.lastModified - right.lastModified || compareNatural(left.name, right.name),
};

/** Sorts the items for consecutive numbering. */
export function sortItems(items: readonly RenameItem[], order: RenameOrder): readonly RenameItem[] {
  return [...items].sort(COMPARE[order]);
}

/** Generates new names for all items, numbered in the given order, or returns the first invalid input. */
export function planRenames(
  items: readonly RenameItem[],
  options: RenameOptions,
): Result<readonly RenameStep[], RenameProblem> {
  const dataset = options.dataset.trim();
  const name = options.name.trim();
  if (dataset === '' || FORBIDDEN_IN_NAME.test(dataset)) return err('dataset');
  if (name === '' || FORBIDDEN_IN_NAME.test(name)) return err('name');
  const numbered = numberItems(items, options);
  if (!numbered.every(({ section }) => isIntegerUpTo(MAX_SECTION, section))) return err('section');
  if (!numbered.every(({ channel }) => isIntegerUpTo(MAX_CHANNEL, channel))) return err('channel');
  return ok(
    numbered.map(({ item, section, channel }) => ({
      id: item.id,
      oldName: item.name,
      newName: generateFileName({ dataset, name, section, channel }),
    })),
  );
}

function numberItems(items: readonly RenameItem[], { detected, firstSection, channel }: RenameOptions) {
  if (detected === undefined) {
    return items.map((item, index) => ({ item, section: firstSection + index, channel }));
  }
  return items.map((item, index) => ({
    item,
    section: detected.numbers[index]?.section ?? Number.NaN,
    channel: detected.numbers[index]?.channel ?? channel,
  }));
}

interface SectionAndChannel {
  readonly section: number;
  /** Undefined if the name does not include a channel. */
  readonly channel: number | undefined;
}

/** A numbering pattern that file names from other software often follow. */
export type NumberPattern =
  /** `scan_S12_L01_ch2`, `section-12 channel-2`, `s0012` */
  | 'sectionAndChannelLabels'
  /** `background_ch010012`: two digits for the channel, counted from 0, and four for the section. */
  | 'sixDigitsAfterCh'
  /** `image_0135` */
  | 'lastNumber';

/** The numbers found in a list of names that all follow the same pattern. */
export interface DetectedNumbers {
  readonly pattern: NumberPattern;
  /** In the order of the names. */
  readonly numbers: readonly SectionAndChannel[];
}

type NumberReader = (stem: string) => SectionAndChannel | undefined;

/** The most specific pattern comes first. */
const READERS: readonly (readonly [NumberPattern, NumberReader])[] = [
  ['sectionAndChannelLabels', readLabels],
  ['sixDigitsAfterCh', readSixDigits],
  ['lastNumber', readLastNumber],
];

/**
 * Returns the numbers by the first pattern that all names follow, or undefined if there is none. A pattern that fits only
 * some of the names would misplace the others.
 * @param names file names, with or without an extension
 */
export function detectNumbers(names: readonly string[]): DetectedNumbers | undefined {
  if (names.length === 0) return undefined;
  const stems = names.map((name) => name.replace(/\.[a-z]\w{0,4}$/i, ''));
  for (const [pattern, read] of READERS) {
    const numbers = readAll(stems, read);
    if (numbers !== undefined) return { pattern, numbers };
  }
  return undefined;
}

function readAll(stems: readonly string[], read: NumberReader): readonly SectionAndChannel[] | undefined {
  const numbers: SectionAndChannel[] = [];
  for (const stem of stems) {
    const found = read(stem);
    if (found === undefined) return undefined;
    numbers.push(found);
  }
  return numbers;
}

function readLabels(stem: string): SectionAndChannel | undefined {
  const section = /(?:^|[^a-z0-9])s(?:ection)?[-_ ]?(\d{1,6})(?!\d)/i.exec(stem)?.[1];
  if (section === undefined) return undefined;
  const channel = /(?:^|[^a-z0-9])c(?:h(?:annel)?)?[-_ ]?(\d{1,2})(?!\d)/i.exec(stem)?.[1];
  return { section: Number(section), channel: channel === undefined ? undefined : Number(channel) };
}

function readSixDigits(stem: string): SectionAndChannel | undefined {
  const [, channel, section] = /(?:^|[^a-z0-9])ch(\d{2})(\d{4})$/i.exec(stem) ?? [];
  const fits = channel !== undefined && channel !== '99' && section !== undefined;
  return fits ? { section: Number(section), channel: Number(channel) + 1 } : undefined;
}

function readLastNumber(stem: string): SectionAndChannel | undefined {
  const section = /(?:^|\D)(\d{1,6})\D*$/.exec(stem)?.[1];
  return section === undefined ? undefined : { section: Number(section), channel: undefined };
}
