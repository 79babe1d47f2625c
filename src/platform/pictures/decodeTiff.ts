import { fromArrayBuffer, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { isDecodable, makePicture, type Picture, type RawSamples } from '../../domain/pictures/picture';

/** Photometric interpretations of TIFF 6.0 that need no conversion. */
const WHITE_IS_ZERO = 0;
const BLACK_IS_ZERO = 1;
const RGB = 2;
/** Largest decoded tile. A file with a larger one is damaged or malicious. */
const MAX_TILE_BYTES = 256 * 1024 ** 2;

/** Images tried if the first one is empty. */
const IMAGES_TRIED = 16;
/** Most images counted: the directories of a damaged file may form a cycle. */
const MAX_IMAGES = 10_000;

/**
 * Decodes a page of a TIFF or BigTIFF: 8, 16 and 32 bits, signed, unsigned and float, in both byte orders. Uses the first
 * of several samples that are not colours. Throws if the file is damaged.
 *
 * @param page from 1, or the last one if there are fewer. Without it, the first page is used, or if that is empty, as the
 *   first planes of a stack can be, one of evenly spaced pages of the same size.
 * @returns undefined if the image is too large
 */
export async function decodeTiff(file: ArrayBuffer, page?: number): Promise<Picture | undefined> {
  const tiff = await fromArrayBuffer(file);
  const pages = await countImages(tiff);
  const shown = page === undefined ? await findNonEmpty(tiff, pages) : Math.min(page, pages) - 1;
  const picture = await decodeImage(await tiff.getImage(shown));
  return picture && pages > 1 ? { ...picture, origin: { pages, page: shown + 1 } } : picture;
}

/** Returns the index of the page to show if none is requested. */
async function findNonEmpty(tiff: GeoTIFF, pages: number): Promise<number> {
  if (pages === 1) return 0;
  const image = await tiff.getImage(0);
  const first = await decodeImage(image);
  if (first === undefined || !isEmpty(first)) return 0;
  const step = Math.max(1, pages / IMAGES_TRIED);
  for (let at = step; at < pages; at += step) {
    const other = await tiff.getImage(Math.floor(at));
    if (other.getWidth() !== image.getWidth() || other.getHeight() !== image.getHeight()) continue;
    const picture = await decodeImage(other);
    if (picture !== undefined && !isEmpty(picture)) return Math.floor(at);
  }
  return 0;
}

async function decodeImage(image: GeoTIFFImage): Promise<Picture | undefined> {
  const size = { width: image.getWidth(), height: image.getHeight() };
  if (!isDecodable(size) || tileBytes(image) > MAX_TILE_BYTES) return undefined;
  return makePicture(size, await readPlanes(image));
}

/** Returns true if all samples are equal. */
function isEmpty({ lowest, highest }: Picture): boolean {
  return lowest === highest;
}

async function countImages(tiff: GeoTIFF): Promise<number> {
  let count = 1;
  while (count < MAX_IMAGES && (await findImage(tiff, count)) !== undefined) count += 1;
  return count;
}

/** Returns undefined after the last image. */
async function findImage(tiff: GeoTIFF, index: number): Promise<GeoTIFFImage | undefined> {
  try {
    return await tiff.getImage(index);
  } catch {
    // Or its directory is damaged, which does not affect the images before it.
    return undefined;
  }
}

async function readPlanes(image: GeoTIFFImage): Promise<readonly RawSamples[]> {
  const meaning = image.fileDirectory.getValue('PhotometricInterpretation') ?? BLACK_IS_ZERO;
  if (meaning === WHITE_IS_ZERO) return (await image.readRasters({ samples: [0] })).map(ownBuffer).map(inverted);
  if (meaning === BLACK_IS_ZERO) return (await image.readRasters({ samples: [0] })).map(ownBuffer);
  if (meaning === RGB) return (await image.readRasters({ samples: [0, 1, 2] })).map(ownBuffer);
  // Palettes, YCbCr and others.
  return (await image.readRGB({ interleave: false })).map(ownBuffer);
}

function tileBytes(image: GeoTIFFImage): number {
  return image.getTileWidth() * image.getTileHeight() * image.getBytesPerPixel();
}

type Raster = Awaited<ReturnType<GeoTIFFImage['readRasters']>>[number];

/** Copies the samples: the types allow shared memory, which no decoder here uses. */
function ownBuffer(raster: Raster): RawSamples {
  return raster.slice();
}

/** Inverts unsigned samples. */
function inverted(samples: RawSamples): RawSamples {
  if (samples instanceof Uint8Array) return samples.map((value) => 0xff - value);
  if (samples instanceof Uint16Array) return samples.map((value) => 0xffff - value);
  return samples;
}
