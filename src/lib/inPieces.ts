/** Long work as a generator that yields every millisecond or two, so that its driver can let the page draw in between. */
export type InPieces<Result> = Generator<undefined, Result, undefined>;

/** Runs the work to the end without a pause. */
export function finish<Result>(work: InPieces<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Comparisons made between two yields. */
const PIECE_ITEMS = 2_000;
/** Items sorted at once. Each of them takes about nine comparisons. */
const RUN_ITEMS = 500;

/**
 * Sorts in pieces, with a stable merge sort. Items that are already in order, as most server listings are, are returned
 * unchanged after one pass.
 */
export function* sortInPieces<Item extends object>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
): InPieces<readonly Item[]> {
  if (yield* isInOrder(items, compare)) return items;
  const runs: Item[][] = [];
  for (let start = 0; start < items.length; start += RUN_ITEMS) {
    runs.push(items.slice(start, start + RUN_ITEMS).sort(compare));
    yield;
  }
  return yield* mergeInPieces(runs, compare);
}

/** Merges lists that are each in order. Equal items keep the order of their lists. */
function* mergeInPieces<Item extends object>(
  lists: readonly (readonly Item[])[],
  compare: (left: Item, right: Item) => number,
): InPieces<readonly Item[]> {
  let runs = lists;
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
      yield;
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Returns true if no item compares greater than the next one. */
function* isInOrder<Item extends object>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
): InPieces<boolean> {
  let before = items[0];
  for (const [index, item] of items.entries()) {
    if (before !== undefined && compare(before, item) > 0) return false;
    before = item;
    if (index % PIECE_ITEMS === PIECE_ITEMS - 1) yield;
  }
  return true;
}

function* merge<Item extends object>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
): InPieces<Item[]> {
  const merged: Item[] = [];
  let fromLeft = 0;
  let fromRight = 0;
  for (;;) {
    const first = left[fromLeft];
    const second = right[fromRight];
    if (first === undefined || second === undefined) break;
    if (compare(first, second) <= 0) {
      merged.push(first);
      fromLeft += 1;
    } else {
      merged.push(second);
      fromRight += 1;
    }
    if (merged.length % PIECE_ITEMS === 0) yield;
  }
  return merged.concat(left.slice(fromLeft), right.slice(fromRight));
}
