import fc from 'fast-check';
import {
  commonSize,
  isDecodable,
  makePicture,
  pictureBytes,
  planesOfRgba,
} from '@data-manager/domain/pictures/picture';

describe('picture samples', () => {
  it.each([
    ['8 bits', new Uint8Array([0, 255]), new Uint8Array([0, 255])],
    ['16 bits', new Uint16Array([1, 65_535]), new Uint16Array([1, 65_535])],
    ['signed 8 bits', new Int8Array([-128, 127]), new Float32Array([-128, 127])],
    ['signed 16 bits', new Int16Array([-32_768, 32_767]), new Float32Array([-32_768, 32_767])],
    ['32 bits', new Uint32Array([0, 70_000]), new Float32Array([0, 70_000])],
    ['64-bit floats', new Float64Array([-0.5, 0.25]), new Float32Array([-0.5, 0.25])],
  ])('keeps the values of samples that are %s', (_, raw, samples) => {
    expect(makePicture({ width: 2, height: 1 }, [raw]).planes).toEqual([samples]);
  });

  it('replaces NaN by the lowest value and infinity by the highest', () => {
    const raw = new Float32Array([Number.NaN, 2, -3, Infinity, -Infinity]);
    const { planes, lowest, highest } = makePicture({ width: 5, height: 1 }, [raw]);
    expect(planes).toEqual([new Float32Array([-3, 2, -3, 2, -3])]);
    expect([lowest, highest]).toEqual([-3, 2]);
  });

  it('makes all samples zero if no value is finite', () => {
    const { planes, auto } = makePicture({ width: 2, height: 1 }, [new Float32Array([Number.NaN, Number.NaN])]);
    expect(planes).toEqual([new Float32Array([0, 0])]);
    expect(auto).toEqual({ black: 0, white: 1 });
  });

  it('makes finite samples of any file', () =>
    fc.assert(
      fc.property(fc.float64Array({ minLength: 1, maxLength: 200 }), (values) => {
        const { planes, ...facts } = makePicture({ width: values.length, height: 1 }, [new Float64Array(values)]);
        expect([...(planes[0] ?? [])].every(Number.isFinite)).toBe(true);
        expect([facts.lowest, facts.highest, facts.auto.black, facts.auto.white].every(Number.isFinite)).toBe(true);
      }),
    ));
});

describe('large pictures', () => {
  it('downsamples large pictures evenly until no side exceeds 2,048 pixels', () => {
    const [width, height] = [4_500, 3];
    const raw = new Uint16Array(width * height).map((_, index) => index % width);
    const picture = makePicture({ width, height }, [raw]);
    expect([picture.width, picture.height]).toEqual([1_500, 1]);
    expect([...(picture.planes[0]?.slice(0, 3) ?? [])]).toEqual([0, 3, 6]);
    expect(pictureBytes(picture)).toBe(3_000);
  });

  it('gives a large picture as many samples as its size requires', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 9 }), (width, height) => {
        const picture = makePicture({ width, height }, [new Uint8Array(width * height)]);
        expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(2_048);
        expect(picture.planes[0]).toHaveLength(picture.width * picture.height);
      }),
    ));

  it('does not decode pictures above 64 megapixels', () => {
    expect(isDecodable({ width: 8_192, height: 8_192 })).toBe(true);
    expect(isDecodable({ width: 65_535, height: 65_535 })).toBe(false);
    expect(isDecodable({ width: 0, height: 10 })).toBe(false);
  });
});

it('planesOfRgba returns one plane if all pixels are grey', () => {
  const pixels = new Uint8ClampedArray([7, 7, 7, 255, 9, 9, 9, 255]);
  expect(planesOfRgba(pixels)).toEqual([new Uint8Array([7, 9])]);
});

it('planesOfRgba returns red, green and blue planes if any pixel has a colour', () => {
  const pixels = new Uint8ClampedArray([7, 7, 7, 255, 9, 8, 9, 255]);
  expect(planesOfRgba(pixels)).toEqual([new Uint8Array([7, 9]), new Uint8Array([7, 8]), new Uint8Array([7, 9])]);
});

it('commonSize returns the size of the largest picture', () => {
  expect(
    commonSize([
      { width: 3, height: 9 },
      { width: 5, height: 2 },
    ]),
  ).toEqual({ width: 5, height: 9 });
  expect(commonSize([])).toBeUndefined();
});
