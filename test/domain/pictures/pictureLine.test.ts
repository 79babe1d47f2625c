import fc from 'fast-check';
import { frameAt, pictureAt, WHOLE_VIEW, zoomView } from '@data-manager/domain/pictures/pictureView';
import {
  clampLine,
  lengthText,
  lineLength,
  pixelsAlong,
  scaleLine,
} from '@data-manager/domain/pictures/ruler/pictureLine';

const PICTURE = { width: 100, height: 50 };
const somePoint = fc.record({
  x: fc.double({ min: 0, max: PICTURE.width, noNaN: true }),
  y: fc.double({ min: 0, max: PICTURE.height, noNaN: true }),
});

describe('a line over a picture', () => {
  it('crosses pixels of the picture at equal distances, from its start to its end', () =>
    fc.assert(
      fc.property(somePoint, somePoint, (from, to) => {
        const pixels = pixelsAlong({ from, to }, PICTURE);
        const length = lineLength({ from, to });
        const step = length / (pixels.length - 1);
        pixels.forEach(({ distance, x, y }, index) => {
          expect(distance).toBeCloseTo(index * step, 6);
          expect([0 <= x && x < PICTURE.width, 0 <= y && y < PICTURE.height]).toEqual([true, true]);
          const share = index / (pixels.length - 1);
          expect(Math.abs(x + 0.5 - (from.x + (to.x - from.x) * share))).toBeLessThanOrEqual(1);
          expect(Math.abs(y + 0.5 - (from.y + (to.y - from.y) * share))).toBeLessThanOrEqual(1);
        });
        expect(step).toBeLessThanOrEqual(1.5);
      }),
    ));

  it('names each pixel of a row once', () => {
    const pixels = pixelsAlong({ from: { x: 2.5, y: 7.5 }, to: { x: 6.5, y: 7.5 } }, PICTURE);
    expect(pixels.map(({ x, y, distance }) => [x, y, distance])).toEqual([
      [2, 7, 0],
      [3, 7, 1],
      [4, 7, 2],
      [5, 7, 3],
      [6, 7, 4],
    ]);
  });

  it('looks at a limited number of pixels, however long it is', () => {
    const wide = { width: 100_000, height: 10 };
    expect(pixelsAlong({ from: { x: 0, y: 0 }, to: { x: 100_000, y: 10 } }, wide)).toHaveLength(4_096);
  });

  it('ends at the edge of the picture, and scales with the size of its pixels', () => {
    const line = { from: { x: -3, y: 20 }, to: { x: 130, y: 70 } };
    expect(clampLine(line, PICTURE)).toEqual({ from: { x: 0, y: 20 }, to: { x: 100, y: 50 } });
    expect(scaleLine(line, 2)).toEqual({ from: { x: -6, y: 40 }, to: { x: 260, y: 140 } });
  });

  it('has a length in µm or mm, and in pixels if their size is unknown', () => {
    expect(lengthText(300, 0.5)).toBe('150 µm');
    expect(lengthText(12_345.678, 0.1)).toBe('1.2346 mm');
    expect(lengthText(300.25, undefined)).toBe('300.25 px');
  });
});

it('a point of the picture is shown where it was found, at any zoom', () =>
  fc.assert(
    fc.property(somePoint, fc.double({ min: 1, max: 20, noNaN: true }), (point, zoom) => {
      const frame = { width: 640, height: 480 };
      const view = zoomView(WHOLE_VIEW, zoom, { x: 0.2, y: -0.1 });
      const found = pictureAt(view, frameAt(view, point, frame, PICTURE), frame, PICTURE);
      expect(found.x).toBeCloseTo(point.x, 6);
      expect(found.y).toBeCloseTo(point.y, 6);
    }),
  ));
