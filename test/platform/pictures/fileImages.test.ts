import sharp from 'sharp';
import type { FileWindow, PixelRect } from '@data-manager/domain/pictures/pixels/fileImage';
import type { Result } from '@data-manager/lib/result';
import { OpenFiles } from '../../../src/platform/pictures/fileImageCalls';
import { createOpenFileImage } from '../../../src/platform/pictures/fileImages';
import type { FileImage, FileImageRequest } from '../../../src/platform/pictures/openedPictures';
import { callHere } from '../../../src/platform/workers/workerCalls';
import { serveFile, type ServedFile } from '../../support/servedFile';
import { writeTiff, type WrittenTiff } from '../../support/writtenTiff';

const NEVER = new AbortController().signal;
const MB = 1024 ** 2;

function openServed(file: Uint8Array, served: ServedFile, request: Partial<FileImageRequest> = {}) {
  const open = createOpenFileImage(callHere(new OpenFiles(served.fetch)));
  return open(
    { size: file.length, page: 1, pages: 1, url: () => Promise.resolve('https://storage/file'), ...request },
    NEVER,
  );
}

async function openFile(file: Uint8Array): Promise<{ readonly image: FileImage; readonly served: ServedFile }> {
  const served = serveFile(file);
  const opened = await openServed(file, served);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return { image: opened.value, served };
}

function wholeOf({ header }: FileImage, level = 0): PixelRect {
  const { width: right = 0, height: bottom = 0 } = header.levels[level] ?? {};
  return { left: 0, top: 0, right, bottom };
}

function valuesOf(window: Result<FileWindow, unknown>): readonly (readonly (number | bigint)[])[] {
  if (!window.ok) throw new Error(JSON.stringify(window.failure));
  return window.value.planes.map((plane) => [...plane]);
}

/** Returns what a window must contain. */
function expectedOf({ samples = 1, valueAt }: WrittenTiff, { left, top, right, bottom }: PixelRect) {
  return Array.from({ length: samples }, (_, sample) =>
    Array.from({ length: (right - left) * (bottom - top) }, (_value, index) =>
      valueAt(left + (index % (right - left)), top + Math.floor(index / (right - left)), sample),
    ),
  );
}

const SIZE = { width: 45, height: 37 };
const WINDOW: PixelRect = { left: 13, top: 5, right: 41, bottom: 35 };
const LAYOUTS: readonly (readonly [string, Partial<WrittenTiff>])[] = [
  ['one strip', {}],
  ['strips', { rowsPerStrip: 8 }],
  ['deflated strips', { rowsPerStrip: 8, compression: 'deflate' }],
  ['tiles', { tileSide: 16 }],
  ['deflated tiles, big-endian', { tileSide: 16, compression: 'deflate', isBigEndian: true }],
  ['big-endian tiles of a BigTIFF', { tileSide: 16, isBigEndian: true, isBig: true }],
];
const TYPES: readonly (readonly [string, Pick<WrittenTiff, 'type' | 'valueAt'>])[] = [
  ['unsigned 8-bit', { type: { kind: 'unsigned', bits: 8 }, valueAt: (x, y) => (3 * x + 5 * y) % 256 }],
  ['signed 8-bit', { type: { kind: 'signed', bits: 8 }, valueAt: (x, y) => ((x * y) % 256) - 128 }],
  ['unsigned 16-bit', { type: { kind: 'unsigned', bits: 16 }, valueAt: (x, y) => 60_000 - 700 * x + y }],
  ['signed 16-bit', { type: { kind: 'signed', bits: 16 }, valueAt: (x, y) => -1_024 + 40 * x - 3 * y }],
  ['unsigned 32-bit', { type: { kind: 'unsigned', bits: 32 }, valueAt: (x, y) => 3_000_000_000 + 1_001 * x + y }],
  ['signed 32-bit', { type: { kind: 'signed', bits: 32 }, valueAt: (x, y) => -100_000 + 500 * x + y }],
  ['unsigned 64-bit', { type: { kind: 'unsigned', bits: 64 }, valueAt: (x, y) => 2n ** 63n + BigInt(x + 100 * y) }],
  ['signed 64-bit', { type: { kind: 'signed', bits: 64 }, valueAt: (x, y) => -(2n ** 60n) + BigInt(x * y) }],
  ['half-float', { type: { kind: 'float', bits: 16 }, valueAt: (x, y) => x / 4 - y }],
  [
    'float',
    { type: { kind: 'float', bits: 32 }, valueAt: (x, y) => (x === 20 ? Number.NaN : y === 9 ? Infinity : -x / 8) },
  ],
  ['double', { type: { kind: 'float', bits: 64 }, valueAt: (x, y) => 1_000 + x / 10 + y }],
  ['1-bit', { type: { kind: 'unsigned', bits: 1 }, valueAt: (x, y) => (x + y) % 2 }],
  ['12-bit', { type: { kind: 'unsigned', bits: 12 }, valueAt: (x, y) => (90 * x + y) % 4_096 }],
  ['24-bit', { type: { kind: 'unsigned', bits: 24 }, valueAt: (x, y) => 70_000 + 257 * x + y }],
];

