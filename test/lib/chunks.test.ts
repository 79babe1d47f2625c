import {
  appendItems,
  countItems,
  diffChunks,
  findItem,
  inChunks,
  itemsOf,
  joinChunks,
  replaceItem,
  sliceItems,
  someItem,
} from '@data-manager/lib/chunks';

const MANY = Array.from({ length: 1_000 }, (_, index) => ({ index }));

it('a list in chunks holds all items in order', () => {
  const chunks = appendItems(inChunks(MANY.slice(0, 300)), MANY.slice(300));
  expect(joinChunks(chunks)).toEqual(MANY);
  expect([...itemsOf(chunks)]).toEqual(MANY);
  expect(findItem(chunks, ({ index }) => index === 700)).toBe(MANY[700]);
  expect(findItem(chunks, ({ index }) => index === 1_000)).toBeUndefined();
  expect(someItem(chunks, ({ index }) => index === 700)).toBe(true);
  expect(someItem(chunks, ({ index }) => index === 1_000)).toBe(false);
});

it('a list in chunks is counted and sliced like a single list, regardless of the size of its chunks', () => {
  const chunks = [MANY.slice(0, 300), MANY.slice(300, 301), ...inChunks(MANY.slice(301), 77)];
  expect(countItems(chunks)).toBe(MANY.length);
  for (const start of [0, 1, 299, 300, 301, 377, 950, 999, 1_000, 5_000]) {
    for (const count of [0, 1, 2, 100]) {
      expect(sliceItems(chunks, start, count)).toEqual(MANY.slice(start, start + count));
    }
  }
});

it('a list in chunks has no chunks if it is empty', () => {
  expect(inChunks([])).toEqual([]);
  expect(MANY.reduce((chunks, item) => replaceItem(chunks, item), inChunks(MANY))).toEqual([]);
});

it('a list in chunks fills the last chunk before it adds another one', () => {
  const oneByOne = MANY.reduce((chunks, item) => appendItems(chunks, [item]), inChunks<(typeof MANY)[number]>([]));
  expect(oneByOne).toEqual(inChunks(MANY));
});

it('a list in chunks replaces an item and keeps all other chunks', () => {
  const [, second = { index: 0 }] = MANY;
  const chunks = inChunks(MANY);
  const replaced = replaceItem(chunks, second, { index: -1 });
  expect(joinChunks(replaced).map(({ index }) => index)).toEqual([0, -1, ...MANY.slice(2).map(({ index }) => index)]);
  expect(replaced.slice(1).every((chunk, index) => chunk === chunks[index + 1])).toBe(true);
  expect(chunks).toEqual(inChunks(MANY));
});

it('a list in chunks stays the same if the item to replace is not in it', () => {
  const chunks = inChunks(MANY);
  expect(replaceItem(chunks, { index: 0 })).toBe(chunks);
});

describe('the difference of two lists', () => {
  it('lists replaced items in both forms, and the items that were added or removed', () => {
    const before = inChunks(MANY);
    const other = { index: 700 };
    const replaced = replaceItem(before, MANY[700]!, other);
    expect(diffChunks(before, replaced)).toEqual({ added: [other], removed: [MANY[700]] });
    const added = { index: 1_000 };
    expect(diffChunks(before, appendItems(before, [added]))).toEqual({ added: [added], removed: [] });
    expect(diffChunks(before, replaceItem(before, MANY[5]!))).toEqual({ added: [], removed: [MANY[5]] });
  });

  it('two lists with the same items do not differ, however they are divided into chunks', () => {
    expect(diffChunks(inChunks(MANY), inChunks(MANY, 77))).toEqual({ added: [], removed: [] });
    expect(diffChunks([], inChunks(MANY)).added).toEqual(MANY);
    expect(diffChunks(inChunks(MANY), []).removed).toEqual(MANY);
  });
});
