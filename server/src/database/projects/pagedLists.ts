/* Lists that are read in pages, between which others run, in an order that no rename changes. If they were read by title, an item that
 is renamed meanwhile could be missed. */

/** Reads pages until one is not full, and returns all rows. */
export async function readPages<Row>(
  readPage: (last: Row | undefined) => Promise<{ readonly rows: readonly Row[] }>,
  pageRows: number,
): Promise<Row[]> {
  const read: Row[] = [];
  for (;;) {
    const { rows } = await readPage(read.at(-1));
    for (const row of rows) read.push(row);
    if (rows.length < pageRows) return read;
  }
}

/** Sorts items by a text in any case, by code unit. */
export function sortByText<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, text: textOf(item).toLowerCase() }))
    .sort((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)))
    .map(({ item }) => item);
}
