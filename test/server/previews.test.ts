import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import sharp from 'sharp';
import type { SampleType } from '@data-manager/domain/pictures/pixels/fileImage';
import { dataFolderOf, prepareDataFolder } from '../../server/src/disk/dataFolder';
import { stretchContrast } from '../../server/src/images/decodeImage';
import { createPreviews } from '../../server/src/images/previews';
import { isPreview, renderPreview } from '../../server/src/images/renderPreview';
import { createPreviewCache } from '../../server/src/storage/folder/previewCache';
import { documented } from '../support/contract';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { storeFiles } from '../support/storedFiles';
import { temporaryFolder } from '../support/temporaryFolder';
import { bigTiff, encodeTiff } from '../support/tiffs';
import { writeTiff } from '../support/writtenTiff';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

/** Returns a horizontal gradient as dim as a real section: at most 4,000 of 65,535. */
function dimTiff(width: number, height: number): Buffer {
  const pixels = Uint16Array.from(
    { length: width * height },
    (_, index) => 100 + Math.round(((index % width) / width) * 3_900),
  );
  return encodeTiff({ width, height, pixels });
}

/** Returns a horizontal gradient of another number format. */
function gradientTiff(
  kind: SampleType['kind'],
  bits: SampleType['bits'],
  value: (share: number) => number,
  isBigEndian = false,
): Buffer {
  return writeTiff({ width: 400, height: 300, type: { kind, bits }, isBigEndian, valueAt: (x) => value(x / 400) });
}

async function rendered(file: Buffer, kind: 'downsampled' | 'thumbnail' = 'thumbnail'): Promise<Buffer | undefined> {
  const path = join(folder, 'image');
  await writeFile(path, file);
  const preview = await renderPreview(path, { kind });
  return isPreview(preview) ? preview.image : undefined;
}

/** Returns type and extreme values of a TIFF. */
async function readValues(tiff: Buffer | undefined): Promise<{ depth: string; lowest: number; highest: number }> {
  const { depth } = await sharp(tiff).metadata();
  const image = await (await fromArrayBuffer(new Uint8Array(tiff ?? Buffer.alloc(0)).buffer)).getImage();
  const [raster = []] = await image.readRasters();
  const values = Float64Array.from(raster as ArrayLike<number>).sort();
  return { depth, lowest: values[0] ?? NaN, highest: values.at(-1) ?? NaN };
}

/** Returns the mean brightness of four vertical bands. */
async function bands(png: Buffer | undefined): Promise<number[]> {
  const { data, info } = await sharp(png)
    .greyscale()
    .resize(4, 1, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: 4 }, (_, index) => data[index * info.channels] ?? 0);
}

