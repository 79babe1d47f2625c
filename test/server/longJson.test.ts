import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeLongList, writeLongRecord } from '../../server/src/http/longJson';

test.each([0, 1, 100, 101, 250])('a list of %i items is written as a whole', async (length) => {
  const items = Array.from({ length }, (_, index) => ({ name: `“${String(index)}”` }));
  const json = await writeLongList('items', items, (item) => JSON.stringify(item));
  expect(json.toString()).toBe(JSON.stringify({ items }));
});

test.each([0, 1, 100, 101, 250])('an object with %i members is written as a whole', async (length) => {
  const names = Array.from({ length }, (_, index) => `“${String(index)}” \n`);
  const members = Object.fromEntries(names.map((name) => [name, { name }]));
  const json = await writeLongRecord('members', members, (member) => JSON.stringify(member));
  expect(json.toString()).toBe(JSON.stringify({ members }));
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
