import fc from 'fast-check';
import {
  parseStoredDraft,
  withChannelAdded,
  withChannelMoved,
  withChannelNumber,
  withoutChannel,
} from '@data-manager/domain/metadata/metadataDraft';
import { anyDraft } from '../../support/metadataArbitraries';

const three = [
  { num: '1', name: 'DAPI' },
  { num: '2', name: 'Channel 2' },
  { num: '3', name: 'GFP' },
];

const channels = fc.array(fc.record({ num: fc.nat({ max: 9 }).map(String), name: fc.string({ maxLength: 4 }) }));

describe('the channels of a draft', () => {
  it('adds a channel with the lowest free number and its default name', () => {
    expect(withChannelAdded([])).toEqual([{ num: '1', name: 'Channel 1' }]);
    expect(withChannelAdded(three).at(-1)).toEqual({ num: '4', name: 'Channel 4' });
    expect(withChannelAdded(withoutChannel(three, 1)).at(-1)).toEqual({ num: '2', name: 'Channel 2' });
  });

  it('removes a channel without renumbering the others', () => {
    expect(withoutChannel(three, 0)).toEqual([
      { num: '2', name: 'Channel 2' },
      { num: '3', name: 'GFP' },
    ]);
  });

  it('moves names but not numbers or default names', () => {
    expect(withChannelMoved(three, 2, 0)).toEqual([
      { num: '1', name: 'GFP' },
      { num: '2', name: 'DAPI' },
      { num: '3', name: 'Channel 3' },
    ]);
  });

  it('changes a default name together with the number', () => {
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
  ])('ignores a move from %i to %i', (from, to) => {
    expect(withChannelMoved(three, from, to)).toEqual(three);
  });

  it('keeps every number in place and can undo every move', () => {
    fc.assert(
      fc.property(channels, fc.nat({ max: 9 }), fc.nat({ max: 9 }), (list, from, to) => {
        const moved = withChannelMoved(list, from, to);
        expect(moved.map(({ num }) => num)).toEqual(list.map(({ num }) => num));
        if (from < list.length && to < list.length) expect(withChannelMoved(moved, to, from)).toEqual(list);
      }),
    );
  });
});

describe('parseStoredDraft', () => {
  it('parses every stored draft', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (opened, draft) => {
        expect(parseStoredDraft(JSON.stringify({ opened, draft }))).toEqual({ opened, draft });
      }),
    );
  });

  it.each([[null], [''], ['{'], ['{}'], ['[]'], ['{"opened":{},"draft":{}}']])('returns undefined for %j', (text) => {
    expect(parseStoredDraft(text)).toBeUndefined();
  });
});
