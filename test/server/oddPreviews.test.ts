import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import sharp from 'sharp';
import { isPreview, renderPreview, type WantedPreview } from '../../server/src/images/renderPreview';
import { decodeTiff } from '../../src/platform/pictures/decodeTiff';
import { layoutTiff } from '../support/layoutTiff';
import { readOddImage } from '../support/oddImages';
import { temporaryFolder } from '../support/temporaryFolder';
import { writeTiff, type WrittenTiff } from '../support/writtenTiff';

const images = join(__dirname, '../support/images/pixels');

async function read(name: string, wanted: Partial<WantedPreview> = {}) {
  return renderPreview(join(images, `${name}.tif`), { kind: 'downsampled', isRaw: true, ...wanted });
}

/** Writes a file, and returns its path. */
async function pathOf(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'image.tif');
  await writeFile(path, bytes);
  return path;
}

/** Reads the values of a raw preview. */
async function valuesOf(name: string, page?: number) {
  const preview = await read(name, { page });
  if (!isPreview(preview)) throw new Error(preview.unreadable);
  const { buffer } = new Uint8Array(preview.image);
  const [values] = await (await (await fromArrayBuffer(buffer)).getImage()).readRasters();
  if (values === undefined) throw new Error('The preview has no samples.');
  return { values, ...preview };
}

describe('a raw preview of an odd image', () => {
  it.each<[name: string, type: string, value: (index: number) => number]>([
    ['be16', 'Uint16Array', (i) => 100 + 10 * i],
    ['zstd', 'Uint16Array', (i) => 100 + 10 * i],
    ['lzwpred', 'Uint16Array', (i) => 100 + 10 * i],
    ['ifdloop', 'Uint16Array', (i) => 100 + 10 * i],
    ['int8neg', 'Int8Array', (i) => i - 128],
    ['int16neg', 'Int16Array', (i) => 8 * i - 1024],
    ['int16allneg', 'Int16Array', (i) => i - 300],
    ['int32neg', 'Int32Array', (i) => 500 * i - 100_000],
    ['uint24', 'Uint32Array', (i) => 70_000 + i],
    ['uint32small', 'Uint32Array', (i) => 300 + i],
    ['uint32big', 'Uint32Array', (i) => 3_000_000_000 + 1_001 * i],
    ['bits12', 'Uint16Array', (i) => (16 * i) % 4_096],
    ['float16', 'Float32Array', (i) => i / 4],
    ['floatneg', 'Float32Array', (i) => Math.fround(-5 + i / 25.5)],
    ['float64', 'Float32Array', (i) => Math.fround(1_000 + i / 10)],
    ['uint64', 'Float32Array', (i) => 5 + i],
    ['floathuge', 'Float32Array', (i) => Math.fround(1e30 * i)],
    ['greya', 'Uint8Array', () => 77],
  ])('has the values and the type of %s', async (name, type, value) => {
    const { values } = await valuesOf(name);
    expect(values.constructor.name).toBe(type);
    const expected = Array.from({ length: 256 }, (_, index) => value(index));
    if (type !== 'Float32Array') expect(Array.from(values)).toEqual(expected);
    else
      for (const [index, one] of values.entries())
        expect(one / (expected[index] || 1)).toBeCloseTo(expected[index] === 0 ? 0 : 1, 5);
  });

  it('keeps NaN and infinity', async () => {
    expect(Array.from((await valuesOf('float01nan')).values.slice(0, 2))).toEqual([NaN, Infinity]);
    expect(new Set((await valuesOf('allnan')).values)).toEqual(new Set([NaN]));
  });

  it.each([
    ['hotpixel', 100, 60_000],
    ['sat12', 100, 4_095],
    ['labels', 0, 1_000],
  ])('a raw preview of %s lies between its lowest and its highest value', async (name, lowest, highest) => {
    const { values } = await valuesOf(name);
    expect(values).toHaveLength(1_024 * 256);
    expect(values.every((value) => value >= lowest && value <= highest)).toBe(true);
  });

  it.each([
    ['two16', [100, 40_000]],
    ['three16grey', [1_000, 5_000, 9_000]],
    ['five16', [0, 1_000, 2_000, 3_000, 4_000]],
    ['stack3', [1_000, 2_000, 3_000]],
    ['imagej5', [1_000, 2_000, 3_000, 4_000, 5_000]],
    ['thumbpage', [0]],
    ['ifdloop', [100]],
  ])('offers each sample and page of %s as a page', async (name, first) => {
    for (const [index, value] of first.entries()) {
      const { values, page, pages } = await valuesOf(name, index + 1);
      expect([values[0], page, pages]).toEqual([value, index + 1, first.length]);
    }
  });
});

