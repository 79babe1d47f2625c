import { foldText, searchWords } from '@data-manager/lib/foldText';
import type { ListingItem } from './fileListing';

/** Returns the names of the items in the form in which they are searched. Folding them takes longer than searching them. */
export function foldNames(items: readonly ListingItem[]): readonly string[] {
  return items.map((item) => foldText(item.isFolder ? item.title : item.fileName));
}

/**
 * Returns the items whose names contain every word of the text, compared by how they read. Returns the same array if all
 * items match, so that they are not rendered again.
 *
 * @param names of the items, folded
 */
export function searchList(
  items: readonly ListingItem[],
  names: readonly string[],
  text: string,
): readonly ListingItem[] {
  const words = searchWords(text);
  const found = items.filter((_, index) => words.every((word) => names[index]?.includes(word)));
  return found.length === items.length ? items : found;
}
