import fc from 'fast-check';
import { layersOf, tint, type CompositeLayer, type Rgb } from '@data-manager/domain/pictures/composite';
import { brightnessOf } from '@data-manager/domain/pictures/contrast';
import { makePicture } from '@data-manager/domain/pictures/picture';

const SIZE = { width: 4, height: 1 };
const FULL = { black: 0, white: 255 };

function layer(values: readonly number[], colour: Rgb, contrast = FULL): CompositeLayer {
  return { width: values.length, height: 1, plane: new Uint8Array(values), contrast, colour };
}

describe('tint', () => {
  it('draws a layer in its colour, opaque', () => {
    const pixels = tint(layer([0, 51, 102, 255], [0, 1, 0.5]), SIZE);
    expect([...pixels]).toEqual([...[0, 0, 0, 255], ...[0, 51, 26, 255], ...[0, 102, 51, 255], ...[0, 255, 128, 255]]);
  });

  it('keeps 16 bits of precision until the contrast is applied', () => {
    const plane = new Uint16Array([1_000, 1_001, 1_002, 1_003]);
    const dark = { ...SIZE, plane, contrast: { black: 1_000, white: 1_003 }, colour: [1, 1, 1] as const };
    expect([...tint(dark, SIZE)].filter((_, index) => index % 4 === 0)).toEqual([0, 85, 170, 255]);
  });

  it('rounds the brightness of any samples to the nearest level', () => {
    const values = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
    const plane = fc.oneof(
      values.map((some) => new Uint8Array(some)),
      values.map((some) => new Uint16Array(some)),
      values.map((some) => new Float32Array(some.map((value) => value - 17.3))),
    );
    const bounds = fc
      .tuple(fc.integer({ min: -20, max: 270 }), fc.integer({ min: -20, max: 270 }))
      .map(([one, other]) => ({ black: Math.min(one, other), white: Math.max(one, other) }));
    const someLayer = fc.record({
      ...{ width: fc.constant(4), height: fc.constant(1), plane, contrast: bounds },
      colour: fc.tuple(part(), part(), part()),
    });
    fc.assert(
      fc.property(someLayer, (some) => {
        for (const [index, level] of tint(some, SIZE).entries()) {
          const brightness = brightnessOf(some.plane[Math.floor(index / 4)] ?? 0, some.contrast);
          const exact = index % 4 === 3 ? 255 : 255 * (some.colour[index % 4] ?? 0) * brightness;
          expect(Math.abs(level - exact)).toBeLessThanOrEqual(0.54);
        }
      }),
    );
  });

  it('scales layers of other sizes without mixing their pixels', () => {
    const pixels = tint(layer([10, 20], [1, 0, 0]), SIZE);
    expect([...pixels].filter((_, index) => index % 4 === 0)).toEqual([10, 10, 20, 20]);
  });

  it('scales floats and rows, too', () => {
    const plane = new Float32Array([-0.5, 0, 0.5, 1]);
    const square = { width: 2, height: 2, plane, contrast: { black: 0, white: 1 }, colour: [1, 1, 1] as const };
    const pixels = tint(square, { width: 2, height: 4 });
    expect([...pixels].filter((_, index) => index % 4 === 0)).toEqual([0, 0, 0, 0, 128, 255, 128, 255]);
  });
});

it("layersOf returns one layer in the channel's colour for a grey picture", () => {
  const picture = makePicture({ width: 1, height: 1 }, [new Uint8Array([9])]);
  expect(layersOf(picture, FULL, [1, 0, 1]).map(({ colour }) => colour)).toEqual([[1, 0, 1]]);
});

it('layersOf keeps the colours of an RGB picture in a white channel', () => {
  const planes = [10, 20, 30].map((value) => new Uint8Array([value]));
  const picture = makePicture({ width: 1, height: 1 }, planes);
  const tinted = layersOf(picture, FULL, [1, 1, 1]).map((one) => [...tint(one, picture)]);
  expect(tinted).toEqual([
    [10, 0, 0, 255],
    [0, 20, 0, 255],
    [0, 0, 30, 255],
  ]);
});

function part(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true });
}