describe('a raw preview of a copied plane', () => {
  it.each([
    ['ome-of-stack', 1],
    ['ome-tiffdata-empty', 1],
    ['ome-one-of-two-channels', 1],
    ['slong-size', 7],
  ])('has the values and the only page of %s, whatever its description says', async (name, k) => {
    const { values, pages } = await valuesOf(`../described/${name}`);
    expect(pages).toBe(1);
    const at = (x: number, y: number) => 300 + ((7 * x + 13 * y + 97 * k) % 3_000);
    expect(Array.from(values)).toEqual(Array.from({ length: 64 * 64 }, (_, i) => at(i % 64, Math.floor(i / 64))));
  });

  it('a copied page has one page if its description is that of an ImageJ stack', async () => {
    const page = { width: 16, height: 16, description: 'ImageJ=1.53t\nimages=5\n' };
    for (const bits of [16, 24]) {
      const path = await pathOf(layoutTiff([{ ...page, bits: [bits] }]).file);
      expect(await renderPreview(path, { kind: 'thumbnail', page: 2 })).toMatchObject({ page: 1, pages: 1 });
    }
  });
});

describe('the pages of a TIFF', () => {
  const type = { kind: 'unsigned', bits: 16 } as const;
  const image: WrittenTiff = { width: 40, height: 30, type, valueAt: () => 7 };
  const colours: WrittenTiff = { ...image, width: 20, height: 15, type: { kind: 'unsigned', bits: 8 }, samples: 3 };
  const thumbnail: WrittenTiff = { ...colours, photometric: 2, valueAt: (x) => x };
  const marked: WrittenTiff = { ...image, width: 20, height: 15, subfile: 1 };

  it.each<[string, readonly [WrittenTiff, ...WrittenTiff[]], readonly number[]]>([
    ['a thumbnail in front', [thumbnail, image], [40]],
    ['a marked thumbnail in front', [marked, image], [40]],
    ['a thumbnail behind each image', [image, marked, image, marked], [40, 40]],
    ['a thumbnail behind signed images', [{ ...image, type: { kind: 'signed', bits: 16 } }, thumbnail], [40]],
    ['images of other sizes', [image, { ...image, width: 20, height: 15 }], [40, 20]],
    ['images of which each is marked as a lower resolution', [marked, marked], [20, 20]],
  ])('are the same in a preview and in the readout: %s', async (_, written, widths) => {
    const bytes = Uint8Array.from(writeTiff(...written));
    const path = await pathOf(bytes);
    for (const [index, width] of widths.entries()) {
      const shown = { width, page: index + 1, pages: widths.length };
      expect(await renderPreview(path, { kind: 'thumbnail', page: index + 1 })).toMatchObject(shown);
      expect(await decodeTiff(bytes.buffer, index + 1)).toMatchObject({ width });
    }
    const last = await renderPreview(path, { kind: 'thumbnail', page: widths.length + 1 });
    expect(last).toMatchObject({ page: widths.length });
  });

  it('the pages of a MetaMorph stack are the planes behind its only directory', async () => {
    const page = { width: 16, height: 16, bits: [16], statedPlanes: 3, furtherPlanes: 2 } as const;
    const { file, pixelsAt } = layoutTiff([page]);
    file.fill(9, pixelsAt + 512, pixelsAt + 700);
    const picture = await decodeTiff(Uint8Array.from(file).buffer, 2);
    expect([picture?.origin, picture?.highest]).toEqual([{ pages: 3, page: 2 }, 0x0909]);
    expect(await renderPreview(await pathOf(file), { kind: 'thumbnail' })).toMatchObject({ page: 2, pages: 3 });
  });
});

describe('a preview of an image that is turned to be shown', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is the same for orientation %i whether libvips can read its values or not, and has the size that is shown',
    async (orientation) => {
      const shown = await Promise.all(
        (['unsigned', 'signed'] as const).map(async (kind) => {
          const valueAt = (x: number, y: number): number => 10 * x + y;
          const image = { width: 6, height: 4, orientation, type: { kind, bits: 16 }, valueAt };
          const path = await pathOf(writeTiff(image));
          const preview = await renderPreview(path, { kind: 'downsampled', isRaw: true });
          if (!isPreview(preview)) throw new Error(preview.unreadable);
          const shown = await (await fromArrayBuffer(new Uint8Array(preview.image).buffer)).getImage();
          const [values] = await shown.readRasters();
          return {
            sizes: [shown.getWidth(), shown.getHeight(), preview.width, preview.height],
            values: Array.from(values as ArrayLike<number>),
          };
        }),
      );
      expect(shown[1]).toEqual(shown[0]);
      expect(shown[0]?.sizes).toEqual(orientation < 5 ? [6, 4, 6, 4] : [4, 6, 4, 6]);
    },
  );
});

