import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import type { StoredObject } from '../../server/src/database/files/storedObject';
import { buildTiles } from '../../server/src/images/buildTiles';
import { arrangeSlices, describeSkipped } from '../../server/src/pipelines/arrangeSlices';
import { temporaryFolder } from '../support/temporaryFolder';
import { bigTiff, encodeTiff, plainTiff } from '../support/tiffs';

function stored(key: string): StoredObject {
  return { key, blob: key, size: 1, lastModified: '2030-01-02T03:04:05.000Z' };
}

function nameOf(section: number, layer: number, channel: number): string {
  const digits = (value: number, count: number): string => String(value).padStart(count, '0');
  return `a/p/D/D_S${digits(section, 6)}_L${digits(layer, 2)}_ch${digits(channel, 2)}.tif`;
}

describe('the files of a dataset', () => {
  const place = fc.tuple(fc.nat(999_999), fc.nat(99), fc.nat(99));
  const bySection = (one: number[], other: number[]): number => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
  };

  it('arranges files by section, layer and channel in any input order', () => {
    const places = fc.uniqueArray(place, { selector: String, maxLength: 40 });
    fc.assert(
      fc.property(places, (all) => {
        const { slices, skipped } = arrangeSlices(
          'a/p/D',
          all.map((numbers) => stored(nameOf(...numbers))),
        );
        const shown = slices.flatMap(({ section, layer, images }) =>
          images.map(({ channel }) => [section, layer, channel]),
        );
        expect(shown).toEqual([...all].sort(bySection));
        expect(skipped).toEqual([]);
      }),
    );
  });

  it('skips and counts files whose name has no section, or is a duplicate', () => {
    const keys = [
      'notes.txt',
      'D_S1_L01_ch01.tif',
      'D_S000001_L01_ch01',
      'D_S000001_L01_ch01.tif',
      'D_S000001_L01_ch01.png',
      '2/D_S000001_L01_ch01.TIFF',
    ];
    const { slices, skipped } = arrangeSlices('a/p/D', [
      ...keys.map((name) => stored(`a/p/D/${name}`)),
      stored('a/p/D/empty/'),
    ]);
    expect(slices).toHaveLength(1);
    expect(slices[0]?.images.map(({ object }) => object.key)).toEqual(['a/p/D/D_S000001_L01_ch01.tif']);
    expect(skipped.map(({ reason }) => reason)).toEqual(['name', 'name', 'name', 'name', 'duplicate']);
  });

  it('includes the readable image of a section, not the unreadable one before it', () => {
    const keys = ['a/p/D/1/D_S000001_L01_ch01.tif', 'a/p/D/2/D_S000001_L01_ch01.tif', 'a/p/D/3/D_S000001_L01_ch01.tif'];
    const { slices, skipped } = arrangeSlices('a/p/D', keys.map(stored), new Map([[keys[0] ?? '', 'truncated']]));
    expect(slices[0]?.images.map(({ object }) => object.key)).toEqual([keys[1]]);
    expect(skipped).toEqual([
      { path: '1/D_S000001_L01_ch01.tif', reason: 'truncated' },
      { path: '3/D_S000001_L01_ch01.tif', reason: 'duplicate' },
    ]);
  });

  it('includes the chosen image of a section instead of the first, unless it is unreadable', () => {
    const keys = ['a/p/D/1/D_S000001_L01_ch01.tif', 'a/p/D/2/D_S000001_L01_ch01.tif'];
    const chosen = new Set(['2/D_S000001_L01_ch01.tif', 'gone.tif']);
    const used = (problems: ReadonlyMap<string, 'empty'>) =>
      arrangeSlices('a/p/D', keys.map(stored), problems, chosen).slices[0]?.images.map(({ object }) => object.key);
    expect(used(new Map())).toEqual([keys[1]]);
    expect(used(new Map([[keys[1] ?? '', 'empty']]))).toEqual([keys[0]]);
  });

  it('skips the images of other datasets, but not those with a former title, a confirmed prefix or a suffix', () => {
    const names = ['D_S000001', 'D_left_S000002', 'Old_S000003', 'M12_S000004', 'E_S000001', 'D_2_S000005'];
    const { slices, skipped } = arrangeSlices(
      'a/p/D',
      names.map((name) => stored(`a/p/D/${name}_L01_ch01.tif`)),
      new Map(),
      new Set(['E_S000001_L01_ch01.tif']),
      { dataset: 'D', formerTitles: ['Old'], namePrefixes: ['M12'], titles: ['D', 'D_2'] },
    );
    expect(slices.map(({ section }) => section)).toEqual([1, 2, 3, 4]);
    expect(skipped).toEqual([
      { path: 'E_S000001_L01_ch01.tif', reason: 'foreign' },
      { path: 'D_2_S000005_L01_ch01.tif', reason: 'foreign' },
    ]);
  });

  it('names files that were left out with the reason, unreadable ones first', () => {
    expect(describeSkipped([])).toBeUndefined();
    expect(
      describeSkipped([
        { path: 'notes.txt', reason: 'name' },
        { path: 'raw/x.tif', reason: 'empty' },
      ]),
    ).toBe('2 files left out: raw/x.tif (empty), notes.txt (no section and channel in the name).');
    const many = Array.from({ length: 8 }, (_, index) => ({ path: `${index}.tif`, reason: 'truncated' as const }));
    expect(describeSkipped(many)).toMatch(
      /^8 files left out: 0\.tif \(truncated\), .*, 4\.tif \(truncated\), and 3 more\.$/,
    );
  });
});

