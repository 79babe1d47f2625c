import { makePicture } from '@data-manager/domain/pictures/picture';
import { err, ok } from '@data-manager/lib/result';
import { originalSize, placeChannels } from '../../../src/features/preview/picture/sectionGeometry';
import { readSharpPicture, type WantedChannel } from '../../../src/features/preview/pixels/readSharp';
import { OpenFiles } from '../../../src/platform/pictures/fileImageCalls';
import { createOpenFileImage } from '../../../src/platform/pictures/fileImages';
import type { FileImage } from '../../../src/platform/pictures/openedPictures';
import { callHere } from '../../../src/platform/workers/workerCalls';
import { serveFile } from '../../support/servedFile';
import { writeTiff, type WrittenTiff } from '../../support/writtenTiff';

const NEVER = new AbortController().signal;
const GREY = { type: { kind: 'unsigned', bits: 16 } as const };
const WINDOW = { zoom: 2, rect: { left: 320, top: 384, right: 448, bottom: 512 } };

async function openTiff(tiff: WrittenTiff): Promise<FileImage> {
  const file = writeTiff(tiff);
  const open = createOpenFileImage(callHere(new OpenFiles(serveFile(file).fetch)));
  const opened = await open(
    { size: file.length, page: 1, pages: 1, url: () => Promise.resolve('https://storage') },
    NEVER,
  );
  if (!opened.ok) throw new Error(opened.failure.kind);
  return opened.value;
}

/** Returns the channels of files whose previews have 64 × 64 pixels. */
function wantedOf(
  tiffs: readonly WrittenTiff[],
  shown: readonly { readonly width: number; readonly height: number }[] = tiffs,
) {
  const pictures = tiffs.map((_, index) => {
    const { width, height } = shown[index] ?? { width: 1, height: 1 };
    const preview = { width: 64, height: (64 * height) / width };
    const samples = new Uint16Array(preview.width * preview.height).fill(9);
    return { ...makePicture(preview, [samples]), origin: { size: { width, height } } };
  });
  const places = placeChannels(pictures.map(originalSize));
  return pictures.flatMap((picture, index): readonly WantedChannel[] => {
    const place = places[index];
    return place === undefined
      ? []
      : [{ channel: index + 1, source: { key: `ch${index + 1}`, size: 1, lastModified: '' }, picture, place }];
  });
}

describe('the pixels of a section in a window', () => {
  const full: WrittenTiff = { width: 1_024, height: 1_024, ...GREY, tileSide: 128, valueAt: (x, y) => 60 * x + y };
  const binned: WrittenTiff = { width: 512, height: 512, ...GREY, rowsPerStrip: 16, valueAt: (x, y) => 100 * x + y };
  const flat: WrittenTiff = { width: 1_024, height: 400, ...GREY, valueAt: (x) => 1 + x };
  const geometry = { width: 1_024, height: 1_024, unit: 1 };

  it('shows the pixels of the files, one by one, for binned channels and channels of another shape as well', async () => {
    const tiffs = [full, binned, flat];
    const images = new Map<string, FileImage>(
      await Promise.all(tiffs.map(async (tiff, index) => [`ch${index + 1}`, await openTiff(tiff)] as const)),
    );
    const open = { open: ({ key }: { key: string }) => Promise.resolve(orUnavailable(images.get(key))) };
    const picture = await readSharpPicture(open, wantedOf(tiffs), geometry, WINDOW, NEVER);
    expect(picture?.size).toEqual({ width: 128, height: 128 });
    const valuesOf = (channel: number) => [...(picture?.channels[channel]?.planes[0] ?? [])];
    const expected = (valueAt: (x: number, y: number) => number) =>
      Array.from({ length: 128 * 128 }, (_, index) => valueAt(320 + (index % 128), 384 + Math.floor(index / 128)));
    expect(valuesOf(0)).toEqual(expected((x, y) => 60 * x + y));
    expect(valuesOf(1)).toEqual(expected((x, y) => 100 * Math.floor(x / 2) + Math.floor(y / 2)));
    expect(valuesOf(2)).toEqual(expected((x, y) => (y < 400 ? 1 + x : 0)));
    expect(picture?.channels.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
  });

  it('turns the pixels of the files like the preview', async () => {
    const turned: WrittenTiff = { ...full, height: 512, orientation: 6, valueAt: (x, y) => 60 * x + y };
    const image = await openTiff(turned);
    const wanted = wantedOf([turned], [{ width: 512, height: 1_024 }]);
    const picture = await readSharpPicture(
      { open: () => Promise.resolve(ok(image)) },
      ...[wanted, { width: 512, height: 1_024, unit: 1 }, WINDOW, NEVER],
    );
    const values = picture?.channels[0]?.planes[0];
    // The rows of the file are the columns of the picture, from right to left.
    expect(values?.[0]).toBe(60 * 384 + (511 - 320));
    expect(values?.[128 * 3 + 2]).toBe(60 * (384 + 3) + (511 - 322));
  });

  it.each([
    ['can not be read', () => err({ kind: 'unavailable' } as const), 'unavailable'],
    [
      'is compressed in one piece that is too large',
      () => err({ kind: 'too-large', bytes: 1 } as const),
      'too-large-block',
    ],
  ])('shows the pixels of the preview if the file %s, and gives the reason', async (_, open, kind) => {
    const picture = await readSharpPicture(
      { open: () => Promise.resolve(open()) },
      wantedOf([full]),
      geometry,
      WINDOW,
      NEVER,
    );
    expect(picture?.channels[0]?.fault).toMatchObject({ kind });
    expect(picture?.size).toEqual({ width: 8, height: 8 });
    expect(new Set(picture?.channels[0]?.planes[0])).toEqual(new Set([9]));
  });

  it('shows the pixels of the preview if its values differ from those of the file', async () => {
    const image = await openTiff({ ...full, type: { kind: 'signed', bits: 16 }, valueAt: () => -5 });
    const open = { open: () => Promise.resolve(ok(image)) };
    const picture = await readSharpPicture(open, wantedOf([full]), geometry, WINDOW, NEVER);
    expect(picture?.channels[0]?.fault).toEqual({ kind: 'other-scale' });
  });

  it('returns no pixels once they are no longer wanted', async () => {
    const controller = new AbortController();
    const image = await openTiff(full);
    const reading = readSharpPicture(
      { open: () => Promise.resolve(ok(image)) },
      wantedOf([full]),
      geometry,
      WINDOW,
      controller.signal,
    );
    controller.abort();
    expect(await reading).toBeUndefined();
  });
});

function orUnavailable(image: FileImage | undefined) {
  return image === undefined ? err({ kind: 'unavailable' } as const) : ok(image);
}