describe.each(LAYOUTS)('reading the pixels of a file with %s', (_, layout) => {
  it.each(TYPES)('returns every %s value of a window', async (_name, values) => {
    const tiff = { ...SIZE, ...layout, ...values };
    const { image } = await openFile(writeTiff(tiff));
    expect(valuesOf(await image.readWindow(0, WINDOW, MB, NEVER))).toEqual(expectedOf(tiff, WINDOW));
    expect(valuesOf(await image.readWindow(0, wholeOf(image), MB, NEVER))).toEqual(expectedOf(tiff, wholeOf(image)));
  });

  it.each([3, 5])('returns all of %i samples, interleaved or not', async (samples) => {
    for (const isPlanar of [false, true]) {
      const type = { kind: 'unsigned', bits: 16 } as const;
      const tiff: WrittenTiff = {
        ...{ ...SIZE, ...layout, type, samples, isPlanar },
        valueAt: (x, y, sample) => 1_000 * sample + 10 * x + y,
      };
      const { image } = await openFile(writeTiff(tiff));
      expect(valuesOf(await image.readWindow(0, WINDOW, MB, NEVER))).toEqual(expectedOf(tiff, WINDOW));
    }
  });
});

it.each([8, 16, 32])('undoes the differences of neighbours of %i bits in both byte orders', async (bits) => {
  for (const isBigEndian of [false, true]) {
    for (const samples of [1, 3]) {
      const tiff: WrittenTiff = {
        ...{ ...SIZE, type: { kind: 'unsigned', bits }, samples, isBigEndian, compression: 'deflate', predictor: 2 },
        ...{ rowsPerStrip: 8, valueAt: (x, y, sample) => (11 * x + 7 * y + 50 * sample) % 256 },
      };
      const { image } = await openFile(writeTiff(tiff));
      expect(valuesOf(await image.readWindow(0, WINDOW, MB, NEVER))).toEqual(expectedOf(tiff, WINDOW));
    }
  }
});

describe('reading the pixels of a file that libtiff wrote', () => {
  const [width, height] = [150, 100];
  const pixels = new Uint16Array(width * height).map((_, index) => (index * 37) % 65_536);
  const drawn = () => sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('grey16');
  const rect = { left: 50, top: 25, right: 145, bottom: 90 };
  const expected = [...pixels].filter((_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
  });

  it.each(['none', 'lzw', 'deflate', 'packbits'] as const)(
    'returns every pixel with the compression %s, in strips and tiles, with and without a predictor',
    async (compression) => {
      for (const tile of [true, false]) {
        for (const predictor of ['none', 'horizontal'] as const) {
          for (const bigtiff of [true, false]) {
            const tiff = { compression, predictor, tile, tileWidth: 64, tileHeight: 64, bigtiff };
            const { image } = await openFile(await drawn().tiff(tiff).toBuffer());
            expect(valuesOf(await image.readWindow(0, rect, MB, NEVER))).toEqual([expected]);
          }
        }
      }
    },
  );
});

