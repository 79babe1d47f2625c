import { makePicture } from '@data-manager/domain/pictures/picture';
import type { PixelRect } from '@data-manager/domain/pictures/pixels/fileImage';
import { visibleWindow, type SharpWindow } from '@data-manager/domain/pictures/pixels/sharpWindow';
import {
  readSharpPicture,
  type SharpPicture,
  type WantedChannel,
} from '../../../src/features/preview/pixels/readSharp';
import { OpenFiles } from '../../../src/platform/pictures/fileImageCalls';
import { createOpenFileImage } from '../../../src/platform/pictures/fileImages';
import { callHere } from '../../../src/platform/workers/workerCalls';
import { serveFile } from '../../support/servedFile';
import { virtualTiff, type VirtualImage } from '../../support/virtualTiff';

const NEVER = new AbortController().signal;
const MIB = 1024 ** 2;

/** The frame of the picture on a screen of 1,440 pixels. */
const FRAME = { width: 1_000, height: 640 };
/** Round trips before the first pixels arrive: the header, the directory, the lists of strips or tiles, the pixels. */
const MAX_ROUNDS = 4;

const valueAt = (x: number, y: number): number =>
  (x * 31 + y * 17 + Math.floor(x / 256) * Math.floor(y / 256)) % 65_521;

function image(side: number, layout: Partial<VirtualImage> = {}): VirtualImage {
  return { width: side, height: side, bits: 16, valueAt, ...layout };
}

/** Lower resolutions with values of their own, so that a pixel tells which of them it comes from. */
function pyramid(side: number, factors: readonly number[], layout: Partial<VirtualImage>): VirtualImage {
  const reduced = factors.map((factor) =>
    image(Math.ceil(side / factor), { ...layout, valueAt: (x, y) => (factor * 4_099 + x * 13 + y * 7) % 65_521 }),
  );
  return image(side, { ...layout, reduced });
}

/** Zooms into a file, of which nothing has been read, and counts its requests. */
async function zoomInto(whole: VirtualImage, { isBig = false, zoom = 1, at = whole.width / 2, frame = FRAME } = {}) {
  const section = { width: whole.width, height: whole.height };
  const file = virtualTiff(whole, isBig);
  const served = serveFile(file);
  const network = { done: 0, rounds: 0 };
  const fetchInRounds: typeof fetch = async (...request) => {
    const round = network.done + 1;
    network.rounds = Math.max(network.rounds, round);
    const response = await served.fetch(...request);
    network.done = Math.max(network.done, round);
    return response;
  };
  const open = createOpenFileImage(callHere(new OpenFiles(fetchInRounds)));
  const url = () => Promise.resolve('https://storage/file');
  const images = { open: () => open({ size: file.length, page: 1, pages: 1, url }, NEVER) };
  const fitted = Math.min(frame.width / section.width, frame.height / section.height);
  const view = {
    scale: zoom / fitted,
    x: ((section.width / 2 - at) * zoom) / frame.width,
    y: ((section.height / 2 - at) * zoom) / frame.height,
  };
  const window = visibleWindow(view, frame, section, 1);
  if (window === undefined) throw new Error('Nothing is visible.');
  const preview = { width: 64, height: 64 };
  const wanted: WantedChannel = {
    ...{ channel: 1, source: { key: 'ch1', size: file.length, lastModified: '' } },
    picture: { ...makePicture(preview, [new Uint16Array(64 * 64)]), origin: { size: section } },
    place: { unit: 1, fit: 'same', original: section },
  };
  const picture = await readSharpPicture(images, [wanted], { ...section, unit: 1 }, window, NEVER);
  if (picture === undefined) throw new Error('Nothing was read.');
  return {
    ...{ picture, window },
    bytes: served.requests.reduce((sum, [start, end]) => sum + end - start, 0),
    atOnce: served.maxPending(),
    rounds: network.rounds,
  };
}

/** Returns the first pixels of a picture that are not those of a level of the file. */
function wrongPixels({ size, channels }: SharpPicture, { rect }: SharpWindow, level: VirtualImage, factor = 1) {
  const [channel] = channels;
  if (channel === undefined || channel.fault !== undefined) return [channel?.fault];
  const [plane] = channel.planes;
  const wrong: object[] = [];
  const [left, top] = [Math.floor(rect.left / factor), Math.floor(rect.top / factor)];
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const [value, expected] = [plane?.[y * size.width + x], level.valueAt(left + x, top + y)];
      if (value !== expected && wrong.length < 3) wrong.push({ x, y, value, expected });
    }
  }
  return wrong;
}

function areaOf({ left, top, right, bottom }: PixelRect): number {
  return (right - left) * (bottom - top);
}

interface Layout {
  readonly name: string;
  readonly layout: Partial<VirtualImage>;
  readonly isBig?: boolean;
}