describe('the tiles of an image', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  async function build(file: Buffer, target = 'tiles') {
    const path = join(folder, 'image');
    await writeFile(path, file);
    return buildTiles(path, join(folder, target));
  }

  /** Returns the values of the first tile of a level. */
  async function valuesOf(level: number): Promise<number[]> {
    const tile = sharp(join(folder, 'tiles', String(level), '0_0.png'));
    const { depth } = await tile.metadata();
    const data = await tile
      .toColourspace(depth === 'ushort' ? 'grey16' : 'b-w')
      .raw({ depth })
      .toBuffer();
    return [...(depth === 'ushort' ? new Uint16Array(new Uint8Array(data).buffer) : data)];
  }

  function grey(value: number): Buffer {
    return encodeTiff({ width: 300, height: 200, pixels: new Uint16Array(300 * 200).fill(value) });
  }

  it('keeps the values of a 16-bit image, and gives it an automatic contrast of its own', async () => {
    const pixels = Uint16Array.from({ length: 250 * 200 }, (_, at) => 100 + (at % 250));
    const tiled = await build(encodeTiff({ width: 250, height: 200, pixels }));
    expect(tiled).toEqual({
      ...{ width: 250, height: 200, format: 'png', offset: 0, scale: 1 },
      ...{ black: 102, white: 349, lowest: 100, highest: 349 },
    });
    expect(await valuesOf(8)).toEqual([...pixels]);
  });

  it('keeps the values of an 8-bit image', async () => {
    const values = Array.from({ length: 30 * 20 }, (_, at) => at % 30);
    expect(await build(Buffer.from(plainTiff({ width: 30, height: 20, bits: 8, values })))).toMatchObject({
      format: 'png',
      scale: 1,
    });
    expect(await valuesOf(5)).toEqual(values);
  });

  it('maps the values of floats to 16 bits, and says how', async () => {
    const values = Array.from({ length: 30 * 20 }, (_, at) => (at % 30) / 29 - 0.5);
    const file = plainTiff({ width: 30, height: 20, bits: 32, format: 'float', values });
    const tiled = await build(Buffer.from(file));
    const [offset = 0, scale = 0] = [tiled?.offset, tiled?.scale];
    const restored = (await valuesOf(5)).map((value) => offset + scale * value);
    for (const [at, value] of values.entries()) expect(restored[at]).toBeCloseTo(value, 4);
    expect(tiled?.black).toBeCloseTo(-0.5, 1);
  });

  it('keeps the colors of an 8-bit color image', async () => {
    await build(
      await sharp({ create: { width: 30, height: 20, channels: 3, background: '#ff8000' } })
        .png()
        .toBuffer(),
    );
    const { channels } = await sharp(join(folder, 'tiles', '0', '0_0.jpeg')).stats();
    const [red = 0, green = 0, blue = 255] = channels.map(({ mean }) => mean);
    expect([red > 250, Math.abs(green - 128) < 5, blue < 5]).toEqual([true, true, true]);
  });

  it('the tiles of an image of a stack show the same plane as its preview', async () => {
    const plane = (value: number): number[] => Array<number>(30 * 20).fill(value);
    const tissue = plane(0).map((_, at) => (at % 2) * 200);
    await build(Buffer.from(bigTiff(30, 20, [plane(0), tissue])));
    expect(await valuesOf(5)).toEqual(tissue);
  });

  it.each([
    ['text', Buffer.from('text')],
    ['a truncated TIFF', grey(9).subarray(0, 4_000)],
  ])('does not build tiles from %s, and leaves no files behind', async (_what, file) => {
    expect(await build(file)).toBeUndefined();
    expect(await readdir(folder)).toEqual(['image']);
  });

  it('throws an error if tiles can’t be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(build(grey(9), 'file/tiles')).rejects.toThrow();
  });
});
