import { findTitled } from '@data-manager/domain/navigation/findTitled';

interface Item {
  readonly title: string;
  readonly formerTitles?: readonly string[];
}

const ITEMS: readonly Item[] = [
  { title: 'Ku\u0308he' },
  { title: '\u0130stanbul' },
  { title: 'Atlas' },
  { title: 'atlas', formerTitles: ['B\u00e4ren', 'Istanbul'] },
];

function find(title: string) {
  const found = findTitled(ITEMS, title, (item) => item.title);
  return found && [found.item.title, found.isExact];
}

it.each([
  ['exactly, whatever its composition', 'K\u00fche', ['Ku\u0308he', true]],
  ['exactly before another case', 'atlas', ['atlas', true]],
  ['in another case', 'KÜHE', ['Ku\u0308he', false]],
  ['in another case of a dotted I', 'istanbul', ['\u0130stanbul', false]],
  ['by a former title, whatever its composition', 'Ba\u0308ren', ['atlas', false]],
  ['by a former title in another case', 'bären', ['atlas', false]],
])('findTitled finds an item %s', (_how, title, found) => {
  expect(find(title)).toEqual(found);
});

it('findTitled returns undefined for a title that no item has', () => {
  expect(find('Kuhe')).toBeUndefined();
});
