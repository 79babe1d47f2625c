import type { InPieces } from '../../lib/inPieces';
import { itemName, type ListingItem } from './fileListing';

/**
 * Items that are ready to be searched. Data alone: a function, once it is bundled, may hold whatever stood around it, and
 * a list that comes in a hundred pages would be held a hundred times.
 */
export interface SearchableList {
  readonly items: readonly ListingItem[];
  /** Their names in small letters. */
  readonly names: readonly string[];
}

interface Found {
  readonly words: readonly string[];
  /** Places of the items that were found. */
  readonly places: readonly number[];
}

/** Names that are looked at between two pieces. */
const PIECE_ITEMS = 2_000;

/** What was found last: a further letter looks only through that. */
const lastFound = new WeakMap<SearchableList, Found>();

/** Makes items ready for somebody who types: names are put into small letters once. */
export function* readySearch(items: readonly ListingItem[]): InPieces<SearchableList> {
  const names: string[] = [];
  for (const item of items) {
    names.push(itemName(item).toLowerCase());
    if (names.length % PIECE_ITEMS === 0) yield;
  }
  return { items, names };
}

/** Items whose name holds every word of the text, without regard to case; all of them where there is no word. */
export function* searchList(list: SearchableList, text: string): InPieces<readonly ListingItem[]> {
  const { items, names } = list;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  const last = lastFound.get(list);
  const places: number[] = [];
  const found: ListingItem[] = [];
  let looked = 0;
  for (const place of last !== undefined && isNarrower(words, last.words) ? last.places : names.keys()) {
    looked += 1;
    if (looked % PIECE_ITEMS === 0) yield;
    const name = names[place];
    const item = items[place];
    if (name === undefined || item === undefined || !words.every((word) => name.includes(word))) continue;
    places.push(place);
    found.push(item);
  }
  lastFound.set(list, { words, places });
  return found;
}

/** Whether everything that holds these words holds the earlier ones, too. */
function isNarrower(words: readonly string[], earlier: readonly string[]): boolean {
  return earlier.every((one) => words.some((word) => word.includes(one)));
}
