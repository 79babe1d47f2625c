import fc from 'fast-check';
import type { CompositeLayer, Rgb } from '@data-manager/domain/pictures/composite';
import { brightnessOf } from '@data-manager/domain/pictures/contrast';
import { Compositor } from '../../../src/platform/pictures/compositor';
import { FakeCanvas, provideCanvases } from '../../support/fakeCanvas';

const SIZE = { width: 4, height: 1 };

function layer(values: readonly number[], colour: Rgb): CompositeLayer {
  return { ...SIZE, plane: new Uint8Array(values), contrast: { black: 0, white: 255 }, colour };
}

function draw(compositor: Compositor, layers: readonly CompositeLayer[], size = SIZE): readonly number[] {
  const canvas = new FakeCanvas(size.width, size.height);
  compositor.draw(canvas as never, layers, size);
  return [...canvas.data];
}

beforeAll(provideCanvases);
beforeEach(() => (FakeCanvas.pictures = 0));

describe('the compositor of pictures', () => {
  it('adds the colours of its layers and clamps at white', () => {
    const layers = [layer([0, 255, 255, 51], [0, 1, 0]), layer([255, 0, 255, 51], [1, 1, 1])];
    expect(draw(new Compositor(), layers)).toEqual([
      ...[255, 255, 255, 255],
      ...[0, 255, 0, 255],
      ...[255, 255, 255, 255],
      ...[51, 102, 51, 255],
    ]);
  });

  it('draws black without layers', () => {
    expect(draw(new Compositor(), [], { width: 1, height: 1 })).toEqual([0, 0, 0, 255]);
  });

  it('differs from the exact sum by at most half a level for each layer', () => {
    const part = () => fc.double({ min: 0, max: 1, noNaN: true });
    const someLayer = fc
      .tuple(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.tuple(part(), part(), part()))
      .map(([values, colour]) => layer([...values], colour));
    fc.assert(
      fc.property(fc.array(someLayer, { maxLength: 6 }), (layers) => {
        for (const [index, level] of draw(new Compositor(), layers).entries()) {
          if (index % 4 === 3) continue;
          const exact = layers.reduce((sum, { plane, contrast, colour }) => {
            const brightness = brightnessOf(plane[Math.floor(index / 4)] ?? 0, contrast);
            return sum + 255 * (colour[index % 4] ?? 0) * brightness;
          }, 0);
          expect(Math.abs(level - Math.min(255, exact))).toBeLessThanOrEqual(0.54 * layers.length);
        }
      }),
    );
  });

  it('tints only the layers that have changed', () => {
    const compositor = new Compositor();
    const [one, two] = [layer([1, 2, 3, 4], [1, 0, 0]), layer([5, 6, 7, 8], [0, 1, 0])];
    draw(compositor, [one, two]);
    draw(compositor, [two]);
    const drawnAgain = draw(compositor, [one, two]);
    expect(drawnAgain.slice(0, 4)).toEqual([1, 5, 0, 255]);
    expect(FakeCanvas.pictures).toBe(2);
    expect(draw(compositor, [{ ...one, colour: [0, 0, 1] }, two]).slice(0, 4)).toEqual([0, 5, 1, 255]);
    expect(FakeCanvas.pictures).toBe(3);
    expect(draw(compositor, [{ ...one, contrast: { black: 0, white: 1 } }, two]).slice(0, 4)).toEqual([255, 5, 0, 255]);
    expect(FakeCanvas.pictures).toBe(4);
  });

  it('tints a layer again for a picture of another size', () => {
    const compositor = new Compositor();
    const one = layer([1, 2, 3, 4], [1, 0, 0]);
    draw(compositor, [one]);
    expect(draw(compositor, [one], { width: 1, height: 2 })).toEqual([...[1, 0, 0, 255], ...[1, 0, 0, 255]]);
  });

  it('draws a section in the memory of an earlier one without changing what is still shown', () => {
    const compositor = new Compositor();
    const size = { width: 2_048, height: 2_048 };
    const large = (value: number): CompositeLayer => ({
      ...{ ...layer([], [1, 0, 0]), ...size },
      plane: new Uint8Array(size.width * size.height).fill(value),
    });
    const layers = [10, 20, 30, 40, 50].map(large);
    const firstPixel = (shown: readonly CompositeLayer[]): number | undefined => {
      const canvas = new FakeCanvas(size.width, size.height);
      compositor.draw(canvas as never, shown, size);
      return canvas.data[0];
    };
    expect(firstPixel(layers.slice(0, 3))).toBe(60);
    expect(firstPixel(layers.slice(2))).toBe(120);
    expect(firstPixel(layers.slice(0, 3))).toBe(60);
  });

  it('keeps at most 64 MiB of tinted layers for any number of sections, and frees the others', () => {
    const compositor = new Compositor();
    const size = { width: 1_024, height: 1_024 };
    const made = new Set<FakeCanvas>();
    jest.spyOn(FakeCanvas.prototype, 'putImageData').mockImplementation(function (this: FakeCanvas) {
      made.add(this);
    });
    jest.spyOn(FakeCanvas.prototype, 'drawImage').mockReturnValue();
    jest.spyOn(FakeCanvas.prototype, 'fillRect').mockReturnValue();
    for (let section = 0; section < 20; section += 1) {
      const plane = new Uint8Array(size.width * size.height);
      const canvas = new FakeCanvas(size.width, size.height);
      compositor.draw(canvas as never, [{ ...layer([], [1, 1, 1]), ...size, plane }], size);
      const held = [...made].reduce((bytes, { width, height }) => bytes + 4 * width * height, 0);
      expect(held).toBeLessThanOrEqual(64 * 1024 ** 2);
    }
    compositor.close();
    expect([...made].every(({ width }) => width === 0)).toBe(true);
  });
});
