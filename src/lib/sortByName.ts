import { compareNatural } from './compareNatural';
import { isInOrder, mergeInPieces, PIECE_ITEMS, sortInPieces, type InPieces } from './inPieces';

/** Most digits that a number holds exactly. */
const MAX_DIGITS = 15;

/** Sorting fewer alike names by number does not repay the merge of their list with the others. */
const LEAST_ALIKE = 10;

/** Items whose names differ only in their digits. */
interface AlikeNames<Item> {
  readonly items: Item[];
  /** All digits of each item's name as one number. */
  readonly numbers: number[];
}

/**
 * Sorts in the order of `compareNatural`, in pieces. Names that differ only in their digits, as those of section images do,
 * are sorted by number, which takes a fraction of the time.
 */
export function* sortByName<Item extends object>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): InPieces<readonly Item[]> {
  const compare = (left: Item, right: Item): number => compareNatural(nameOf(left), nameOf(right));
  if (yield* isInOrder(items, compare)) return items;
  const { alike, others } = yield* groupAlike(items, nameOf);
  const runs = [yield* sortInPieces(others, compare)];
  for (const group of alike) {
    runs.push(yield* sortAlike(group, compare));
    yield;
  }
  return yield* mergeInPieces(runs, compare);
}

/** Groups items whose names differ only in their digits. The others are too few of a kind, or have to be compared as text. */
function* groupAlike<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): InPieces<{ readonly alike: readonly AlikeNames<Item>[]; readonly others: readonly Item[] }> {
  const others: Item[] = [];
  const groups = new Map<string, AlikeNames<Item>>();
  let before: { readonly name: string; readonly group: AlikeNames<Item> } | undefined;
  for (const [index, item] of items.entries()) {
    if (index % PIECE_ITEMS === PIECE_ITEMS - 1) yield;
    const name = nameOf(item);
    let number = before && numberOfSameShape(name, before.name);
    if (before === undefined || number === undefined) {
      const digits = name.replace(/\D+/g, '');
      // Only the collator orders digits beside characters of other scripts.
      if (digits.length > MAX_DIGITS || !/^[\0-\x7f]*$/.test(name)) {
        others.push(item);
        continue;
      }
      const shape = name.replace(/\d/g, '0');
      before = { name, group: groups.get(shape) ?? { items: [], numbers: [] } };
      groups.set(shape, before.group);
      number = Number(digits);
    }
    before.group.items.push(item);
    before.group.numbers.push(number);
  }
  const alike: AlikeNames<Item>[] = [];
  for (const group of groups.values()) {
    if (group.items.length >= LEAST_ALIKE) alike.push(group);
    else others.push(...group.items);
  }
  return { alike, others };
}

/** Returns the digits of the name as one number, or undefined if the names differ in more than digits. */
function numberOfSameShape(name: string, other: string): number | undefined {
  if (name.length !== other.length) return undefined;
  let number = 0;
  for (let at = 0; at < name.length; at += 1) {
    const digit = digitAt(name, at);
    if (digit === undefined ? name.charCodeAt(at) !== other.charCodeAt(at) : digitAt(other, at) === undefined) {
      return undefined;
    }
    if (digit !== undefined) number = number * 10 + digit;
  }
  return number;
}

function digitAt(text: string, at: number): number | undefined {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : undefined;
}

/** Sorts names that differ only in their digits. The browser sorts 200,000 bare numbers in 20 ms. */
function* sortAlike<Item extends object>(
  { items, numbers }: AlikeNames<Item>,
  compare: (left: Item, right: Item) => number,
): InPieces<readonly Item[]> {
  const byNumber = new Map<number, Item>();
  for (const [index, item] of items.entries()) {
    byNumber.set(numbers[index] ?? 0, item);
    if (index % PIECE_ITEMS === PIECE_ITEMS - 1) yield;
  }
  if (byNumber.size < items.length) return yield* sortInPieces(items, compare);
  const sorted: Item[] = [];
  for (const number of Float64Array.from(numbers).sort()) {
    const item = byNumber.get(number);
    if (item !== undefined) sorted.push(item);
    if (sorted.length % PIECE_ITEMS === 0) yield;
  }
  return sorted;
}