const LAYOUTS: readonly Layout[] = [
  { name: 'one uncompressed strip', layout: {} },
  { name: 'uncompressed strips', layout: { rowsPerStrip: 16 } },
  { name: 'uncompressed tiles', layout: { tileSide: 256 } },
  { name: 'strips with LZW', layout: { rowsPerStrip: 16, compression: 'lzw' } },
  { name: 'tiles with LZW', layout: { tileSide: 256, compression: 'lzw' } },
  { name: 'strips with Deflate', layout: { rowsPerStrip: 16, compression: 'deflate' } },
  { name: 'tiles with Deflate', layout: { tileSide: 256, compression: 'deflate' } },
  { name: 'tiles with Deflate of a BigTIFF', layout: { tileSide: 512, compression: 'deflate' }, isBig: true },
  { name: 'strips of a BigTIFF', layout: { rowsPerStrip: 64 }, isBig: true },
];

describe.each(LAYOUTS)('zooming into an image in $name', ({ layout, isBig }) => {
  it('shows each of 1,024 × 1,024 pixels as it is in the file', async () => {
    const whole = image(1_024, layout);
    const frame = { width: 1_024, height: 1_024 };
    const { picture, window, atOnce } = await zoomInto(whole, { isBig, frame });
    expect(window.rect).toEqual({ left: 0, top: 0, right: 1_024, bottom: 1_024 });
    expect(picture.size).toEqual(frame);
    expect(wrongPixels(picture, window, whole)).toEqual([]);
    expect(atOnce).toBeLessThanOrEqual(8);
  });

  it.each([
    ['in the middle', 10_000],
    ['at the first pixel', 0],
    ['at the last pixel', 20_000],
  ])('shows the visible ones of 20,000 × 20,000 pixels %s, and fetches no others', async (_place, at) => {
    const whole = image(20_000, layout);
    const { picture, window, bytes, atOnce, rounds } = await zoomInto(whole, { isBig, at, zoom: 4 });
    expect(wrongPixels(picture, window, whole)).toEqual([]);
    expect(areaOf(window.rect)).toBeLessThan((1.8 * FRAME.width * FRAME.height) / 16);
    // Strips are as wide as the image, and tiles reach beyond the window.
    const reach = layout.tileSide ?? layout.rowsPerStrip ?? 0;
    const columns = layout.tileSide === undefined ? 20_000 : FRAME.width / 4 + 64 + 2 * reach;
    expect(bytes).toBeLessThan(2.3 * columns * (FRAME.height / 4 + 64 + 2 * reach) + 0.5 * MIB);
    expect(atOnce).toBeLessThanOrEqual(8);
    expect(rounds).toBeLessThanOrEqual(MAX_ROUNDS);
  });
});

describe('zooming into an image with lower resolutions', () => {
  const FACTORS = [2, 4, 8, 16, 32, 64];
  const PYRAMIDS: readonly (readonly [string, Partial<VirtualImage>, isBig: boolean])[] = [
    ['tiles', { tileSide: 256, compression: 'deflate' }, false],
    ['strips', { rowsPerStrip: 16 }, false],
    ['tiles of a BigTIFF', { tileSide: 256, compression: 'deflate' }, true],
  ];

  it.each(PYRAMIDS)(
    'takes the pixels of the coarsest level that is fine enough, in a few round trips, from %s',
    async (_, layout, isBig) => {
      const frame = { width: 700, height: 320 };
      for (const side of [2_048, 20_000]) {
        const whole = pyramid(side, FACTORS, layout);
        for (const [zoom, factor] of [
          [1, 1],
          [0.6, 1],
          [0.5, 2],
          [0.11, 8],
        ] as const) {
          const { picture, window, atOnce, rounds } = await zoomInto(whole, { isBig, zoom, frame });
          const level = factor === 1 ? whole : whole.reduced?.[FACTORS.indexOf(factor)];
          if (level === undefined) throw new Error('There is no such level.');
          expect(wrongPixels(picture, window, level, factor)).toEqual([]);
          expect(atOnce).toBeLessThanOrEqual(8);
          // The directories of all levels, which may reach into another block of the header.
          expect(rounds).toBeLessThanOrEqual(MAX_ROUNDS + 2);
        }
      }
    },
  );
});

describe('zooming into an image that is too large to fetch', () => {
  it('says so of a single compressed strip, and fetches only headers', async () => {
    const whole = { ...image(20_000, { compression: 'deflate' }), height: 1_000 };
    const { picture, bytes } = await zoomInto(whole, { zoom: 8, at: 500 });
    expect(picture.channels[0]?.fault).toMatchObject({ kind: 'too-large-block' });
    expect(bytes).toBeLessThan(0.25 * MIB);
  });

  it('says that it needs to be zoomed further if too much is visible, and fetches only headers', async () => {
    const frame = { width: 3_840, height: 2_160 };
    const { picture, bytes } = await zoomInto(image(20_000, { rowsPerStrip: 16 }), { frame });
    expect(picture.channels[0]?.fault).toEqual({ kind: 'too-wide' });
    expect(bytes).toBeLessThan(0.5 * MIB);
  });
});
