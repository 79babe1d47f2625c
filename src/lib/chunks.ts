/** A long list in chunks, so that replacing one item copies few of the others. No chunk is empty. */
export type Chunks<Item> = readonly (readonly Item[])[];

/** Replacing one of 10,000 items copies at most this many items, and the references to fewer chunks. */
const CHUNK_ITEMS = 128;

/** Divides a list into chunks of at most `size` items. */
export function inChunks<Item>(items: readonly Item[], size = CHUNK_ITEMS): Chunks<Item> {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) =>
    items.slice(chunk * size, (chunk + 1) * size),
  );
}

export function countItems(chunks: Chunks<unknown>): number {
  return chunks.reduce((count, chunk) => count + chunk.length, 0);
}

/** Returns the items from a position on, at most `count` of them. */
export function sliceItems<Item>(chunks: Chunks<Item>, start: number, count: number): readonly Item[] {
  const found: Item[] = [];
  let first = 0;
  for (const chunk of chunks) {
    if (first >= start + count) break;
    found.push(...chunk.slice(Math.max(0, start - first), Math.max(0, start + count - first)));
    first += chunk.length;
  }
  return found;
}

/** Iterates over the items of all chunks. */
export function* itemsOf<Item>(chunks: Chunks<Item>): Generator<Item, void> {
  for (const chunk of chunks) yield* chunk;
}

/** Returns all items as one array. Much faster than `flat()`. */
export function joinChunks<Item>(chunks: Chunks<Item>): readonly Item[] {
  return new Array<Item>().concat(...chunks);
}

export function findItem<Item>(chunks: Chunks<Item>, isWanted: (item: Item) => boolean): Item | undefined {
  for (const chunk of chunks) {
    const found = chunk.find(isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function someItem<Item>(chunks: Chunks<Item>, isWanted: (item: Item) => boolean): boolean {
  return chunks.some((chunk) => chunk.some((item) => isWanted(item)));
}

/** Appends items. The last chunk is filled first, so that single items don't become chunks of their own. */
export function appendItems<Item>(chunks: Chunks<Item>, items: readonly Item[]): Chunks<Item> {
  const last = chunks.at(-1) ?? [];
  const isFull = last.length >= CHUNK_ITEMS;
  const appended = isFull ? items : [...last, ...items];
  return (isFull ? chunks : chunks.slice(0, -1)).concat(inChunks(appended));
}

/** Replaces an item, or removes it if `other` is undefined. */
export function replaceItem<Item>(chunks: Chunks<Item>, item: Item, other?: Item): Chunks<Item> {
  const index = chunks.findIndex((chunk) => chunk.includes(item));
  const chunk = chunks[index];
  if (chunk === undefined) return chunks;
  const changed = chunk.slice();
  changed.splice(chunk.indexOf(item), 1, ...(other === undefined ? [] : [other]));
  const result = chunks.slice();
  result.splice(index, 1, ...(changed.length === 0 ? [] : [changed]));
  return result;
}

/**
 * Compares two states of a list by the identity of its items. A replaced item is in both results, in its old and its new form.
 * Chunks that have not changed are not looked at.
 */
export function diffChunks<Item>(
  before: Chunks<Item>,
  after: Chunks<Item>,
): { readonly added: readonly Item[]; readonly removed: readonly Item[] } {
  const old = joinChunks(missingIn(after, before));
  const now = joinChunks(missingIn(before, after));
  return { added: missingIn(old, now), removed: missingIn(now, old) };
}

/** Returns what is in the other list but not in the list. */
function missingIn<Item>(list: readonly Item[], other: readonly Item[]): readonly Item[] {
  const known = new Set(list);
  return other.filter((item) => !known.has(item));
}
