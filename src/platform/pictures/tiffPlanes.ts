import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import { imageJPlanes } from '@data-manager/domain/pictures/imageJStack';
import { NO_COMPRESSION } from '@data-manager/domain/pictures/pixelEncoding';

/** Value of the tag `PhotometricInterpretation`. */
const RGB = 2;
/** Extra samples that are the opacity of a pixel, premultiplied or not. */
const ALPHA: readonly number[] = [1, 2];
/** Most images counted: the directories of a damaged file may form a cycle. */
const MAX_IMAGES = 10_000;

/** A plane of a TIFF: an image of the file, and the samples of its pixels that are shown together. */
export interface TiffPlane {
  /** From 0. */
  readonly image: number;
  readonly samples: readonly number[];
}

/** An image of a file: that of a directory, or one that follows it in a stack of ImageJ. */
interface TiffImage {
  readonly image: GeoTIFFImage;
  /** Number of images between that of the directory and this one. */
  readonly skipped: number;
}

/** Returns an image of a file, from 0. Rejects if there is none, or if its directory is damaged. */
export async function getTiffImage(tiff: GeoTIFF, index: number): Promise<TiffImage> {
  // The library reads lists that it loads later as little-endian.
  tiff.parser.eager = !tiff.littleEndian;
  const first = await tiff.getImage(0);
  if (index === 0) return { image: first, skipped: 0 };
  if (index < (await countStacked(tiff, first))) return { image: first, skipped: index };
  return { image: await tiff.getImage(index), skipped: 0 };
}

/** Returns the number of planes behind the only directory of a file. */
async function countStacked(tiff: GeoTIFF, image: GeoTIFFImage): Promise<number> {
  const { fileDirectory, isTiled } = image;
  const compression = fileDirectory.getValue('Compression') ?? NO_COMPRESSION;
  if (fileDirectory.nextIFDByteOffset !== 0 || isTiled || compression !== NO_COMPRESSION) return 1;
  const description = (await fileDirectory.loadValue('ImageDescription')) ?? '';
  const pixels = Number(await fileDirectory.loadValueIndexed('StripOffsets', 0));
  const bytes = image.getWidth() * image.getHeight() * image.getBytesPerPixel();
  return imageJPlanes(description, tiff.firstIFDOffset, pixels + bytes);
}

/** Counts the images of a file. */
export async function countImages(tiff: GeoTIFF): Promise<number> {
  const { image } = await getTiffImage(tiff, 0);
  const stacked = await countStacked(tiff, image);
  if (stacked > 1) return Math.min(MAX_IMAGES, stacked);
  let count = 1;
  while (count < MAX_IMAGES && (await hasImage(tiff, count))) count += 1;
  return count;
}

/** Returns false after the last image, or if its directory is damaged, which does not affect the images before it. */
async function hasImage(tiff: GeoTIFF, index: number): Promise<boolean> {
  try {
    await getTiffImage(tiff, index);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the samples of each plane of an image: three for a colour image, one otherwise. Each other sample that is no
 * opacity is a plane of its own.
 */
export async function listPlanes(tiff: GeoTIFF, index: number): Promise<readonly (readonly number[])[]> {
  const { image } = await getTiffImage(tiff, index);
  const { photometric, extra } = await readMeaning(image);
  const count = image.getSamplesPerPixel();
  const colours = photometric === RGB && count >= 3 ? [0, 1, 2] : [0];
  const firstExtra = count - extra.length;
  const others = Array.from({ length: count }, (_, sample) => sample).filter(
    (sample) => !colours.includes(sample) && !ALPHA.includes(extra[sample - firstExtra] ?? 0),
  );
  return [colours, ...others.map((sample) => [sample])];
}

async function readMeaning(image: GeoTIFFImage): Promise<{ photometric: number; extra: readonly number[] }> {
  const photometric: unknown = await image.fileDirectory.loadValue('PhotometricInterpretation');
  const extra: unknown = await image.fileDirectory.loadValue('ExtraSamples');
  return {
    photometric: typeof photometric === 'number' ? photometric : 1,
    extra: Array.isArray(extra) || ArrayBuffer.isView(extra) ? Array.from(extra as ArrayLike<number>) : [],
  };
}

/**
 * Finds the plane of a page. The local backend counts every plane as a page, other servers and readers count images.
 *
 * @param page from 1
 * @param pages as the server counts them
 */
export async function findPlane(tiff: GeoTIFF, page: number, pages: number): Promise<TiffPlane> {
  const planes = await listPlanes(tiff, 0);
  const countsImages = page > 1 && planes.length > 1 && (await hasImage(tiff, pages - 1));
  const image = countsImages ? page - 1 : Math.floor((page - 1) / planes.length);
  const own = image === 0 ? planes : await listPlanes(tiff, image);
  const samples = own[countsImages ? 0 : (page - 1) % planes.length];
  if (samples === undefined) throw new RangeError('The image has fewer samples than the first one');
  return { image, samples };
}
