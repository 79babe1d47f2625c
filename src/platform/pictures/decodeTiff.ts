import { fromArrayBuffer, getDecoder, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { isDecodable, makePicture, type Picture, type RawSamples } from '../../domain/pictures/picture';

/** Photometric interpretations of TIFF 6.0 that need no conversion. */
const WHITE_IS_ZERO = 0;
const BLACK_IS_ZERO = 1;
const RGB = 2;
/** Sample format of TIFF 6.0. */
const FLOAT = 3;
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
  if (meaning === WHITE_IS_ZERO) return (await readGrey(image)).map(inverted);
  if (meaning === BLACK_IS_ZERO) return readGrey(image);
  if (meaning === RGB) return (await image.readRasters({ samples: [0, 1, 2] })).map(ownBuffer);
  // Palettes, YCbCr and others.
  return (await image.readRGB({ interleave: false })).map(ownBuffer);
}

async function readGrey(image: GeoTIFFImage): Promise<readonly RawSamples[]> {
  const rasters = (await copyRows(image)) ?? (await image.readRasters({ samples: [0] }));
  return rasters.map(ownBuffer);
}

/** Compressions whose decoders need no tables of the file: none, LZW, deflate (two numbers) and PackBits. */
const PLAIN_COMPRESSIONS: readonly number[] = [1, 5, 8, 32_946, 32_773];
/** Bits of samples that have the same layout in memory as in the file. */
const WHOLE_BITS: readonly number[] = [8, 16, 32];

/**
 * Reads little-endian grey samples row by row, which takes a tenth of the time of the library's loop over pixels. Returns
 * undefined for other images and for damaged ones.
 */
async function copyRows(image: GeoTIFFImage): Promise<readonly Raster[] | undefined> {
  const compression = image.fileDirectory.getValue('Compression') ?? 1;
  const bits = image.getBitsPerSample();
  const isHalfFloat = image.getSampleFormat() === FLOAT && bits === 16;
  const isPlain = PLAIN_COMPRESSIONS.includes(compression) && WHOLE_BITS.includes(bits) && !isHalfFloat;
  if (!isPlain || !image.littleEndian || image.getSamplesPerPixel() !== 1) return undefined;
  const [width, height] = [image.getWidth(), image.getHeight()];
  const [tileWidth, tileHeight] = [image.getTileWidth(), image.getTileHeight()];
  const decoder = await getDecoder(compression, {
    ...{ tileWidth, tileHeight, bitsPerSample: bits, planarConfiguration: 1 },
    predictor: (await image.fileDirectory.loadValue('Predictor')) ?? 1,
  });
  let samples: Raster | undefined;
  for (let top = 0; top < height; top += tileHeight) {
    for (let left = 0; left < width; left += tileWidth) {
      const { data } = await image.getTileOrStrip(left / tileWidth, top / tileHeight, 0, decoder);
      const rows = Math.min(tileHeight, height - top);
      const bytes = rows * tileWidth * (bits / 8);
      if (data.byteLength < bytes) return undefined;
      const tile = image.getArrayForSample(0, data.byteLength === bytes ? data : data.slice(0, bytes));
      if (tile.length === width * height) return [tile];
      samples ??= image.getArrayForSample(0, width * height);
      for (let row = 0; row < rows; row += 1) {
        const start = row * tileWidth;
        samples.set(tile.subarray(start, start + Math.min(tileWidth, width - left)), (top + row) * width + left);
      }
    }
  }
  return samples && [samples];
}

function tileBytes(image: GeoTIFFImage): number {
  return image.getTileWidth() * image.getTileHeight() * image.getBytesPerPixel();
}

type Raster = Awaited<ReturnType<GeoTIFFImage['readRasters']>>[number];

/** The types allow shared memory, which no decoder here uses. */
function ownBuffer(raster: Raster): RawSamples {
  return hasOwnBuffer(raster) ? raster : raster.slice();
}

function hasOwnBuffer(raster: Raster): raster is Raster & RawSamples {
  return raster.buffer instanceof ArrayBuffer;
}

/** Inverts unsigned samples. */
function inverted(samples: RawSamples): RawSamples {
  if (samples instanceof Uint8Array) return samples.map((value) => 0xff - value);
  if (samples instanceof Uint16Array) return samples.map((value) => 0xffff - value);
  return samples;
}
