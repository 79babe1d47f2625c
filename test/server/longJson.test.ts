import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeLongList } from '../../server/src/longJson';

test.each([0, 1, 100, 101, 250])('a list of %i items is written as a whole', async (length) => {
  const items = Array.from({ length }, (_, index) => ({ name: `“${String(index)}”` }));
  const json = await writeLongList('items', items, (item) => JSON.stringify(item));
  expect(json.toString()).toBe(JSON.stringify({ items }));
});

test('others run after a hundred items of a list have been written', async () => {
  const items = Array.from({ length: 250 }, (_, index) => index);
  const writtenAt: number[] = [];
  let written = 0;
  const list = writeLongList('items', items, (item) => {
    written += 1;
    return String(item);
  });
  while (written < items.length) {
    writtenAt.push(written);
    await nextTurn();
  }
  await list;
  expect(writtenAt).toEqual([100, 200]);
});
