import fc from 'fast-check';
import {
  withChannelAdded,
  withChannelMoved,
  withChannelNumber,
  withoutChannel,
} from '../../../src/domain/metadata/channelDrafts';

const three = [
  { num: '1', name: 'DAPI' },
  { num: '2', name: 'Channel 2' },
  { num: '3', name: 'GFP' },
];

const channels = fc.array(fc.record({ num: fc.nat({ max: 9 }).map(String), name: fc.string({ maxLength: 4 }) }));

describe('the channels of the form', () => {
  it('grow by the lowest number that is free, with the default name', () => {
    expect(withChannelAdded([])).toEqual([{ num: '1', name: 'Channel 1' }]);
    expect(withChannelAdded(three).at(-1)).toEqual({ num: '4', name: 'Channel 4' });
    expect(withChannelAdded(withoutChannel(three, 1)).at(-1)).toEqual({ num: '2', name: 'Channel 2' });
  });

  it('keep their numbers when one is taken away, since the files keep theirs', () => {
    expect(withoutChannel(three, 0)).toEqual([
      { num: '2', name: 'Channel 2' },
      { num: '3', name: 'GFP' },
    ]);
  });

  it('are put in order by their names: numbers, and names that are numbers, stay', () => {
    expect(withChannelMoved(three, 2, 0)).toEqual([
      { num: '1', name: 'GFP' },
      { num: '2', name: 'DAPI' },
      { num: '3', name: 'Channel 3' },
    ]);
  });

  it('take a default name along to another number, and no other one', () => {
    const renumbered = withChannelNumber(withChannelNumber(three, 1, ''), 1, '5');
    expect(withChannelNumber(renumbered, 2, '7')).toEqual([
      { num: '1', name: 'DAPI' },
      { num: '5', name: 'Channel 5' },
      { num: '7', name: 'GFP' },
    ]);
  });

  it.each([
    [0, -1],
    [2, 3],
    [9, 0],
  ])('stay as they are when %i is to go to %i', (from, to) => {
    expect(withChannelMoved(three, from, to)).toEqual(three);
  });

  it('keep every number in its place, wherever one goes, and come back the way they went', () => {
    fc.assert(
      fc.property(channels, fc.nat({ max: 9 }), fc.nat({ max: 9 }), (list, from, to) => {
        const moved = withChannelMoved(list, from, to);
        expect(moved.map(({ num }) => num)).toEqual(list.map(({ num }) => num));
        if (from < list.length && to < list.length) expect(withChannelMoved(moved, to, from)).toEqual(list);
      }),
    );
  });
});
