import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { readImageCheck } from '@data-manager/domain/pictures/check/imageProblem';
import { layoutTiff, type LayoutPage } from '../../support/layoutTiff';
import { runReader } from '../../support/runReader';
import { bigTiff, plainTiff } from '../../support/tiffs';

function checkAll(bytes: Uint8Array) {
  return runReader(readImageCheck(bytes.length), bytes);
}

function check(bytes: Uint8Array) {
  return checkAll(bytes).problem;
}

const IMAGES = path.join(__dirname, '../../support/images');

function imagesIn(folder: string): readonly (readonly [name: string, problem: ReturnType<typeof check>])[] {
  const names = fs.readdirSync(path.join(IMAGES, folder)).sort();
  return names.map((name) => [
    name.replace(/\W.*|_S\d.*/, ''),
    check(fs.readFileSync(path.join(IMAGES, folder, name))),
  ]);
}

const bits = fc.constantFrom(1, 4, 8, 12, 16, 24, 32, 64);
const strips = fc.record({ rowsPerStrip: fc.integer({ min: 1, max: 9 }) });
const tiles = fc.record({ tile: fc.record({ width: fc.constantFrom(8, 16), height: fc.constantFrom(8, 16) }) });
const page: fc.Arbitrary<LayoutPage> = fc
  .tuple(
    fc.record({
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 20 }),
      bits: fc.array(bits, { minLength: 1, maxLength: 4 }),
      isSeparate: fc.boolean(),
    }),
    fc.oneof(fc.constant({}), strips, tiles),
  )
  .map(([picture, arrangement]) => ({ ...picture, ...arrangement }));
const options = fc.record({ isBigEndian: fc.boolean(), isBig: fc.boolean(), isDirectoryFirst: fc.boolean() });

it('reports any layout of strips and tiles as complete, and as truncated if it is cut anywhere inside its pixels', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 3 }), options, fc.double(), (pages, how, place) => {
      const { file, pixelsAt, pixelsEnd } = layoutTiff(pages, how);
      expect(check(file)).toBeUndefined();
      expect(check(Buffer.concat([file, Buffer.alloc(10)]))).toBeUndefined();
      const share = Number.isFinite(place) ? Math.abs(place) % 1 : 1;
      const cut = pixelsAt + Math.floor(share * (pixelsEnd - pixelsAt - 1));
      expect(check(file.subarray(0, cut))).toBe('truncated');
      expect(check(file.subarray(0, pixelsEnd - 1))).toBe('truncated');
    }),
  );
});

it('reports a picture as truncated if any of its strips or tiles is not listed, or is too short between others', () => {
  fc.assert(
    fc.property(page, options, fc.nat(), (given, how, chosen) => {
      const drop: LayoutPage['change'] = (lists) => {
        lists.offsets.pop();
        lists.lengths?.pop();
      };
      const shorten: LayoutPage['change'] = ({ offsets, lengths = [] }) => {
        const index = chosen % offsets.length;
        lengths[index] = Math.max(1, (lengths[index] ?? 0) - 1);
      };
      const lacksStrip = layoutTiff([{ ...given, change: drop }], how);
      expect(check(lacksStrip.file)).toBe('truncated');
      const whole = layoutTiff([given], how);
      const shortened = layoutTiff([{ ...given, change: shorten }], how);
      const isStrip = given.tile === undefined && countChunks(given) === 1;
      const isSingle = whole.file.equals(shortened.file) || isStrip;
      // Readers ignore a wrong length if there is only one strip.
      expect(check(shortened.file)).toBe(isSingle ? undefined : 'truncated');
    }),
  );
});

/** Returns the number of strips or tiles of a picture. */
function countChunks(given: LayoutPage): number {
  let count = 0;
  layoutTiff([{ ...given, change: ({ offsets }) => (count = offsets.length) }]);
  return count;
}

const GREY = { width: 16, height: 16, bits: [16] } as const;
const STACK = { ...GREY, description: 'ImageJ=1.53t\nimages=5\nslices=5\n' } as const;

it.each<[description: string, pages: readonly LayoutPage[]]>([
  ['a compressed strip', [{ ...GREY, compressed: [40] }]],
  [
    'compressed tiles, some of which are sparse',
    [{ ...GREY, tile: { width: 8, height: 8 }, compressed: [9, 0, 0, 3] }],
  ],
  ["a plane of ImageJ's stack", [{ ...STACK, furtherPlanes: 4 }]],
  ["a plane of MetaMorph's stack", [{ ...GREY, statedPlanes: 3, furtherPlanes: 2 }]],
  ['the last page', [GREY, { ...GREY, compressed: [50] }]],
])('reports every file that lacks the end of %s as truncated', (_, pages) => {
  const { file, pixelsAt, pixelsEnd } = layoutTiff(pages);
  for (let length = pixelsAt; length < pixelsEnd; length += 1) {
    // A copy of the first plane ends here, too.
    if (pages[0]?.description !== undefined && length === pixelsAt + 512) continue;
    expect([length, check(file.subarray(0, length))]).toEqual([length, 'truncated']);
  }
  expect(check(file)).toBeUndefined();
});

