import sharp from 'sharp';
import { decodeTiff } from '../../../src/platform/pictures/decodeTiff';
import { TiffEditor } from '../../support/editTiff';
import { ODD_IMAGES, readOddImage } from '../../support/oddImages';
import { bigTiff, plainTiff } from '../../support/tiffs';

/** Shown with other values: few bits as bright as 8, and white as zero. */
const NOT_UNCHANGED = ['bits1', 'bits4', 'miniswhite8', 'miniswhite16', 'palette'];
const TWO = { width: 2, height: 1 };

async function planesOf(file: ArrayBuffer): Promise<readonly (readonly number[])[] | undefined> {
  return (await decodeTiff(file))?.planes.map((plane) => [...plane]);
}

describe('decodeTiff', () => {
  it.each([
    ['8 bits', { bits: 8, values: [0, 255] }],
    ['16 bits', { bits: 16, values: [1, 65_535] }],
    ['16 bits, big-endian', { bits: 16, values: [258, 65_534], isBigEndian: true }],
    ['signed 8 bits, big-endian', { bits: 8, format: 'signed', values: [-128, 127], isBigEndian: true }],
    ['signed 16 bits', { bits: 16, format: 'signed', values: [-32_768, 32_767] }],
    ['32 bits', { bits: 32, values: [0, 70_000] }],
    ['floats', { bits: 32, format: 'float', values: [-0.5, 0.25] }],
    ['floats, big-endian', { bits: 32, format: 'float', values: [-1024, 0.125], isBigEndian: true }],
  ] as const)('reads the values of %s', async (_, tiff) => {
    expect(await planesOf(plainTiff({ ...TWO, ...tiff }))).toEqual([tiff.values]);
  });

  it('keeps samples of 8 and 16 bits unchanged', async () => {
    const [eight, sixteen] = [{ bits: 8, values: [1, 2] } as const, { bits: 16, values: [1, 2] } as const];
    expect((await decodeTiff(plainTiff({ ...TWO, ...eight })))?.planes[0]?.constructor.name).toBe('Uint8Array');
    expect((await decodeTiff(plainTiff({ ...TWO, ...sixteen })))?.planes[0]?.constructor.name).toBe('Uint16Array');
  });

  it('inverts samples whose zero is white', async () => {
    expect(await planesOf(plainTiff({ ...TWO, bits: 8, values: [0, 200], photometric: 0 }))).toEqual([[255, 55]]);
    expect(await planesOf(plainTiff({ ...TWO, bits: 16, values: [0, 200], photometric: 0 }))).toEqual([
      [65_535, 65_335],
    ]);
  });

  it('returns one plane for each colour', async () => {
    const values = [10, 20, 30, 40, 50, 60];
    const file = plainTiff({ ...TWO, bits: 16, values, photometric: 2, samples: 3 });
    expect(await planesOf(file)).toEqual([
      [10, 40],
      [20, 50],
      [30, 60],
    ]);
  });

  it('returns the first of several samples that are not colours', async () => {
    const file = plainTiff({ ...TWO, bits: 8, values: [1, 2, 3, 4], samples: 2 });
    expect(await planesOf(file)).toEqual([[1, 3]]);
  });

  it('returns black for a file without tiles', async () => {
    const file = plainTiff({ ...TWO, bits: 32, format: 'float', values: [Number.NaN, Number.NaN] });
    expect(await planesOf(file)).toEqual([[0, 0]]);
  });

  it.each(['deflate', 'lzw', 'packbits', 'none'] as const)(
    'reads the compression %s, in strips and in tiles',
    async (compression) => {
      const values = new Uint16Array(40 * 30).map((_, index) => (index * 7) % 60_000);
      for (const tile of [true, false]) {
        const drawn = sharp(values, { raw: { width: 40, height: 30, channels: 1 } }).toColourspace('grey16');
        for (const predictor of ['none', 'horizontal'] as const) {
          const file = await drawn.tiff({ compression, predictor, tile, tileWidth: 16, tileHeight: 16 }).toBuffer();
          expect(await planesOf(new Uint8Array(file).buffer)).toEqual([[...values]]);
        }
      }
    },
  );

  it('reads a deflated BigTIFF', async () => {
    expect(await planesOf(bigTiff(2, 1, [[7, 200]]))).toEqual([[7, 200]]);
  });

  it('returns the first of several planes', async () => {
    expect(
      await planesOf(
        bigTiff(2, 1, [
          [1, 2],
          [3, 4],
        ]),
      ),
    ).toEqual([[1, 2]]);
  });

  it('skips empty planes at the start of a stack', async () => {
    const empty = [0, 0];
    expect(await planesOf(bigTiff(2, 1, [empty, empty, [0, 9], empty]))).toEqual([[0, 9]]);
    const many = Array.from({ length: 200 }, (_, index) => (index < 50 || index > 150 ? empty : [0, index]));
    expect((await planesOf(bigTiff(2, 1, many)))?.[0]?.[1]).toBeGreaterThanOrEqual(50);
  });

  it('returns an empty plane if all planes are empty', async () => {
    expect(
      await planesOf(
        bigTiff(2, 1, [
          [5, 5],
          [0, 0],
        ]),
      ),
    ).toEqual([[5, 5]]);
  });

  it('terminates for empty planes whose directories form a cycle', async () => {
    const planes = [
      [5, 5],
      [0, 0],
    ];
    const editor = new TiffEditor(new Uint8Array(bigTiff(2, 1, planes)));
    const [first, second] = editor.pages();
    editor.link(second!, first!.start);
    expect(await planesOf(Uint8Array.from(editor.file).buffer)).toEqual([[5, 5]]);
  });

  it('does not decode an image of an absurd size', async () => {
    const claimed = { 256: 100_000, 257: 100_000 };
    expect(await decodeTiff(plainTiff({ ...TWO, bits: 8, values: [1, 2], claimed }))).toBeUndefined();
  });

  it('reads an image of one tile unless the tile is absurdly large', async () => {
    const tiled = { ...TWO, bits: 8, values: [7, 9], tileSide: 16 } as const;
    expect(await planesOf(plainTiff(tiled))).toEqual([[7, 9]]);
    expect(await planesOf(plainTiff({ ...tiled, claimed: { 322: 32_768, 323: 16_384 } }))).toBeUndefined();
  });

  it('throws for a damaged file', async () => {
    const file = plainTiff({ ...TWO, bits: 16, values: [1, 2] });
    await expect(decodeTiff(file.slice(0, 20))).rejects.toThrow();
    await expect(
      decodeTiff(plainTiff({ ...TWO, bits: 16, values: [1, 2], claimed: { 257: 900, 278: 900 } })),
    ).rejects.toThrow();
    await expect(decodeTiff(new TextEncoder().encode('no image at all').buffer)).rejects.toThrow();
  });

  const grey = ODD_IMAGES.filter(
    ({ name, pages: [page], orientation }) =>
      page?.samples.length === 1 && page.width === 16 && orientation === 1 && !NOT_UNCHANGED.includes(name),
  );

  it.each(grey)('returns the values of $name on every page', async ({ name, pages, tolerance }) => {
    for (const [index, { samples, width }] of pages.entries()) {
      const picture = await decodeTiff(new Uint8Array(readOddImage(name)).buffer, index + 1);
      const values = [...(picture?.planes[0] ?? [])];
      const wrong = values.flatMap((value, i) => {
        const expected = Math.fround(samples[0]?.(i, i % width, Math.floor(i / width)) ?? 0);
        const isSame = Math.abs(Math.fround(value) - expected) <= tolerance || !Number.isFinite(expected);
        return isSame ? [] : [{ page: index + 1, i, value, expected }];
      });
      expect(values).toHaveLength(256);
      expect(wrong.slice(0, 3)).toEqual([]);
    }
  });

  it('turns an image that is to be shown on its side', async () => {
    const picture = await decodeTiff(new Uint8Array(readOddImage('orient6rect')).buffer);
    expect([picture?.width, picture?.height]).toEqual([8, 16]);
    // The first row of the file is the right column.
    expect([picture?.planes[0]?.[7], picture?.planes[0]?.[0]]).toEqual([100, 100 + 10 * 7 * 16]);
  });

  describe('of a file with several pages', () => {
    const PAGES = Array.from({ length: 5 }, (_, page) => [page, page === 0 ? 0 : page + 1]);
    const file = bigTiff(2, 1, PAGES);

    it('returns the requested page, and how many there are', async () => {
      const picture = await decodeTiff(file, 3);
      expect([...(picture?.planes[0] ?? [])]).toEqual([2, 3]);
      expect(picture?.origin).toEqual({ pages: 5, page: 3 });
    });

    it('returns the last page if the file has fewer', async () => {
      expect((await decodeTiff(file, 99))?.origin).toEqual({ pages: 5, page: 5 });
    });

    it('returns the first page that is not empty if none is requested', async () => {
      expect((await decodeTiff(file))?.origin).toEqual({ pages: 5, page: 2 });
    });

    it('decodes the first page once if it is not empty', async () => {
      const read = jest.spyOn(file, 'slice');
      await decodeTiff(file, 2);
      const reads = read.mock.calls.length;
      const reversed = bigTiff(2, 1, [...PAGES].reverse());
      const readReversed = jest.spyOn(reversed, 'slice');
      await decodeTiff(reversed);
      expect(readReversed).toHaveBeenCalledTimes(reads);
    });

    it('returns no page count for a single page', async () => {
      expect((await decodeTiff(plainTiff({ ...TWO, bits: 8, values: [1, 2] })))?.origin).toBeUndefined();
    });
  });
});