it.each(['planarrgb', 'palette', 'jpegrgb', 'webp', 'cmyk8'])(
  'a preview of an odd color image shows %s as an opaque PNG in one page',
  async (name) => {
    expect(await read(name)).toMatchObject({ type: 'image/png', width: 16, height: 16, pages: 1 });
  },
);

describe('a raw preview of a color image that a screen does not show unchanged', () => {
  it.each([
    ['rgb16', 'Uint16Array', [1_000, 30_000, 0], [1_010, 29_980, 5]],
    ['rgba16', 'Uint16Array', [2_000, 1_000, 500], [2_000, 1_000, 500]],
    ['rgba0', 'Uint8Array', [200, 100, 50], [200, 100, 50]],
  ])('has the colors of %s in its type, whatever its opacity', async (name, type, first, second) => {
    const preview = await read(name);
    if (!isPreview(preview)) throw new Error(preview.unreadable);
    expect(preview).toMatchObject({ type: 'image/tiff', pages: 1 });
    const { buffer } = new Uint8Array(preview.image);
    const planes = await (await (await fromArrayBuffer(buffer)).getImage()).readRasters({ interleave: false });
    expect(Array.from(planes as Iterable<Uint16Array>, (plane) => plane.constructor.name)).toEqual([type, type, type]);
    expect(Array.from(planes as Iterable<Uint16Array>, (plane) => plane[0])).toEqual(first);
    expect(Array.from(planes as Iterable<Uint16Array>, (plane) => plane[1])).toEqual(second);
  });
});

describe('a preview', () => {
  const [width, height] = [1_500, 40];
  const grey = { width, height, rowsPerStrip: 16 } as const;
  /** Pixels whose means are equal in every part of the preview that shows more than one of them. */
  const checkerboard = (low: number, high: number) => (x: number, y: number) => ((x + y) % 2 === 0 ? low : high);

  it.each<[string, WrittenTiff | string, string]>([
    ['a flat image', 'flat500', 'flat'],
    ['a large black image', { ...grey, type: { kind: 'unsigned', bits: 16 }, valueAt: () => 0 }, 'black'],
    ['a large flat image of floats', { ...grey, type: { kind: 'float', bits: 32 }, valueAt: () => 65_535 }, 'flat'],
    ['an image of NaN', 'allnan', 'flat'],
    ['a ramp', 'be16', 'complete'],
    ['a saturated part', 'sat12', 'complete'],
    ['an image of a single color', 'rgba16', 'flat'],
    ['a large flat image', { ...grey, type: { kind: 'unsigned', bits: 16 }, valueAt: () => 65_535 }, 'saturated'],
    ['a large flat image of 8 bits', { ...grey, type: { kind: 'unsigned', bits: 8 }, valueAt: () => 255 }, 'saturated'],
    [
      'a large image of a single color',
      { ...grey, type: { kind: 'unsigned', bits: 8 }, samples: 3, photometric: 2, valueAt: (_x, _y, s) => 250 - s },
      'flat',
    ],
    ['a large flat image of signed values', { ...grey, type: { kind: 'signed', bits: 16 }, valueAt: () => -3 }, 'flat'],
    [
      'a large image with a single other pixel',
      { ...grey, type: { kind: 'unsigned', bits: 16 }, valueAt: (x, y) => (x === 700 && y === 20 ? 1_001 : 1_000) },
      'complete',
    ],
    [
      'a large image with a single other pixel of signed values',
      { ...grey, type: { kind: 'signed', bits: 16 }, valueAt: (x, y) => (x === 700 && y === 20 ? -1_001 : -1_000) },
      'complete',
    ],
    ['alternating pixels', { ...grey, type: { kind: 'unsigned', bits: 16 }, valueAt: checkerboard(0, 2) }, 'complete'],
  ])('says whether the image is flat, black or saturated: %s', async (_, image, content) => {
    const path = await pathOf(typeof image === 'string' ? readOddImage(image) : writeTiff(image));
    for (const kind of ['thumbnail', 'downsampled'] as const) {
      expect(await renderPreview(path, { kind })).toMatchObject({ content, found: content });
    }
  });
});

