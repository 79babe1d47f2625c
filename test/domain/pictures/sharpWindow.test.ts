import fc from 'fast-check';
import { makePicture } from '@data-manager/domain/pictures/picture';
import {
  maxScaleOf,
  panView,
  pixelAt,
  pixelZoom,
  WHOLE_VIEW,
  zoomView,
} from '@data-manager/domain/pictures/pictureView';
import type { FileImageHeader, FileSamples, PixelRect } from '@data-manager/domain/pictures/pixels/fileImage';
import { sharpFaultText } from '@data-manager/domain/pictures/pixels/sharpFault';
import {
  drawIntoWindow,
  gridRect,
  isTooWide,
  sharpLevel,
  visibleWindow,
  windowSize,
} from '@data-manager/domain/pictures/pixels/sharpWindow';
import { displayPlanes, isSameScale } from '@data-manager/domain/pictures/pixels/shownPlanes';

const FRAME = { width: 800, height: 600 };

const view = fc
  .record({
    factor: fc.double({ min: 1, max: 300, noNaN: true }),
    x: fc.double({ min: -200, max: 200, noNaN: true }),
    y: fc.double({ min: -200, max: 200, noNaN: true }),
  })
  .map(({ factor, x, y }) => panView(zoomView(WHOLE_VIEW, factor, undefined, 300), { x, y }));
const side = fc.integer({ min: 1, max: 20_000 });
const section = fc.record({ width: side, height: side });
const point = fc.record({
  x: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  y: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
});

function headerOf(levels: FileImageHeader['levels'], others: Partial<FileImageHeader> = {}): FileImageHeader {
  return {
    ...{
      type: { kind: 'unsigned', bits: 16 },
      samples: 1,
      isPlanar: false,
      isCompressed: false,
      isLittleEndian: true,
      shown: [0],
    },
    ...{ photometric: 'black-is-zero', orientation: 1, palette: undefined, levels },
    ...others,
  };
}

function levelOf(width: number, height = width) {
  return { width, height, blockWidth: 256, blockHeight: 256, isTiled: true };
}

it('visibleWindow contains every pixel that the frame shows, and lies in the section', () => {
  fc.assert(
    fc.property(view, section, point, fc.constantFrom(1, 1.25, 2), (shown, size, at, density) => {
      const window = visibleWindow(shown, FRAME, size, density);
      const pixel = pixelAt(shown, at, FRAME, size);
      if (pixel !== undefined) {
        expect(window?.rect.left).toBeLessThanOrEqual(pixel.x);
        expect(window?.rect.right).toBeGreaterThan(pixel.x);
        expect(window?.rect.top).toBeLessThanOrEqual(pixel.y);
        expect(window?.rect.bottom).toBeGreaterThan(pixel.y);
      }
      if (window === undefined) return;
      expect(window.rect.left).toBeGreaterThanOrEqual(0);
      expect(window.rect.right).toBeLessThanOrEqual(size.width);
      expect(window.zoom).toBeCloseTo(pixelZoom(shown, FRAME, size) * density, 6);
    }),
  );
});

it('visibleWindow stays the same while the picture moves a little', () => {
  const size = { width: 20_000, height: 20_000 };
  const shown = zoomView(WHOLE_VIEW, 100, undefined, 1_000);
  const rects = Array.from({ length: 20 }, (_, index) =>
    JSON.stringify(visibleWindow(panView(shown, { x: index / 200, y: 0 }), FRAME, size, 1)?.rect),
  );
  // The left and the right edge move by one step each.
  expect(new Set(rects).size).toBeLessThanOrEqual(3);
});

it('maxScaleOf lets a pixel of any image become 32 CSS pixels wide', () => {
  fc.assert(
    fc.property(section, (size) => {
      const shown = zoomView(WHOLE_VIEW, Infinity, undefined, maxScaleOf(FRAME, size));
      expect(pixelZoom(shown, FRAME, size)).toBeGreaterThanOrEqual(31.99);
    }),
  );
});

describe('sharpLevel', () => {
  const header = headerOf([levelOf(20_000), levelOf(10_000), levelOf(5_000)]);
  const windowOf = (zoom: number) => ({ zoom, rect: { left: 0, top: 0, right: 20_000, bottom: 20_000 } });

  it.each([
    [0.2, 1, 2, 4],
    [0.5, 1, 1, 2],
    [3, 1, 0, 1],
    // A pixel of a binned image covers two of the section.
    [0.5, 2, 0, 2],
  ])('chooses for a zoom of %d and a unit of %i the level %i', (zoom, unit, level, gridUnit) => {
    expect(sharpLevel(header, unit, windowOf(zoom))).toMatchObject({ level, grid: { unit: gridUnit } });
  });

  it('refuses windows with more pixels than two large screens', () => {
    expect(isTooWide(windowOf(1), 1)).toBe(true);
    expect(isTooWide(windowOf(1), 8)).toBe(false);
  });
});

