import fc from 'fast-check';
import { composite, layersOf, type CompositeLayer, type Rgb } from '@data-manager/domain/pictures/composite';
import { brightnessOf } from '@data-manager/domain/pictures/contrast';
import { makePicture } from '@data-manager/domain/pictures/picture';

const SIZE = { width: 4, height: 1 };
const FULL = { black: 0, white: 255 };

function layer(values: readonly number[], colour: Rgb, contrast = FULL): CompositeLayer {
  return { width: values.length, height: 1, samples: new Uint8Array(values), contrast, colour };
}

describe('composite', () => {
  it('adds the colours of its layers and clamps at white', () => {
    const pixels = composite([layer([0, 255, 255, 51], [0, 1, 0]), layer([255, 0, 255, 51], [1, 1, 1])], SIZE);
    expect([...pixels]).toEqual([
      ...[255, 255, 255, 255],
      ...[0, 255, 0, 255],
      ...[255, 255, 255, 255],
      ...[51, 102, 51, 255],
    ]);
  });

  it('returns black without layers', () => {
    expect([...composite([], { width: 1, height: 1 })]).toEqual([0, 0, 0, 255]);
  });

  it('never gets darker with another layer, and does not depend on their order', () => {
    const someLayer = fc
      .tuple(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.tuple(part(), part(), part()))
      .map(([values, colour]) => layer([...values], colour));
    fc.assert(
      fc.property(fc.array(someLayer, { maxLength: 5 }), someLayer, (layers, more) => {
        const before = composite(layers, SIZE);
        const after = composite([...layers, more], SIZE);
        const turned = composite([more, ...layers].reverse(), SIZE);
        expect(after.every((value, index) => value >= (before[index] ?? 0))).toBe(true);
        expect(after.every((value, index) => Math.abs(value - (turned[index] ?? 0)) <= 1)).toBe(true);
      }),
    );
  });

  it('keeps 16 bits of precision until the contrast is applied', () => {
    const samples = new Uint16Array([1_000, 1_001, 1_002, 1_003]);
    const dark = { ...SIZE, samples, contrast: { black: 1_000, white: 1_003 }, colour: [1, 1, 1] as const };
    expect([...composite([dark], SIZE)].filter((_, index) => index % 4 === 0)).toEqual([0, 85, 170, 255]);
  });

  it('adds up any samples exactly, and rounds the sum', () => {
    const values = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
    const samples = fc.oneof(
      values.map((some) => new Uint8Array(some)),
      values.map((some) => new Uint16Array(some)),
      values.map((some) => new Float32Array(some.map((value) => value - 17.3))),
    );
    const bounds = fc
      .tuple(fc.integer({ min: -20, max: 270 }), fc.integer({ min: -20, max: 270 }))
      .map(([one, other]) => ({ black: Math.min(one, other), white: Math.max(one, other) }));
    const someLayer = fc.record({
      width: fc.constant(4),
      height: fc.constant(1),
      samples,
      contrast: bounds,
      colour: fc.tuple(part(), part(), part()),
    });
    fc.assert(
      fc.property(fc.array(someLayer, { maxLength: 12 }), (layers) => {
        const pixels = composite(layers, SIZE);
        for (const [index, level] of pixels.entries()) {
          if (index % 4 === 3) continue;
          const sum = layers.reduce(
            (total, { samples: those, contrast, colour }) =>
              total + 255 * (colour[index % 4] ?? 0) * brightnessOf(those[Math.floor(index / 4)] ?? 0, contrast),
            0,
          );
          expect(Math.abs(level - Math.min(255, sum))).toBeLessThanOrEqual(0.501);
        }
      }),
    );
  });

  it('scales layers of other sizes without mixing their pixels', () => {
    const pixels = composite([layer([10, 20], [1, 0, 0])], SIZE);
    expect([...pixels].filter((_, index) => index % 4 === 0)).toEqual([10, 10, 20, 20]);
  });
});

describe('layersOf', () => {
  it("returns one layer in the channel's colour for a grey picture", () => {
    const picture = makePicture({ width: 1, height: 1 }, [new Uint8Array([9])]);
    expect(layersOf(picture, FULL, [1, 0, 1]).map(({ colour }) => colour)).toEqual([[1, 0, 1]]);
  });

  it('keeps the colours of an RGB picture in a white channel', () => {
    const planes = [10, 20, 30].map((value) => new Uint8Array([value]));
    const picture = makePicture({ width: 1, height: 1 }, planes);
    expect([...composite(layersOf(picture, FULL, [1, 1, 1]), picture)]).toEqual([10, 20, 30, 255]);
  });
});

function part(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true });
}
