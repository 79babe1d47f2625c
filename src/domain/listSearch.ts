import type { InPieces } from '../lib/inPieces';
import { itemName, type ListingItem } from './fileListing';

/** Items whose name holds every word of the text, without regard to case; all of them where there is no word. */
export type ListSearch = (text: string) => readonly ListingItem[];

interface Found {
  readonly words: readonly string[];
  /** Places of the items that were found. */
  readonly places: readonly number[];
}

/** Names that are put into small letters between two pieces. */
const PIECE_ITEMS = 2_000;

/**
 * Makes a search through items for somebody who types: names are put into small letters once, and a further letter
 * looks only through what was found without it.
 */
export function* prepareListSearch(items: readonly ListingItem[]): InPieces<ListSearch> {
  const names: string[] = [];
  for (const item of items) {
    names.push(itemName(item).toLowerCase());
    if (names.length % PIECE_ITEMS === 0) yield;
  }
  let last: Found | undefined;
  return (text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return items;
    const places: number[] = [];
    const found: ListingItem[] = [];
    for (const place of last !== undefined && isNarrower(words, last.words) ? last.places : names.keys()) {
      const name = names[place];
      const item = items[place];
      if (name === undefined || item === undefined || !words.every((word) => name.includes(word))) continue;
      places.push(place);
      found.push(item);
    }
    last = { words, places };
    return found;
  };
}

/** Whether everything that holds these words holds the earlier ones, too. */
function isNarrower(words: readonly string[], earlier: readonly string[]): boolean {
  return earlier.every((one) => words.some((word) => word.includes(one)));
}