it('drawIntoWindow puts the pixel of the grid at each place of the window, and black outside of the grid', () => {
  const edge = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(edge, edge, fc.constantFrom(1, 2, 4), fc.nat(20), fc.nat(20), (width, height, unit, left, top) => {
      const grid = { width, height, unit };
      const window = {
        zoom: 1,
        rect: { left: left * unit, top: top * unit, right: (left + 9) * unit, bottom: (top + 7) * unit },
      };
      const own = gridRect(window, grid);
      if (own === undefined) {
        expect(left >= width || top >= height).toBe(true);
        return;
      }
      const valueAt = (x: number, y: number) => 1 + x + 100 * y;
      const plane = planeOf(own, valueAt);
      const size = windowSize(window, 1);
      const drawn = drawIntoWindow(plane, own, grid, window, size);
      expect(drawn).toHaveLength(size.width * size.height);
      drawn.forEach((value, index) => {
        const x = Math.floor((window.rect.left + (index % size.width)) / unit);
        const y = Math.floor((window.rect.top + Math.floor(index / size.width)) / unit);
        expect(value).toBe(x < width && y < height ? valueAt(x, y) : 0);
      });
    }),
  );
});

function planeOf({ left, top, right, bottom }: PixelRect, valueAt: (x: number, y: number) => number) {
  return new Uint16Array((right - left) * (bottom - top)).map((_, index) =>
    valueAt(left + (index % (right - left)), top + Math.floor(index / (right - left))),
  );
}

describe('displayPlanes', () => {
  const levels: FileImageHeader['levels'] = [levelOf(2, 1)];
  const shownAs = (header: Partial<FileImageHeader>, ...planes: readonly FileSamples[]) =>
    displayPlanes(headerOf(levels, header), planes)?.map((plane) => [...plane]);

  it('shows one of several grey samples, and three of a colour image with more', () => {
    const [one, two, three, four] = [1, 2, 3, 4].map((value) => new Uint16Array([value, value]));
    const planes = [one, two, three, four].filter((plane) => plane !== undefined);
    expect(shownAs({}, ...planes)).toEqual([[1, 1]]);
    expect(shownAs({ shown: [3] }, ...planes)).toEqual([[4, 4]]);
    expect(shownAs({ photometric: 'rgb', shown: [0, 1, 2] }, ...planes)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('inverts unsigned samples whose zero is white, stretches few bits, and looks up a palette', () => {
    expect(shownAs({ photometric: 'white-is-zero' }, new Uint8Array([0, 200]))).toEqual([[255, 55]]);
    const whiteIsZero = (bits: number) => ({ photometric: 'white-is-zero', type: { kind: 'unsigned', bits } }) as const;
    expect(shownAs(whiteIsZero(12), new Uint16Array([0, 4_000]))).toEqual([[4_095, 95]]);
    expect(shownAs(whiteIsZero(32), new Uint32Array([0, 2 ** 32 - 1]))).toEqual([[2 ** 32, 0]]);
    expect(shownAs(whiteIsZero(1), new Uint8Array([0, 1]))).toEqual([[255, 0]]);
    expect(shownAs({ type: { kind: 'unsigned', bits: 1 } }, new Uint8Array([0, 1]))).toEqual([[0, 255]]);
    const palette = new Uint16Array([0, 0xffff, 0, 0x8000, 0x0100, 0]);
    expect(shownAs({ photometric: 'palette', palette }, new Uint8Array([1, 0]))).toEqual([
      [255, 0],
      [128, 0],
      [0, 1],
    ]);
    expect(shownAs({ photometric: 'other' }, new Uint8Array([1, 0]))).toBeUndefined();
  });

  it('keeps sign and range of other types, and makes values finite', () => {
    expect(shownAs({}, new Int16Array([-1_024, 7]))).toEqual([[-1_024, 7]]);
    expect(shownAs({}, new BigUint64Array([5n, 2n ** 40n]))).toEqual([[5, 2 ** 40]]);
    const [plane = []] = shownAs({}, new Float32Array([Number.NaN, Infinity])) ?? [];
    expect([Math.sign(plane[0] ?? 0), Math.sign(plane[1] ?? 0)]).toEqual([-1, 1]);
    expect(plane.every((value) => Number.isFinite(value))).toBe(true);
  });

  it('knows whether the contrast of a preview applies', () => {
    const size = { width: 1, height: 1 };
    const preview = makePicture(size, [new Uint16Array(1)]);
    expect(isSameScale(preview, [new Uint16Array(9)])).toBe(true);
    expect(isSameScale(preview, [new Uint8Array(9)])).toBe(false);
    expect(isSameScale(preview, [new Uint16Array(9), new Uint16Array(9), new Uint16Array(9)])).toBe(false);
  });
});

it('explains why pixels are not shown', () => {
  expect(sharpFaultText({ kind: 'too-large-block', bytes: 120 * 1024 ** 2 })).toBe(
    'Its pixels are compressed in one piece of 120.00 MB, which is too large to download.',
  );
  expect(sharpFaultText({ kind: 'unsupported', what: 'JPEG 2000 compression' })).toBe(
    "Files with JPEG 2000 compression can't be read in parts.",
  );
});
