import type { FileImageHeader } from '@data-manager/domain/pictures/pixels/fileImage';
import {
  bytesBehind,
  groupPixels,
  profilePath,
  profileRange,
  profileTable,
  profileValueText,
  type ChannelProfile,
} from '@data-manager/domain/pictures/ruler/lineProfile';

const WORDS = { kind: 'unsigned', bits: 16 } as const;

function channel(samples: ChannelProfile['samples']): ChannelProfile {
  return { channel: 1, samples, type: WORDS, note: undefined };
}

it('groupPixels groups pixels by squares and returns the smallest rect around the pixels of each', () => {
  const pixels = [{ x: 120, y: 3 }, undefined, { x: 127, y: 5 }, { x: 128, y: 6 }];
  expect(groupPixels(pixels)).toEqual([
    { rect: { left: 120, top: 3, right: 128, bottom: 6 }, places: [0, 2] },
    { rect: { left: 128, top: 6, right: 129, bottom: 7 }, places: [3] },
  ]);
});

it('bytesBehind counts each strip once', () => {
  const header: FileImageHeader = {
    ...{ type: WORDS, samples: 1, shown: [0], isPlanar: false, isCompressed: true, isLittleEndian: true },
    ...{ photometric: 'black-is-zero', orientation: 1, palette: undefined },
    levels: [{ width: 1_000, height: 100, blockWidth: 1_000, blockHeight: 10, isTiled: false }],
  };
  const rects = [
    { left: 0, top: 5, right: 100, bottom: 6 },
    { left: 200, top: 9, right: 300, bottom: 11 },
  ];
  expect(bytesBehind(header, rects)).toBe(2 * 10 * 2_000);
});

it('profileRange covers all samples and leaves out what is not finite or not in the image', () => {
  const profile = channel([
    [3, undefined, Number.NaN],
    [Infinity, 12, 5],
  ]);
  expect(profileRange(profile)).toEqual({ lowest: 3, highest: 12 });
  expect(profileRange(channel([[undefined, Number.NaN]]))).toBeUndefined();
});

it('profileRange keeps all digits of whole numbers of 64 bits', () => {
  const range = profileRange(channel([[9_007_199_254_740_993n, 9_007_199_254_740_992n]]));
  expect(range?.highest).toBe(9_007_199_254_740_993n);
  expect(profileValueText(range?.highest ?? 0, { kind: 'unsigned', bits: 64 })).toBe('9007199254740993');
});

it('profileRange marks the values of a preview as approximate', () => {
  expect(profileValueText(1_234.5, undefined)).toBe('≈ 1230');
});

it('profilePath draws the lowest value at the bottom and the highest at the top', () => {
  expect(profilePath([10, 20, 15], { lowest: 10, highest: 20 })).toBe('M0 100L50 0L100 50');
});

it('profilePath interrupts the line where there is no value', () => {
  expect(profilePath([0, undefined, 2, 2], { lowest: 0, highest: 2 })).toBe('M0 100M66.67 0L100 0');
});

it('profilePath draws equal values through the middle', () => {
  expect(profilePath([7, 7], { lowest: 7, highest: 7 })).toBe('M0 50L100 50');
});

describe('profileTable', () => {
  const pixels = [
    { distance: 0, x: 0, y: 0 },
    { distance: 1.5, x: 1, y: 0 },
  ];

  it('writes a row for each pixel, with its distance and the values of all channels', () => {
    const named = [
      { ...channel([[100, 65_535]]), label: 'DAPI' },
      {
        ...channel([
          [1, 2],
          [3, undefined],
        ]),
        label: 'GFP\tbright',
      },
    ];
    expect(profileTable(pixels, named, 0.5)).toBe(
      'Distance (µm)\tDAPI\tGFP bright sample 1\tGFP bright sample 2\n0\t100\t1\t3\n0.75\t65535\t2\t\n',
    );
  });

  it('says which values are means, and that distances are in pixels', () => {
    const mean = { ...channel([[1_234.5, 2]]), type: undefined, note: 'mean of 8 × 8 pixels', label: 'ch01' };
    expect(profileTable(pixels, [mean], undefined)).toBe(
      'Distance (px)\tch01 (mean of 8 × 8 pixels)\n0\t1230\n1.5\t2\n',
    );
  });
});