describe('a preview', () => {
  test.each([
    ['downsampled', 2_000, 1_000, 1_024, 512],
    ['thumbnail', 1_000, 2_000, 128, 256],
    ['downsampled', 300, 200, 300, 200],
  ] as const)(
    'a preview as %s of a %i × %i image is %i × %i',
    async (kind, width, height, expectedWidth, expectedHeight) => {
      const png = await sharp(await rendered(dimTiff(width, height), kind)).metadata();
      expect([png.format, png.width, png.height, png.channels, png.depth]).toEqual([
        'png',
        expectedWidth,
        expectedHeight,
        1,
        'uchar',
      ]);
    },
  );

  test.each([
    ['16 bits, little-endian, dim', dimTiff(400, 300)],
    ['16 bits, big-endian', gradientTiff('unsigned', 16, (share) => 200 + 900 * share, true)],
    ['16 bits, signed', gradientTiff('signed', 16, (share) => 5_000 * share)],
    ['8 bits, dim', gradientTiff('unsigned', 8, (share) => 30 * share)],
    ['32 bits', gradientTiff('unsigned', 32, (share) => 4e6 * share)],
    ['floats below 1', gradientTiff('float', 32, (share) => share / 50)],
    ['floats over 65,535, big-endian', gradientTiff('float', 32, (share) => 1e6 * share, true)],
  ])('a preview of a grayscale TIFF of %s uses the full brightness range', async (_what, tiff) => {
    const [first = 0, second = 0, third = 0, last = 0] = await bands(await rendered(tiff));
    expect(first).toBeLessThan(70);
    expect(last).toBeGreaterThan(185);
    expect([first, second, third, last]).toEqual([first, second, third, last].sort((one, other) => one - other));
    expect((first + second + third + last) / 4).toBeGreaterThan(90);
  });

  test('a preview of a stack (BigTIFF, deflated) shows the first non-empty plane', async () => {
    const [empty, full] = [
      Array<number>(400 * 300).fill(0),
      Array.from({ length: 400 * 300 }, (_, at) => (at % 400) / 4),
    ];
    const [first = 0, , , last = 0] = await bands(await rendered(Buffer.from(bigTiff(400, 300, [empty, full, empty]))));
    expect(first).toBeLessThan(70);
    expect(last).toBeGreaterThan(185);
  });

  test('a preview of a stack of empty planes is black', async () => {
    const empty = Array<number>(12).fill(0);
    const { channels } = await sharp(await rendered(Buffer.from(bigTiff(4, 3, [empty, empty])))).stats();
    expect(channels[0]).toMatchObject({ min: 0, max: 0 });
  });

  test('a preview of a color image keeps its colors', async () => {
    const orange = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff8000' } })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { channels } = await sharp(await rendered(orange)).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 16))).toEqual([16, 8, 0]);
  });

  test.each([
    ['text', Buffer.from('text')],
    ['an empty file', Buffer.alloc(0)],
    ['a truncated TIFF', dimTiff(400, 300).subarray(0, 40_000)],
    [
      'an SVG, which can reference other files',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
  ])('a preview of %s does not exist', async (_what, file) => {
    expect(await rendered(file)).toBeUndefined();
  });

  test.each([
    ['ushort', 65_535, 255],
    ['ushort', 0, 0],
    ['uchar', 255, 255],
    ['float', 7, 128],
    ['float', 0, 0],
  ])('a preview of a flat image of type %s and value %i has the brightness %i', (depth, value, brightness) => {
    expect(new Set(stretchContrast(new Float32Array(4).fill(value), depth))).toEqual(new Set([brightness]));
  });

  test('shows values that are not finite as black or white', () => {
    expect([...stretchContrast(Float32Array.of(NaN, 0, 10, Infinity), 'float')]).toEqual([0, 0, 255, 255]);
  });
});

describe('a raw preview', () => {
  async function raw(file: Buffer, page?: number) {
    const path = join(folder, 'image');
    await writeFile(path, file);
    const preview = await renderPreview(path, { kind: 'downsampled', isRaw: true, page });
    return isPreview(preview) ? preview : undefined;
  }

  test.each([
    ['8 bits', gradientTiff('unsigned', 8, (share) => 30 * share), 'uchar', 29],
    ['16 bits', gradientTiff('unsigned', 16, (share) => 4_000 * share, true), 'ushort', 3_990],
    ['16 bits, signed', gradientTiff('signed', 16, (share) => 5_000 * share), 'short', 4_987],
    ['floats', gradientTiff('float', 32, (share) => share / 50 - 1), 'float', -0.98005],
  ])('a raw preview of a TIFF of %s contains its values', async (_what, tiff, depth, highest) => {
    const preview = await raw(tiff);
    expect(preview).toMatchObject({ type: 'image/tiff', width: 400, height: 300, page: 1, pages: 1 });
    const { depth: written, highest: most } = await readValues(preview?.image);
    expect(written).toBe(depth);
    expect(most).toBeCloseTo(highest, 3);
  });

  test('a raw preview of a color image is a PNG', async () => {
    const colour = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff8000' } })
      .png()
      .toBuffer();
    expect((await raw(colour))?.type).toBe('image/png');
  });

  test('a raw preview of a page of a stack shows that page, or the last one', async () => {
    const pages = [0, 1, 2].map((page) => Array.from({ length: 12 }, (_, at) => page * 20 + at));
    const file = Buffer.from(bigTiff(4, 3, pages));
    expect(await raw(file, 2)).toMatchObject({ page: 2, pages: 3 });
    expect(await readValues((await raw(file, 2))?.image)).toMatchObject({ lowest: 20, highest: 31 });
    expect(await raw(file, 99)).toMatchObject({ page: 3, pages: 3 });
  });
});

test('the preview cache stays below its limit and evicts the least recently used previews', async () => {
  const data = dataFolderOf(folder);
  await prepareDataFolder(data);
  const cache = createPreviewCache(data, 1_000);
  for (let index = 0; index < 30; index += 1) await cache.put(`p${String(index)}`, Buffer.alloc(90, index));
  const kept = await readdir(data.previews);
  expect(kept.length * 90).toBeLessThanOrEqual(1_000);
  expect(kept.length).toBeGreaterThan(5);
  expect(await cache.get('p29')).toEqual(Buffer.alloc(90, 29));
  expect(await cache.get('p0')).toBeUndefined();
});

test('a preview that can’t be cached is still returned', async () => {
  const path = join(folder, 'a.tif');
  await writeFile(path, dimTiff(130, 65));
  const object = { key: 'acme/p/a.tif', blob: 'a', size: 1, lastModified: '' };
  const full = { get: () => Promise.resolve(undefined), put: () => Promise.reject(new Error('no space left')) };
  const blobs = {
    withFile: <Result>(_blob: string, task: (path: string) => Promise<Result>) => task(path),
    previews: full,
  };
  const preview = await createPreviews(blobs, { render: renderPreview }, () => Promise.resolve()).get(object, {
    kind: 'thumbnail',
  });
  expect(isPreview(preview) && preview.image.subarray(1, 4).toString()).toBe('PNG');
});

describe('the image routes', () => {
  const KEY = 'acme/previews/Größe 100%2F (1)?.tif';
  const backend = sharedBackend();
  let acme: Session;
  let globex: Session;

  beforeAll(async () => {
    acme = await signIn(backend, 'member@acme.example');
    globex = await signIn(backend, 'member@globex.example');
    await acme.make('/project', { title: 'previews' });
    await storeFiles(acme, [
      [KEY, dimTiff(1_300, 650)],
      [`acme/previews/${'long'.repeat(60)}.txt`, Buffer.from('text')],
    ]);
  });
  async function ask(
    session: Session,
    call: string,
    key: string,
    change: Record<string, string> = {},
    headers = {},
  ): Promise<Response> {
    const { A_K: ak = '', S_K: sk = '', session_token = '' } = session.values;
    const query = new URLSearchParams({ ak, sk, session_token, ...change });
    return documented(
      await fetch(`${backend.url}/${call}/${encodeURIComponent(key)}?${query.toString()}`, { headers }),
    );
  }

  test.each([
    ['get-downsampled-image', 1_024],
    ['get-thumbnail-image', 256],
  ])('%s returns a bright PNG of width %i that the app’s page can read', async (call, width) => {
    const response = await ask(acme, call, KEY, {}, { origin: backend.appUrl });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect(response.headers.get('access-control-allow-origin')).toBe(backend.appUrl);
    const png = Buffer.from(await response.arrayBuffer());
    expect((await sharp(png).metadata()).width).toBe(width);
    expect((await sharp(png).stats()).channels[0]?.mean).toBeGreaterThan(90);
  });

  test('returns the original values to a client that accepts TIFF, from the cache, too', async () => {
    for (const accept of ['image/tiff, image/*;q=0.9', 'image/*, image/tiff']) {
      const response = await ask(acme, 'get-downsampled-image', KEY, {}, { accept });
      expect(response.headers.get('content-type')).toBe('image/tiff');
      expect(response.headers.get('vary')).toBe('Origin, Accept');
      const names = ['width', 'height', 'page', 'pages'];
      expect(names.map((name) => response.headers.get(`x-image-${name}`))).toEqual(['1300', '650', '1', '1']);
      const values = await readValues(Buffer.from(await response.arrayBuffer()));
      expect(values.highest).toBeGreaterThan(3_900);
    }
  });

  test('exposes the description of the image to the app’s page', async () => {
    const response = await ask(acme, 'get-thumbnail-image', KEY, { page: '3' }, { origin: backend.appUrl });
    expect(response.headers.get('access-control-expose-headers')).toMatch(/X-Image-Width.*X-Image-Pages/);
    expect(response.headers.get('x-image-page')).toBe('1');
    expect((await ask(acme, 'get-thumbnail-image', KEY, { page: '0' })).status).toBe(400);
  });

  test('responds with 304 until the object changes', async () => {
    const first = await ask(acme, 'get-thumbnail-image', KEY);
    const etag = first.headers.get('etag') ?? '';
    expect((await ask(acme, 'get-thumbnail-image', KEY, {}, { 'if-none-match': etag })).status).toBe(304);
    expect((await ask(acme, 'get-thumbnail-image', KEY, {}, { 'if-none-match': `W/${etag}` })).status).toBe(304);
    await storeFiles(acme, [[KEY, dimTiff(1_302, 650)]]);
    expect((await ask(acme, 'get-thumbnail-image', KEY, {}, { 'if-none-match': etag })).status).toBe(200);
  });

  test.each([
    ['a missing object', 'acme/previews/none.tif', 404],
    ['a file that is not an image', `acme/previews/${'long'.repeat(60)}.txt`, 415],
    ['a key of another sponsor', 'globex/p/x.tif', 403],
    ['a key with ..', 'acme/previews/../../globex/x.tif', 400],
    ['a key with a NUL', 'acme/previews/\0.tif', 400],
  ])('rejects %s', async (_what, key, status) => {
    const response = await ask(acme, 'get-thumbnail-image', key);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ msg: expect.any(String) as string }),
    ]);
  });

  test('rejects credentials of another sponsor and altered credentials', async () => {
    expect((await ask(globex, 'get-thumbnail-image', KEY)).status).toBe(403);
    expect((await ask(acme, 'get-thumbnail-image', KEY, { sk: 'x' })).status).toBe(401);
    expect((await ask(acme, 'get-thumbnail-image', KEY, { session_token: 'x' })).status).toBe(401);
  });
});