describe('a raw preview of a large image', () => {
  it.each([
    ['unsigned', 8, 3, 0.15],
    ['unsigned', 12, 5, 2.5],
    ['unsigned', 16, 1_000, 40],
    ['unsigned', 16, 60_000, 0.1],
    ['unsigned', 24, 70_000, 10_001],
    ['unsigned', 32, 300, 2],
    ['unsigned', 32, 3_000_000_000, 700_001],
    ['unsigned', 32, 3_000_000_000, 1_001],
    ['signed', 8, -120, 0.15],
    ['signed', 16, -30_000, 40],
    ['signed', 32, -2_000_000_000, 2_000_003],
    ['float', 32, -5, 0.01],
    ['float', 32, 1e30, 1e27],
    ['float', 64, 1_000, 0.5],
  ] as const)('keeps sign and range of %s %i bits from %d on', async (kind, bits, first, step) => {
    const width = 1_500;
    const valueAt = (x: number): number => (kind === 'float' ? first + step * x : Math.floor(first + step * x));
    const path = await pathOf(writeTiff({ width, height: 40, type: { kind, bits }, valueAt }));
    const raw = await renderPreview(path, { kind: 'downsampled', isRaw: true });
    if (!isPreview(raw)) throw new Error(raw.unreadable);
    const image = await (await fromArrayBuffer(new Uint8Array(raw.image).buffer)).getImage();
    const [values] = await image.readRasters();
    const row = Array.from(values as ArrayLike<number>).slice(0, image.getWidth());
    const wrong = row.flatMap((value, column) => {
      const expected = first + step * (((column + 0.5) * width) / image.getWidth() - 0.5);
      // A pixel of the image, and the rounding of values.
      const tolerance = step + (kind === 'float' ? 0 : 1) + Math.abs(expected) * 2 ** -23;
      return Math.abs(value - expected) <= tolerance ? [] : [{ column, value, expected }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

it.each([
  ['grey', 1_500, 1_100, 1, 1],
  ['grey', 5_000, 301, 1, 1],
  ['color', 2_500, 1_301, 3, 1],
  ['turned grey', 1_500, 1_100, 1, 6],
  ['turned color', 2_500, 1_301, 3, 8],
])('shows no value outside of the range of a bright %s image of %i × %i pixels', async (_, ...image) => {
  const [width, height, samples, orientation] = image;
  const type = { kind: 'unsigned', bits: 16 } as const;
  const valueAt = (x: number, y: number): number => 60_000 + ((7_919 * x + 104_729 * y) % 101);
  const colors = samples === 3 ? { samples, photometric: 2 } : {};
  const path = await pathOf(writeTiff({ width, height, orientation, type, valueAt, ...colors }));
  const raw = await renderPreview(path, { kind: 'downsampled', isRaw: true });
  if (!isPreview(raw)) throw new Error(raw.unreadable);
  const shown = await (await fromArrayBuffer(new Uint8Array(raw.image).buffer)).getImage();
  const planes = (await shown.readRasters({ interleave: false })) as unknown as readonly Uint16Array[];
  expect(planes).toHaveLength(samples);
  for (const plane of planes) expect(plane.every((value) => value >= 60_000 && value <= 60_100)).toBe(true);
});

it('gives a large flat image the value of the file everywhere, and the brightness of that value', async () => {
  for (const value of [65_535, 40_001, 0]) {
    const type = { kind: 'unsigned', bits: 16 } as const;
    const path = await pathOf(writeTiff({ width: 1_500, height: 40, type, valueAt: () => value }));
    const raw = await renderPreview(path, { kind: 'downsampled', isRaw: true });
    if (!isPreview(raw)) throw new Error(raw.unreadable);
    const { buffer } = new Uint8Array(raw.image);
    const [values] = await (await (await fromArrayBuffer(buffer)).getImage()).readRasters();
    expect(new Set(values)).toEqual(new Set([value]));
    const shown = await renderPreview(path, { kind: 'thumbnail' });
    if (!isPreview(shown)) throw new Error(shown.unreadable);
    const { channels } = await sharp(shown.image).stats();
    expect(channels.map(({ min, max }) => [min, max])[0]).toEqual([Math.round(value / 257), Math.round(value / 257)]);
  }
});

describe('an image without a preview', () => {
  it.each([
    ['lzma', 'LZMA compression can’t be previewed'],
    ['../README', 'Damaged, or not an image'],
  ])('%s has a reason', async (name, reason) => {
    const path = join(images, name === '../README' ? '../README.md' : `${name}.tif`);
    expect(await renderPreview(path, { kind: 'thumbnail' })).toMatchObject({ unreadable: reason });
  });

  it('is one whose last pixels are missing, whatever the type of its values', async () => {
    const path = await pathOf(readOddImage('int16neg').subarray(0, -100));
    expect(await renderPreview(path, { kind: 'thumbnail' })).toMatchObject({
      unreadable: expect.any(String) as string,
    });
  });
});
