import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import { hasFurtherPlanes, imageJPlanes } from '@data-manager/domain/pictures/check/imageJStack';
import { TAG } from '@data-manager/domain/pictures/check/tiffDirectory';
import { NO_COMPRESSION } from '@data-manager/domain/pictures/pixels/pixelEncoding';

/** Value of the tag `PhotometricInterpretation`. */
const RGB = 2;
/** Extra samples that are the opacity of a pixel, premultiplied or not. */
const ALPHA: readonly number[] = [1, 2];
/** Most images counted. */
const MAX_IMAGES = 10_000;

/** An open TIFF. */
export interface TiffFile {
  readonly tiff: GeoTIFF;
  /** Bytes. The library does not know it of all sources. */
  readonly size: number;
}

/** A plane of a TIFF: an image of the file, and the samples of its pixels that are shown together. */
export interface TiffPlane {
  /** From 0. */
  readonly image: number;
  readonly samples: readonly number[];
}

/** An image of a file: that of a directory, or one that follows it in a stack of ImageJ or MetaMorph. */
interface TiffImage {
  readonly image: GeoTIFFImage;
  /** Number of its directory, from 0. */
  readonly directory: number;
  /** Number of images between that of the directory and this one. */
  readonly skipped: number;
}

/** Returns an image of a file, from 0. Rejects if there is none, or if its directory is damaged. */
export async function getTiffImage(file: TiffFile, index: number): Promise<TiffImage> {
  const image = (await listImages(file, index + 1))[index];
  if (image === undefined) throw new RangeError(`There is no image ${index}`);
  return image;
}

/** Counts the images of a file. */
export async function countImages(file: TiffFile): Promise<number> {
  return (await listImages(file, MAX_IMAGES)).length;
}

/** Returns the first images of a file. Thumbnails, masks and lower resolutions are none, and damaged directories end the list. */
async function listImages(file: TiffFile, most: number): Promise<readonly TiffImage[]> {
  const { tiff } = file;
  // The library reads lists that it loads later as little-endian.
  tiff.parser.eager = !tiff.littleEndian;
  const first = await tiff.getImage(0);
  const directoryAt = (directory: number) => tiff.getImage(directory).catch(() => undefined);
  const second = await directoryAt(1);
  if (second === undefined) {
    const count = most === 1 ? 1 : Math.min(most, await countStacked(file, first));
    return Array.from({ length: count }, (_, skipped) => ({ image: first, directory: 0, skipped }));
  }
  const main = largerImage(first, second);
  const images: TiffImage[] = [];
  // The chain of a damaged file may be a loop.
  const followed = new Set<number>();
  for (let directory = 0; directory < MAX_IMAGES && images.length < most; directory += 1) {
    const image = await directoryAt(directory);
    if (image === undefined || followed.has(image.fileDirectory.nextIFDByteOffset)) break;
    followed.add(image.fileDirectory.nextIFDByteOffset);
    if (!isThumbnail(image, main)) images.push({ image, directory, skipped: 0 });
  }
  return images;
}

function largerImage(one: GeoTIFFImage, other: GeoTIFFImage): GeoTIFFImage {
  if (isMarked(one) !== isMarked(other)) return isMarked(one) ? other : one;
  return other.getWidth() * other.getHeight() > one.getWidth() * one.getHeight() ? other : one;
}

/** Returns true for an image that its file marks as a lower resolution or a mask. */
function isMarked({ fileDirectory }: GeoTIFFImage): boolean {
  return ((fileDirectory.getValue('NewSubfileType') ?? 0) & 5) !== 0 || fileDirectory.getValue('SubfileType') === 2;
}

/** Many writers mark no thumbnails: they are smaller than the larger one of the first two images, and of another kind. */
function isThumbnail(image: GeoTIFFImage, main: GeoTIFFImage): boolean {
  if (isMarked(image) && !isMarked(main)) return true;
  const isOfSameKind =
    image.getSamplesPerPixel() === main.getSamplesPerPixel() && image.getBitsPerSample() === main.getBitsPerSample();
  return image.getWidth() < main.getWidth() && image.getHeight() < main.getHeight() && !isOfSameKind;
}

/** Returns the number of planes behind the only directory of a file. */
async function countStacked({ tiff, size }: TiffFile, image: GeoTIFFImage): Promise<number> {
  const { fileDirectory, isTiled } = image;
  const compression = fileDirectory.getValue('Compression') ?? NO_COMPRESSION;
  if (fileDirectory.nextIFDByteOffset !== 0 || isTiled || compression !== NO_COMPRESSION) return 1;
  const planes: unknown = await fileDirectory.loadValue(TAG.stackPlanes);
  // Each of its values consists of two numbers.
  if (ArrayBuffer.isView(planes)) return (planes as Uint32Array).length / 2;
  const description = (await fileDirectory.loadValue('ImageDescription')) ?? '';
  const pixels = Number(await fileDirectory.loadValueIndexed('StripOffsets', 0));
  const end = pixels + image.getWidth() * image.getHeight() * image.getBytesPerPixel();
  return hasFurtherPlanes(tiff.firstIFDOffset, end, size) ? imageJPlanes(description) : 1;
}

/**
 * Returns the samples of each plane of an image: three for a colour image, one otherwise. Each other sample that is no
 * opacity is a plane of its own.
 */
export async function listPlanes(file: TiffFile, index: number): Promise<readonly (readonly number[])[]> {
  const { image } = await getTiffImage(file, index);
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
export async function findPlane(file: TiffFile, page: number, pages: number): Promise<TiffPlane> {
  const planes = await listPlanes(file, 0);
  const countsImages = page > 1 && planes.length > 1 && (await listImages(file, pages)).length === pages;
  const image = countsImages ? page - 1 : Math.floor((page - 1) / planes.length);
  const own = image === 0 ? planes : await listPlanes(file, image);
  const samples = own[countsImages ? 0 : (page - 1) % planes.length];
  if (samples === undefined) throw new RangeError('The image has fewer samples than the first one');
  return { image, samples };
}
