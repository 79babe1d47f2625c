import fc from 'fast-check';
import { shownSize, storedRect, turnSamples } from '@data-manager/domain/pictures/pixels/orientation';
import { readSamples } from '@data-manager/domain/pictures/pixels/readSamples';
import {
  fileValueText,
  rangeValueText,
  roughValueNote,
  roughValueText,
} from '@data-manager/domain/pictures/pixels/valueText';
import { registerImages } from '@data-manager/domain/pictures/registration';

it('readSamples reads all half floats', () => {
  const bits = new Uint16Array(2 ** 16).map((_, index) => index);
  const layout = { samples: 1, columns: 2 ** 16, rows: 1, isLittleEndian: true };
  const [values] = readSamples(new Uint8Array(bits.buffer), { ...layout, type: { kind: 'float', bits: 16 } }) ?? [];
  expect(values?.[0x3c00]).toBe(1);
  expect(values?.[0xc000]).toBe(-2);
  expect(values?.[0x0001]).toBe(2 ** -24);
  expect(values?.[0x7bff]).toBe(65_504);
  expect([values?.[0x7c00], values?.[0xfc00], values?.[0x7e00]]).toEqual([Infinity, -Infinity, Number.NaN]);
});

it('readSamples reads bytes that do not begin at a multiple of the size of a sample', () => {
  const bytes = new Uint8Array([0, 1, 2, 3, 4]).subarray(1);
  const layout = {
    type: { kind: 'unsigned', bits: 16 },
    samples: 1,
    columns: 2,
    rows: 1,
    isLittleEndian: true,
  } as const;
  expect(readSamples(bytes, layout)).toEqual([new Uint16Array([0x0201, 0x0403])]);
});

it('readSamples returns nothing if there are too few bytes', () => {
  const layout = {
    samples: 1,
    columns: 3,
    rows: 2,
    isLittleEndian: true,
    type: { kind: 'unsigned', bits: 4 },
  } as const;
  expect(readSamples(new Uint8Array(3), layout)).toBeUndefined();
  expect(readSamples(new Uint8Array(4), layout)).toBeDefined();
});

describe('the orientation of an image', () => {
  /** The pixels of a picture of 3 × 2 whose stored pixels are a to f, as the TIFF specification shows them. */
  const SHOWN = [
    [1, ['abc', 'def']],
    [2, ['cba', 'fed']],
    [3, ['fed', 'cba']],
    [4, ['def', 'abc']],
    [5, ['ad', 'be', 'cf']],
    [6, ['da', 'eb', 'fc']],
    [7, ['fc', 'eb', 'da']],
    [8, ['cf', 'be', 'ad']],
  ] as const;

  it.each(SHOWN)('turns the stored pixels by orientation %i', (orientation, rows) => {
    const stored = Uint8Array.from('abcdef', (letter) => letter.charCodeAt(0));
    const size = shownSize({ width: 3, height: 2 }, orientation);
    expect(size).toEqual({ width: rows[0].length, height: rows.length });
    expect(String.fromCharCode(...(turnSamples(stored, size, orientation) as Uint8Array))).toBe(rows.join(''));
  });

  it.each(SHOWN)('finds the stored pixel of a shown one with orientation %i', (orientation, rows) => {
    const size = shownSize({ width: 3, height: 2 }, orientation);
    rows.forEach((row, y) => {
      row.split('').forEach((letter, x) => {
        const rect = storedRect({ left: x, top: y, right: x + 1, bottom: y + 1 }, size, orientation);
        expect('abcdef'[rect.top * 3 + rect.left]).toBe(letter);
        expect([rect.right - rect.left, rect.bottom - rect.top]).toEqual([1, 1]);
      });
    });
  });
});

describe('fileValueText', () => {
  it('writes integers in full', () => {
    expect(fileValueText(3_000_255_255, { kind: 'unsigned', bits: 32 })).toBe('3000255255');
    expect(fileValueText(-1_024, { kind: 'signed', bits: 16 })).toBe('-1024');
    expect(fileValueText(2n ** 64n - 1n, { kind: 'unsigned', bits: 64 })).toBe('18446744073709551615');
  });

  it('writes floats of 32 bits so that they read back the same, without digits that they do not have', () => {
    const type = { kind: 'float', bits: 32 } as const;
    expect(fileValueText(Math.fround(0.1), type)).toBe('0.1');
    expect(fileValueText(-9_999, type)).toBe('-9999');
    expect(fileValueText(Math.fround(1e-7), type)).toBe('1e-7');
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Math.fround(Number(fileValueText(value, type)))).toBe(value + 0);
      }),
    );
  });

  it('writes half floats and doubles with the digits of their precision', () => {
    expect(fileValueText(63.75, { kind: 'float', bits: 16 })).toBe('63.75');
    expect(fileValueText(0.0999755859375, { kind: 'float', bits: 16 })).toBe('0.099976');
    expect(fileValueText(1_000.1, { kind: 'float', bits: 64 })).toBe('1000.1');
  });

  it('writes values that are not finite', () => {
    const type = { kind: 'float', bits: 32 } as const;
    expect([Number.NaN, Infinity, -Infinity].map((value) => fileValueText(value, type))).toEqual(['NaN', '∞', '-∞']);
  });
});

describe('the text of an average', () => {
  it('shows at most three digits of a mean', () => {
    expect([12_031, -0.012_345, 7].map(roughValueText)).toEqual(['12000', '-0.0123', '7']);
  });

  it('names the pixels of the average', () => {
    expect([1, 1.9, 20].map(roughValueNote)).toEqual([
      'value of the preview',
      'mean of 2 × 2 pixels',
      'mean of 20 × 20 pixels',
    ]);
  });
});

describe('registerImages', () => {
  const sizeOf = (width: number, height: number) => ({ width, height });

  it('registers an image with fewer pixels of the same shape as binned, wherever the rest of a division went', () => {
    expect(registerImages([sizeOf(2_048, 2_048), sizeOf(1_024, 1_024), sizeOf(2_048, 2_048)])).toEqual([
      { unit: 1, fit: 'same' },
      { unit: 2, fit: 'binned' },
      { unit: 1, fit: 'same' },
    ]);
    expect(registerImages([sizeOf(341, 227), sizeOf(1_024, 683)])[0]).toEqual({ unit: 3, fit: 'binned' });
    expect(registerImages([sizeOf(342, 228), sizeOf(1_024, 683)])[0]).toEqual({ unit: 3, fit: 'binned' });
    expect(registerImages([sizeOf(1_000, 500), sizeOf(1_500, 750)])[0]).toEqual({ unit: 1.5, fit: 'binned' });
  });

  it('does not stretch an image of another shape', () => {
    expect(registerImages([sizeOf(2_048, 2_048), sizeOf(2_048, 1_024)])[1]).toEqual({ unit: 1, fit: 'different' });
    expect(registerImages([sizeOf(1_024, 2_048), sizeOf(2_048, 1_024)])[1]).toEqual({ unit: 1, fit: 'different' });
    expect(registerImages([])).toEqual([]);
  });
});

it.each([
  [3_000_001_024, { lowest: 3_000_000_000, highest: 3_001_100_000 }, '3000001'],
  [0.123456, { lowest: 0, highest: 1 }, '0.123'],
  [-1_024.25, { lowest: -1_025, highest: -1_024 }, '-1024.25'],
  [3.5, { lowest: 3.5, highest: 3.5 }, '3.5'],
  [0, { lowest: 0, highest: 0 }, '0'],
])('writes %d with the digits that its range %j needs', (value, range, text) => {
  expect(rangeValueText(value, range).startsWith(text)).toBe(true);
});
