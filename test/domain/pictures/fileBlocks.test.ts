import fc from 'fast-check';
import {
  chooseLevel,
  joinSpans,
  partsOf,
  readoutRect,
  type ByteSpan,
} from '@data-manager/domain/pictures/pixels/fileBlocks';
import { intersectRects, type FileImageHeader, type PixelRect } from '@data-manager/domain/pictures/pixels/fileImage';

const side = fc.integer({ min: 1, max: 60 });

const header: fc.Arbitrary<FileImageHeader> = fc
  .record({
    ...{ width: side, height: side, blockWidth: side, blockHeight: side },
    ...{ isTiled: fc.boolean(), isPlanar: fc.boolean(), isCompressed: fc.boolean() },
    samples: fc.integer({ min: 1, max: 4 }),
    bits: fc.constantFrom(1, 12, 16, 64, 80_000),
  })
  .map(({ width, height, blockWidth, blockHeight, isTiled, bits, ...others }) => ({
    ...{
      ...others,
      isLittleEndian: true,
      shown: [0],
      photometric: 'black-is-zero',
      orientation: 1,
      palette: undefined,
    },
    // Absurdly many bits make the rows of a block so long that they are read one by one.
    type: { kind: 'unsigned', bits },
    levels: [{ width, height, blockWidth: isTiled ? blockWidth : width, blockHeight, isTiled }],
  }));

const rect: fc.Arbitrary<PixelRect> = fc
  .record({ left: side, top: side, width: side, height: side })
  .map(({ left, top, width, height }) => ({ left: left - 1, top: top - 1, right: left + width, bottom: top + height }));

describe('partsOf', () => {
  it('covers each pixel of a window in the image exactly once in each plane, with parts that the window touches', () => {
    fc.assert(
      fc.property(header, rect, (image, wanted) => {
        const [level] = image.levels;
        const parts = partsOf(image, level, wanted);
        const planes = image.isPlanar ? image.samples : 1;
        const whole = { left: 0, top: 0, right: level.width, bottom: level.height };
        const inside = intersectRects(wanted, whole);
        for (let plane = 0; plane < planes; plane += 1) {
          const own = parts.filter((part) => part.plane === plane);
          for (let y = inside?.top ?? 0; y < (inside?.bottom ?? 0); y += 1) {
            for (let x = inside?.left ?? 0; x < (inside?.right ?? 0); x += 1) {
              const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 };
              expect(own.filter((part) => intersectRects(part.rect, pixel) !== undefined)).toHaveLength(1);
            }
          }
        }
        for (const part of parts) expect(inside && intersectRects(part.rect, inside)).toBeDefined();
      }),
      { numRuns: 60 },
    );
  });

  it('names the block of a part, and the rows before it', () => {
    fc.assert(
      fc.property(header, rect, (image, wanted) => {
        const [{ width, height, blockWidth, blockHeight }] = image.levels;
        const columns = Math.ceil(width / blockWidth);
        const perPlane = columns * Math.ceil(height / blockHeight);
        for (const { block, plane, rect: own, skippedRows } of partsOf(image, image.levels[0], wanted)) {
          const place = block - plane * perPlane;
          expect(own.left).toBe((place % columns) * blockWidth);
          expect(own.top).toBe(Math.floor(place / columns) * blockHeight + skippedRows);
          expect(skippedRows).toBeLessThan(blockHeight);
          if (image.isCompressed) expect(skippedRows).toBe(0);
        }
      }),
    );
  });

  it('divides an uncompressed strip, but not a compressed one', () => {
    const level = { width: 2_048, height: 2_048, blockWidth: 2_048, blockHeight: 2_048, isTiled: false };
    const image: FileImageHeader = {
      ...{
        samples: 1,
        isPlanar: false,
        isCompressed: false,
        isLittleEndian: true,
        shown: [0],
        photometric: 'rgb',
        orientation: 1,
      },
      ...{ type: { kind: 'unsigned', bits: 16 }, palette: undefined, levels: [level] },
    };
    const pixel = { left: 7, top: 1_000, right: 8, bottom: 1_001 };
    expect(partsOf(image, level, pixel).map((part) => part.rect)).toEqual([
      { left: 0, top: 960, right: 2_048, bottom: 1_024 },
    ]);
    expect(partsOf({ ...image, isCompressed: true }, level, pixel).map((part) => part.rect)).toEqual([
      { left: 0, top: 0, right: 2_048, bottom: 2_048 },
    ]);
  });
});

it('readoutRect contains the pixel, and lies in a single part of each plane', () => {
  fc.assert(
    fc.property(header, side, side, (image, x, y) => {
      const [{ width, height }] = image.levels;
      fc.pre(x < width && y < height);
      const around = readoutRect(image, x, y);
      expect(intersectRects(around, { left: x, top: y, right: x + 1, bottom: y + 1 })).toBeDefined();
      expect(partsOf(image, image.levels[0], around)).toHaveLength(image.isPlanar ? image.samples : 1);
    }),
  );
});

describe('joinSpans', () => {
  const spans: fc.Arbitrary<readonly ByteSpan[]> = fc.array(
    fc.record({ start: fc.nat(500), length: fc.integer({ min: 1, max: 80 }) }).map(({ start, length }) => ({
      ...{ start, end: start + length },
    })),
  );

  it('contains each span whole, joins only within the limits, and returns no more spans than before', () => {
    fc.assert(
      fc.property(spans, fc.nat(50), fc.nat(200), (given, maxGap, maxBytes) => {
        const joined = joinSpans(given, maxGap, maxBytes);
        expect(joined.length).toBeLessThanOrEqual(given.length);
        for (const { start, end } of given) {
          expect(joined.some((span) => span.start <= start && span.end >= end)).toBe(true);
        }
        for (const span of joined) {
          const isGiven = given.some(({ start, end }) => start === span.start && end === span.end);
          expect(isGiven || span.end - span.start <= maxBytes).toBe(true);
        }
      }),
    );
  });

  it('joins neighbours and small gaps, and keeps the others apart', () => {
    const spans = [
      { start: 40, end: 50 },
      { start: 0, end: 10 },
      { start: 10, end: 20 },
      { start: 23, end: 30 },
    ];
    expect(joinSpans(spans, 5, 100)).toEqual([
      { start: 0, end: 30 },
      { start: 40, end: 50 },
    ]);
  });
});

describe('chooseLevel', () => {
  const levelOf = (width: number) => ({ ...{ width, height: width, blockWidth: 1, blockHeight: 1, isTiled: true } });
  const levels = [levelOf(1_000), levelOf(250), levelOf(500)] as const;

  it.each([
    [1, 0],
    [0.51, 0],
    [0.5, 2],
    [0.3, 2],
    [0.25, 1],
    [0.01, 1],
    [4, 0],
  ])('chooses the coarsest level with %d pixels per pixel of the full resolution', (share, level) => {
    expect(chooseLevel({ levels }, share)).toBe(level);
  });
});
