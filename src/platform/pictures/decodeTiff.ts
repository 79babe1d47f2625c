import { fromArrayBuffer, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { isDecodable, makePicture, type Picture, type RawSamples } from '../../domain/pictures/picture';

/** Photometric interpretations of TIFF 6.0 whose samples are shown as they are. */
const WHITE_IS_ZERO = 0;
const BLACK_IS_ZERO = 1;
const RGB = 2;
/** A tile, decoded, may be no larger than this. A larger one is a damaged file, or a hostile one. */
const MAX_TILE_BYTES = 256 * 1024 ** 2;

/** Where the first image is empty, so many are looked at. */
const IMAGES_TRIED = 16;
/** Images are counted so far: a damaged file may lead round in a circle. */
const MAX_IMAGES = 10_000;

/**
 * Decodes the first image of a TIFF or BigTIFF: 8, 16 and 32 bits, signed, unsigned and float, in both byte orders.
 * Where it is empty, as the first planes of a stack can be, the first of others of its size, taken evenly, that is not.
 * Of several samples that are no colours the first is taken. Throws where the file is damaged.
 *
 * @returns undefined where it is too large
 */
export async function decodeTiff(file: ArrayBuffer): Promise<Picture | undefined> {
  const tiff = await fromArrayBuffer(file);
  const image = await tiff.getImage(0);
  const first = await decodeImage(image);
  if (first === undefined || !isEmpty(first)) return first;
  const step = Math.max(1, (await countImages(tiff)) / IMAGES_TRIED);
  for (let at = step; ; at += step) {
    const other = await findImage(tiff, Math.floor(at));
    if (other === undefined || at >= MAX_IMAGES) return first;
    if (other.getWidth() !== image.getWidth() || other.getHeight() !== image.getHeight()) continue;
    const picture = await decodeImage(other);
    if (picture !== undefined && !isEmpty(picture)) return picture;
  }
}

async function decodeImage(image: GeoTIFFImage): Promise<Picture | undefined> {
  const size = { width: image.getWidth(), height: image.getHeight() };
  if (!isDecodable(size) || tileBytes(image) > MAX_TILE_BYTES) return undefined;
  return makePicture(size, await readPlanes(image));
}

/** Of one value only. */
function isEmpty({ lowest, highest }: Picture): boolean {
  return lowest === highest;
}

async function countImages(tiff: GeoTIFF): Promise<number> {
  let count = 1;
  while (count < MAX_IMAGES && (await findImage(tiff, count)) !== undefined) count += 1;
  return count;
}

/** Undefined behind the last one. */
async function findImage(tiff: GeoTIFF, index: number): Promise<GeoTIFFImage | undefined> {
  try {
    return await tiff.getImage(index);
  } catch {
    // Also where its directory is damaged: what was read before it is good.
    return undefined;
  }
}

async function readPlanes(image: GeoTIFFImage): Promise<readonly RawSamples[]> {
  const meaning = image.fileDirectory.getValue('PhotometricInterpretation') ?? BLACK_IS_ZERO;
  if (meaning === WHITE_IS_ZERO) return (await image.readRasters({ samples: [0] })).map(ownBuffer).map(inverted);
  if (meaning === BLACK_IS_ZERO) return (await image.readRasters({ samples: [0] })).map(ownBuffer);
  if (meaning === RGB) return (await image.readRasters({ samples: [0, 1, 2] })).map(ownBuffer);
  // Palettes, YCbCr and the like.
  return (await image.readRGB({ interleave: false })).map(ownBuffer);
}

function tileBytes(image: GeoTIFFImage): number {
  return image.getTileWidth() * image.getTileHeight() * image.getBytesPerPixel();
}

type Raster = Awaited<ReturnType<GeoTIFFImage['readRasters']>>[number];

/** The types allow memory that workers share, which no decoder here uses. */
function ownBuffer(raster: Raster): RawSamples {
  return raster.slice();
}

/** Unsigned samples count from white. */
function inverted(samples: RawSamples): RawSamples {
  if (samples instanceof Uint8Array) return samples.map((value) => 0xff - value);
  if (samples instanceof Uint16Array) return samples.map((value) => 0xffff - value);
  return samples;
}
