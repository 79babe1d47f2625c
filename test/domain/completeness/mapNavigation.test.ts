import fc from 'fast-check';
import { assessCompleteness, type Completeness } from '@data-manager/domain/completeness/completeness';
import {
  describePlace,
  movePlace,
  placeFilters,
  snapToGap,
  type Place,
  type PlaceMove,
} from '@data-manager/domain/completeness/mapNavigation';

function completenessOf(
  present: readonly (readonly [section: number, channel: number, layer?: number])[],
): Completeness {
  const images = present.map(([section, channel, layer = 1]) => ({ section, channel, layer }));
  const completeness = assessCompleteness(images, { sections: 100, channels: [1, 2] });
  if (completeness === undefined) throw new Error('Nothing is expected.');
  return completeness;
}

function without(...gaps: readonly number[]): Completeness {
  const sections = Array.from({ length: 100 }, (_, index) => index + 1);
  return completenessOf(
    sections.flatMap((section) => [[section, 1] as const, ...(gaps.includes(section) ? [] : [[section, 2] as const])]),
  );
}

it('a place of the completeness map is named by section and channel, and by layer if there are several', () => {
  expect(describePlace(without(7), { lane: 1, section: 7 })).toBe('S000007 ch02: missing');
  const layered = completenessOf([
    [1, 1, 1],
    [1, 1, 2],
    [1, 1, 2],
    [1, 9, 2],
  ]);
  expect(describePlace(layered, { lane: 2, section: 1 })).toBe('S000001 L02 ch01: scanned twice (2 files)');
  expect(describePlace(layered, { lane: 4, section: 1 })).toBe(
    'S000001 L02 ch09: present, but this channel is not in the metadata',
  );
  expect(placeFilters(layered, { lane: 2, section: 1 })).toMatchObject({ channels: [1], layers: [2] });
});

it.each<[PlaceMove, number, number]>([
  ['nextGap', 10, 20],
  ['nextGap', 20, 60],
  ['nextGap', 60, 60],
  ['previousGap', 50, 21],
  ['previousGap', 15, 15],
  ['start', 15, 1],
  ['end', 15, 100],
])('a place of the completeness map leads by %s from section %i to %i', (move, from, to) => {
  expect(movePlace(without(20, 21, 60), { lane: 1, section: from }, move)).toEqual({ lane: 1, section: to });
});

it('a place of the completeness map never leaves the map when moved by keyboard', () => {
  const moves = fc.constantFrom<PlaceMove>('left', 'right', 'up', 'down', 'start', 'end', 'previousGap', 'nextGap');
  const map = without(1, 50, 100);
  fc.assert(
    fc.property(fc.array(moves), (walk) => {
      const end = walk.reduce<Place>((place, move) => movePlace(map, place, move), { lane: 0, section: 1 });
      expect(map.lanes[end.lane]).toBeDefined();
      expect(end.section).toBeGreaterThanOrEqual(1);
      expect(end.section).toBeLessThanOrEqual(100);
    }),
  );
});

it('a place of the completeness map snaps to the nearest gap if sections are narrower than the pointer', () => {
  const lane = without(20, 21, 60).lanes[1]!;
  expect(snapToGap(lane, 18, 2)).toBe(20);
  expect(snapToGap(lane, 24, 3)).toBe(21);
  expect(snapToGap(lane, 30, 3)).toBe(30);
  expect(snapToGap(lane, 21, 3)).toBe(21);
  expect(snapToGap(lane, 19, 0)).toBe(19);
});
