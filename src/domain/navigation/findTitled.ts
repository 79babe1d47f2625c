import { readsSame } from '@data-manager/lib/foldText';

/** An item that a title in an address leads to. */
export interface TitledItem<Item> {
  readonly item: Item;
  /** False if the address has another spelling of the title, or a former one. */
  readonly isExact: boolean;
}

/**
 * Finds the project or dataset that a title in an address means: the one with this title, then one whose title reads the same,
 * then one that had the title before. Titles typed on a Mac are decomposed, which is not another spelling.
 */
export function findTitled<Item extends { readonly formerTitles?: readonly string[] }>(
  items: readonly Item[],
  title: string,
  titleOf: (item: Item) => string,
): TitledItem<Item> | undefined {
  const composed = title.normalize('NFC');
  const exact = items.find((item) => titleOf(item).normalize('NFC') === composed);
  if (exact !== undefined) return { item: exact, isExact: true };
  const other =
    items.find((item) => readsSame(titleOf(item), title)) ??
    items.find(({ formerTitles = [] }) => formerTitles.some((former) => former.normalize('NFC') === composed)) ??
    items.find(({ formerTitles = [] }) => formerTitles.some((former) => readsSame(former, title)));
  return other && { item: other, isExact: false };
}
