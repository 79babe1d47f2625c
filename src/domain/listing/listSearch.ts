import { foldText, searchWords } from '../../lib/foldText';
import type { InPieces } from '../../lib/inPieces';
import type { ListingItem } from './fileListing';

/**
 * A list prepared for searching. Plain data rather than a closure: a closure could retain every earlier state of a list
 * that grows page by page.
 */
export interface SearchableList {
  readonly items: readonly ListingItem[];
  /** Folded names. */
  readonly names: readonly string[];
}

/** The last result, which a longer search text narrows. */
interface LastResult {
  readonly words: readonly string[];
  /** Indexes of the matching items. */
  readonly indexes: readonly number[];
  readonly found: readonly ListingItem[];
}

/** Names processed before the generator yields. */
const PIECE_ITEMS = 2_000;

const lastResults = new WeakMap<SearchableList, LastResult>();

/** Prepares a list for searching by folding the names once. */
export function* prepareSearch(items: readonly ListingItem[]): InPieces<SearchableList> {
  const names: string[] = [];
  for (const item of items) {
    names.push(foldText(item.isFolder ? item.title : item.fileName));
    if (names.length % PIECE_ITEMS === 0) yield;
  }
  return { items, names };
}

/**
 * Returns the items whose names contain every word of the text, compared by how they read. Returns the same array while a longer text
 * matches the same items, so that they are not rendered again.
 */
export function* searchList(list: SearchableList, text: string): InPieces<readonly ListingItem[]> {
  const { items, names } = list;
  const words = searchWords(text);
  if (words.length === 0) return items;
  const last = lastResults.get(list);
  const wider = last !== undefined && isNarrower(words, last.words) ? last : undefined;
  const indexes: number[] = [];
  const found: ListingItem[] = [];
  let processed = 0;
  for (const index of wider?.indexes ?? names.keys()) {
    processed += 1;
    if (processed % PIECE_ITEMS === 0) yield;
    const name = names[index];
    const item = items[index];
    if (name === undefined || item === undefined || !words.every((word) => name.includes(word))) continue;
    indexes.push(index);
    found.push(item);
  }
  const before = wider?.found ?? items;
  const result = found.length === before.length ? before : found;
  lastResults.set(list, { words, indexes, found: result });
  return result;
}

/** Returns true if every match of these words also matches the earlier ones. */
function isNarrower(words: readonly string[], earlier: readonly string[]): boolean {
  return earlier.every((one) => words.some((word) => word.includes(one)));
}
