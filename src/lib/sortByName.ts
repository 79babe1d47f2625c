import { compareNatural } from './compareNatural';
import { isInOrder, PIECE_ITEMS, sortInPieces, type InPieces } from './inPieces';

/** Most digits that a number holds exactly. */
const MAX_DIGITS = 15;

/** An item with its name in a form that is quick to compare. */
interface NamedItem<Item> {
  readonly item: Item;
  readonly name: string;
  /** The name with 0 in place of each digit. Undefined if the name is compared as text only. */
  readonly shape: string | undefined;
  /** All digits of the name as one number. */
  readonly number: number;
}

/**
 * Sorts in the order of `compareNatural`, in pieces. Compares names that differ only in their digits by number, which takes
 * less than half the time for images of sections.
 */
export function* sortByName<Item extends object>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): InPieces<readonly Item[]> {
  if (yield* isInOrder(items, (left, right) => compareNatural(nameOf(left), nameOf(right)))) return items;
  const shapes = new Map<string, string>();
  const named: NamedItem<Item>[] = [];
  for (const item of items) {
    named.push(withName(item, nameOf(item), named.at(-1), shapes));
    if (named.length % PIECE_ITEMS === 0) yield;
  }
  const sorted = yield* sortInPieces(named, compareNames);
  return sorted.map(({ item }) => item);
}

/**
 * @param before the previous item, whose name usually has the same shape
 * @param shapes all shapes so far: equal ones become the same string, which is quick to compare
 */
function withName<Item>(
  item: Item,
  name: string,
  before: NamedItem<Item> | undefined,
  shapes: Map<string, string>,
): NamedItem<Item> {
  if (before?.shape !== undefined) {
    const number = numberOfSameShape(name, before.name);
    if (number !== undefined) return { item, name, shape: before.shape, number };
  }
  const digits = name.replace(/\D+/g, '');
  // Only the collator orders digits beside characters of other scripts.
  if (digits.length > MAX_DIGITS || !/^[\0-\x7f]*$/.test(name)) return { item, name, shape: undefined, number: 0 };
  const shape = name.replace(/\d/g, '0');
  const known = shapes.get(shape);
  if (known === undefined) shapes.set(shape, shape);
  return { item, name, shape: known ?? shape, number: Number(digits) };
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

function compareNames(left: NamedItem<unknown>, right: NamedItem<unknown>): number {
  const isAlike = left.shape !== undefined && left.shape === right.shape;
  return isAlike ? left.number - right.number : compareNatural(left.name, right.name);
}