it('reports a lower resolution in a subdirectory as truncated, which no directory of the chain lists', () => {
  const pages = [
    { ...GREY, subdirectories: [1] },
    { ...GREY, width: 8, height: 8 },
  ];
  const { file, pixelsEnd } = layoutTiff(pages, { chained: 1 });
  expect(check(file)).toBeUndefined();
  expect(check(file.subarray(0, pixelsEnd - 1))).toBe('truncated');
});

it('reports a strip as truncated if other parts of the file follow before its end', () => {
  const change: LayoutPage['change'] = (lists) => (lists.lengths = [100]);
  const { file } = layoutTiff([{ ...GREY, change }], { isDirectoryFirst: false });
  expect(check(file)).toBeUndefined();
  const short = Buffer.concat([file.subarray(0, 108), file.subarray(520)]);
  short.writeUInt32LE(108, 4);
  expect(check(short)).toBe('truncated');
});

it('reports a picture as complete whose old writer omitted the lengths of its strips', () => {
  const change: LayoutPage['change'] = (lists) => (lists.lengths = undefined);
  const { file, pixelsEnd } = layoutTiff([{ ...GREY, rowsPerStrip: 4, change }]);
  expect(check(file)).toBeUndefined();
  expect(check(file.subarray(0, pixelsEnd - 1))).toBe('truncated');
});

it('reports a picture as truncated of which nothing has been written', () => {
  const change: LayoutPage['change'] = ({ offsets, lengths }) => {
    offsets.fill(0);
    lengths?.fill(0);
  };
  expect(check(layoutTiff([{ ...GREY, rowsPerStrip: 4, change }]).file)).toBe('truncated');
});

it('reports a directory without a size as damaged', () => {
  expect(check(layoutTiff([{ ...GREY, width: 0 }]).file)).toBe('damaged');
});

it('reports every valid file with an unusual layout as complete', () => {
  for (const folder of ['pixels', 'channels']) {
    expect(imagesIn(folder).filter(([, problem]) => problem !== undefined)).toEqual([]);
  }
  expect(imagesIn('pixels')).toHaveLength(56);
});

it('names what of a complete file can not be previewed', () => {
  const folder = path.join(IMAGES, 'pixels');
  const checks = fs
    .readdirSync(folder)
    .map((name) => [name, checkAll(fs.readFileSync(path.join(folder, name)))] as const);
  expect(checks.filter(([, { unshown }]) => unshown !== undefined)).toEqual([
    ['lzma.tif', { unshown: 'LZMA compression' }],
  ]);
  expect(checkAll(layoutTiff([{ ...GREY, bits: [48] }]).file)).toEqual({ unshown: 'integers of 48 bits' });
});

it('finds every incomplete file whose headers show it', () => {
  expect(imagesIn('broken')).toEqual([
    ['allzero', 'not-tiff'],
    // Its headers agree with the compressed stream that ends early.
    ['deflatecut', undefined],
    ['fewstrips', 'truncated'],
    ['html', 'not-tiff'],
    ['imagejcut', 'truncated'],
    ['shortstrip', 'truncated'],
  ]);
});

it.each([
  ['a strip', plainTiff({ width: 6, height: 2, values: Array<number>(12).fill(3), bits: 16 })],
  [
    'a big-endian strip',
    plainTiff({ width: 6, height: 2, values: Array<number>(12).fill(3), bits: 16, isBigEndian: true }),
  ],
  ['a tile', plainTiff({ width: 4, height: 4, values: Array<number>(16).fill(1), bits: 8, tileSide: 16 })],
  ['a BigTIFF with two planes', bigTiff(4, 2, [Array<number>(8).fill(1), Array<number>(8).fill(2)])],
])('reports no strict prefix of %s as complete if its directory comes last', (_name, whole) => {
  const bytes = new Uint8Array(whole);
  for (let length = 0; length < bytes.length; length += 1) {
    expect([length, check(bytes.subarray(0, length))]).not.toEqual([length, undefined]);
  }
  expect(check(bytes)).toBeUndefined();
});

it('reports a TIFF as truncated if its header has no directory yet', () => {
  const bytes = new Uint8Array(plainTiff({ width: 2, height: 2, values: [1, 2, 3, 4], bits: 8 }));
  new DataView(bytes.buffer).setUint32(4, 0);
  expect(check(bytes)).toBe('truncated');
});

it('reads each directory once, and each of its tags, because crafted files could take seconds', () => {
  const repeated = Array.from({ length: 60 }, () => [273, 4, 1, 8] as const);
  const entries = [[256, 4, 1, 1] as const, [257, 4, 1, 1] as const, ...repeated, [279, 4, 1, 1] as const];
  const bytes = new Uint8Array(8_192);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  view.setUint16(8, entries.length, true);
  entries.forEach(([tag, type, count, value], index) => {
    view.setUint16(10 + index * 12, tag, true);
    view.setUint16(12 + index * 12, type, true);
    view.setUint32(14 + index * 12, count, true);
    view.setUint32(18 + index * 12, value, true);
  });
  // The directory is its own successor.
  view.setUint32(10 + entries.length * 12, 8, true);
  const reads = jest.spyOn(DataView.prototype, 'getUint32');
  expect(check(bytes)).toBeUndefined();
  expect(reads.mock.calls.length).toBeLessThan(60);
});