it('decompresses Zstandard without fetching code, which the content security policy forbids', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const type = { kind: 'unsigned', bits: 16 } as const;
  const tiff: WrittenTiff = { ...SIZE, type, compression: 'zstd', rowsPerStrip: 8, valueAt: (x, y) => 900 * x + y };
  const { image } = await openFile(writeTiff(tiff));
  expect(valuesOf(await image.readWindow(0, WINDOW, MB, NEVER))).toEqual(expectedOf(tiff, WINDOW));
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

it.each([false, true])(
  'offers the lower resolutions that are subdirectories, and reads them (BigTIFF: %s)',
  async (isBig) => {
    const levelOf = (width: number, height: number, valueAt: WrittenTiff['valueAt']): WrittenTiff => ({
      ...{ width, height, valueAt, type: { kind: 'unsigned', bits: 16 }, tileSide: 16, compression: 'deflate' },
    });
    const half = levelOf(32, 24, (x, y) => 500 + 100 * x + y);
    const label = levelOf(20, 30, () => 0);
    const quarter = levelOf(16, 12, (x, y) => 7 * x + y);
    const full = { ...levelOf(64, 48, (x, y) => 100 * x + y), reduced: [half, label, quarter], isBig };
    const { image } = await openFile(writeTiff(full));
    expect(image.header.levels.map((level) => [level.width, level.height])).toEqual([
      [64, 48],
      [32, 24],
      [16, 12],
    ]);
    for (const [level, tiff] of [full, half, quarter].entries()) {
      const window = await image.readWindow(level, wholeOf(image, level), MB, NEVER);
      expect(valuesOf(window)).toEqual(expectedOf(tiff, wholeOf(image, level)));
    }
  },
);

it('reads a page of a file with several pages', async () => {
  const pageOf = (value: number): WrittenTiff => ({
    ...{ ...SIZE, type: { kind: 'unsigned', bits: 16 }, valueAt: (x) => value + x },
  });
  const file = writeTiff(pageOf(1_000), pageOf(2_000), pageOf(3_000));
  const opened = await openServed(file, serveFile(file), { page: 2, pages: 3 });
  expect(opened.ok && valuesOf(await opened.value.readWindow(0, WINDOW, MB, NEVER))).toEqual(
    expectedOf(pageOf(2_000), WINDOW),
  );
});

describe('a page of a file with several samples', () => {
  const type = { kind: 'unsigned', bits: 8 } as const;
  const pageOf = (value: number): WrittenTiff => ({
    ...SIZE,
    type,
    samples: 3,
    valueAt: (_x, _y, sample) => value + sample,
  });
  const file = writeTiff(pageOf(10), pageOf(20));
  const open = async (page: number, pages: number) => {
    const opened = await openServed(file, serveFile(file), { page, pages });
    if (!opened.ok) throw new Error(opened.failure.kind);
    const window = await opened.value.readWindow(0, { left: 0, top: 0, right: 1, bottom: 1 }, MB, NEVER);
    return { shown: opened.value.header.shown, values: valuesOf(window).flat() };
  };

  it('is a sample of an image if the server counts samples', async () => {
    expect(await open(2, 6)).toEqual({ shown: [1], values: [10, 11, 12] });
    expect(await open(6, 6)).toEqual({ shown: [2], values: [20, 21, 22] });
  });

  it('is an image if the server counts images', async () => {
    expect(await open(1, 2)).toEqual({ shown: [0], values: [10, 11, 12] });
    expect(await open(2, 2)).toEqual({ shown: [0], values: [20, 21, 22] });
  });
});

describe('the requests for pixels of a file', () => {
  const large: WrittenTiff = {
    ...{ width: 1_000, height: 1_000, type: { kind: 'unsigned', bits: 16 } as const },
    valueAt: (x, y) => (x * 31 + y * 17) % 65_536,
  };
  const largeFile = writeTiff(large);

  it('fetches a part of a long uncompressed strip, and nothing again that was read before', async () => {
    const { image, served } = await openFile(largeFile);
    const before = served.requests.length;
    const rect = { left: 500, top: 500, right: 510, bottom: 510 };
    await image.readWindow(0, rect, MB, NEVER);
    const [[start, end] = [0, 0], ...others] = served.requests.slice(before);
    expect(others).toEqual([]);
    expect(end - start).toBeLessThanOrEqual(256 * 1024);
    await image.readWindow(0, { ...rect, left: 0 }, MB, NEVER);
    expect(served.requests).toHaveLength(before + 1);
  });

  it('sends at most eight requests at a time', async () => {
    const { image, served } = await openFile(writeTiff({ ...large, tileSide: 64 }));
    const rect = { left: 0, top: 0, right: 80, bottom: 1_000 };
    expect(valuesOf(await image.readWindow(0, rect, 16 * MB, NEVER))).toEqual(expectedOf(large, rect));
    expect(served.maxPending()).toBe(8);
  });

  it('fetches nothing if the strip is larger than the limit, and states its size', async () => {
    const file = writeTiff({ ...large, compression: 'deflate' });
    const { image, served } = await openFile(file);
    const before = served.requests.length;
    const window = await image.readWindow(0, WINDOW, 1_000, NEVER);
    expect(window).toMatchObject({ ok: false, failure: { kind: 'too-large' } });
    expect(!window.ok && window.failure.kind === 'too-large' && window.failure.bytes).toBeGreaterThan(1_000);
    expect(served.requests).toHaveLength(before);
  });

  it('aborts the requests, and reads the same pixels later', async () => {
    const { image, served } = await openFile(writeTiff({ ...large, tileSide: 64 }));
    const open = served.hold();
    const controller = new AbortController();
    const rect = { left: 0, top: 0, right: 1_000, bottom: 1_000 };
    const before = served.requests.length;
    const reading = image.readWindow(0, rect, 16 * MB, controller.signal);
    await new Promise((resolve) => process.nextTick(resolve));
    controller.abort();
    expect(await reading).toEqual({ ok: false, failure: { kind: 'aborted' } });
    expect(served.requests.length - before).toBeLessThanOrEqual(8);
    open();
    expect(valuesOf(await image.readWindow(0, WINDOW, MB, NEVER))).toEqual(expectedOf(large, WINDOW));
  });

  it('asks for another URL once if the storage refuses the first one', async () => {
    const served = serveFile(largeFile);
    const asked: boolean[] = [];
    const url = (isRenewed: boolean): Promise<string> => {
      asked.push(isRenewed);
      served.answer = { ...served.answer, status: isRenewed ? 206 : 403 };
      return Promise.resolve('https://storage/file');
    };
    expect(await openServed(largeFile, served, { url })).toMatchObject({ ok: true });
    expect(asked).toEqual([false, true]);
  });

  it('reads no pixels of a file that has been replaced', async () => {
    const { image, served } = await openFile(largeFile);
    served.answer = { ...served.answer, etag: '"2"' };
    expect(await image.readWindow(0, WINDOW, MB, NEVER)).toEqual({ ok: false, failure: { kind: 'changed' } });
  });

  it('is unavailable if the server offers no URL or the storage can not be reached', async () => {
    const unavailable = { ok: false, failure: { kind: 'unavailable' } };
    expect(await openServed(largeFile, serveFile(largeFile), { url: () => Promise.resolve(undefined) })).toEqual(
      unavailable,
    );
    const unreachable = { ...serveFile(largeFile), fetch: () => Promise.reject(new TypeError('Failed to fetch')) };
    expect(await openServed(largeFile, unreachable)).toEqual(unavailable);
  });

  it.each([
    ['JPEG 2000 compression', { claimed: { 259: 34_712 } }],
    ['compression 4711', { claimed: { 259: 4_711 } }],
    ['YCbCr colours', { photometric: 6, samples: 3 }],
    ['integers of 40 bits', { type: { kind: 'unsigned', bits: 40 } as const }],
  ])('names %s, which it can not read', async (what, layout) => {
    const file = writeTiff({ ...SIZE, type: { kind: 'unsigned', bits: 8 }, valueAt: () => 0, ...layout });
    expect(await openServed(file, serveFile(file))).toEqual({ ok: false, failure: { kind: 'unsupported', what } });
  });

  it('reads no pixels of a file that is cut off or no TIFF', async () => {
    const file = writeTiff({ ...large, rowsPerStrip: 100 });
    for (const broken of [file.subarray(0, 1_000), Buffer.from('<html></html>'), Buffer.alloc(700)]) {
      expect(await openServed(broken, serveFile(broken))).toEqual({ ok: false, failure: { kind: 'damaged' } });
    }
    const [short, needed] = [100, 2 * SIZE.width * 8];
    const strips = writeTiff({ ...SIZE, type: large.type, rowsPerStrip: 8, valueAt: () => 1 });
    // The first strip claims fewer bytes than its pixels need.
    strips.writeUInt32LE(short, strips.lastIndexOf(Buffer.from(new Uint32Array([needed, needed]).buffer)) - 4 * 2);
    const { image } = await openFile(strips);
    expect(await image.readWindow(0, wholeOf(image), MB, NEVER)).toEqual({ ok: false, failure: { kind: 'damaged' } });
  });
});
