import { open } from 'node:fs/promises';
import { fromFile, getDecoder, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { createAreaMean } from './areaMean';
import type { DecodedPlane } from './decodeImage';
import { findImageProblem } from './findImageProblem';

/** The directories of a damaged file may form a cycle. */
const MAX_IMAGES = 10_000;
/** Rows that are read at a time: many files have strips of a single row. */
const MIN_BAND_ROWS = 64;

/** Values of tags in TIFF 6.0. */
const WHITE_IS_ZERO = 0;
const RGB = 2;
const UNSIGNED = 1;
const SIGNED = 2;
const FLOAT = 3;
const SEPARATE_PLANES = 2;
/** Extra samples that are the opacity of a pixel, premultiplied or not. */
const ALPHA: readonly number[] = [1, 2];

/**
 * Decodes a plane of a TIFF that libvips can't read or reads with other values. Each sample of a pixel that is neither a color
 * nor an opacity counts as a plane of its own, after the other samples of its image.
 *
 * @param page The zero-based index of the plane.
 * @throws Error if the file is damaged, or if its pixels are stored in an unsupported way.
 */
export async function decodeTiffPlane(path: string, side: number, page: number): Promise<DecodedPlane> {
  await checkCompleteness(path);
  const tiff = await fromFile(path);
  try {
    const images = await countImages(tiff);
    const perImage = (await listPlanes(await tiff.getImage(0))).length;
    const image = await tiff.getImage(Math.floor(page / perImage));
    const samples = (await listPlanes(image))[page % perImage];
    if (samples === undefined) throw new Error('The image has fewer samples than the first one.');
    return { ...(await shrink(image, samples, side)), pages: images * perImage, page };
  } finally {
    await tiff.close();
  }
}

/** The library takes bytes after the end of a file for zeros. */
async function checkCompleteness(path: string): Promise<void> {
  const file = await open(path);
  try {
    const readAt = async (start: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const problem = await findImageProblem(readAt, (await file.stat()).size);
    if (problem !== undefined) throw new Error(`The image is not complete: ${problem}.`);
  } finally {
    await file.close();
  }
}

async function countImages(tiff: GeoTIFF): Promise<number> {
  let count = 1;
  while (count < MAX_IMAGES && (await hasImage(tiff, count))) count += 1;
  return count;
}

async function hasImage(tiff: GeoTIFF, index: number): Promise<boolean> {
  try {
    await tiff.getImage(index);
    return true;
  } catch {
    // There is none, or its directory is damaged, which does not affect the images before it.
    return false;
  }
}

/** Returns the samples of each plane: three for a color image, one otherwise. */
async function listPlanes(image: GeoTIFFImage): Promise<readonly (readonly number[])[]> {
  const { photometric, extra } = await readMeaning(image);
  const count = image.getSamplesPerPixel();
  const colors = photometric === RGB && count >= 3 ? [0, 1, 2] : [0];
  const firstExtra = count - extra.length;
  const others = Array.from({ length: count }, (_, sample) => sample).filter(
    (sample) => !colors.includes(sample) && !ALPHA.includes(extra[sample - firstExtra] ?? 0),
  );
  return [colors, ...others.map((sample) => [sample])];
}

async function readMeaning(image: GeoTIFFImage): Promise<{ photometric: number; extra: readonly number[] }> {
  const photometric: unknown = await image.fileDirectory.loadValue('PhotometricInterpretation');
  const extra: unknown = await image.fileDirectory.loadValue('ExtraSamples');
  return {
    photometric: typeof photometric === 'number' ? photometric : 1,
    extra: Array.isArray(extra) || ArrayBuffer.isView(extra) ? Array.from(extra as ArrayLike<number>) : [],
  };
}

/** Reads samples of an image as means of the pixels under each pixel of the smaller picture. */
async function shrink(
  image: GeoTIFFImage,
  samples: readonly number[],
  side: number,
): Promise<Omit<DecodedPlane, 'pages' | 'page'>> {
  const original = { width: image.getWidth(), height: image.getHeight() };
  const { photometric } = await readMeaning(image);
  const { depth, white } = typeOf(image);
  const mean = createAreaMean(original, side, samples.length);
  const tileRows = image.getTileHeight();
  const bandRows = tileRows * Math.ceil(MIN_BAND_ROWS / tileRows);
  for (let top = 0; top < original.height; top += bandRows) {
    const bottom = Math.min(top + bandRows, original.height);
    const rows = await readRows(image, samples, [top, bottom]);
    for (const [index, values] of rows.entries()) mean.add(index, top, values);
  }
  const pixels = mean.result(depth !== 'float' && depth !== 'double');
  if (photometric === WHITE_IS_ZERO && white !== undefined) {
    for (const [index, value] of pixels.entries()) pixels[index] = white - value;
  }
  return { ...mean.size, channels: samples.length === 3 ? 3 : 1, pixels, depth, original, isPlain: false };
}

/** Returns the name of the type in libvips that holds the samples, and the highest value of unsigned ones. */
function typeOf(image: GeoTIFFImage): { readonly depth: string; readonly white?: number } {
  const [format, bits] = [image.getSampleFormat(), image.getBitsPerSample()];
  if (format === FLOAT) return { depth: bits <= 32 ? 'float' : 'double' };
  if (bits > 32) return { depth: 'double' };
  const name = bits <= 8 ? 'char' : bits <= 16 ? 'short' : 'int';
  return format === SIGNED ? { depth: name } : { depth: `u${name}`, white: 2 ** bits - 1 };
}

/** Reads rows of samples. The library decodes integers of 24 bits, but does not unpack them. */
async function readRows(
  image: GeoTIFFImage,
  samples: readonly number[],
  [top, bottom]: readonly [number, number],
): Promise<readonly ArrayLike<number>[]> {
  const [format, bits] = [image.getSampleFormat(), image.getBitsPerSample()];
  const isInteger = format === UNSIGNED || format === SIGNED;
  if (isInteger && bits === 24) {
    return Promise.all(samples.map((sample) => readTripleBytes(image, sample, [top, bottom])));
  }
  if (bits % 8 !== 0 && image.getSamplesPerPixel() > 1) throw new Error('Packed samples of several channels.');
  return image.readRasters({ samples: [...samples], window: [0, top, image.getWidth(), bottom] });
}

async function readTripleBytes(
  image: GeoTIFFImage,
  sample: number,
  [top, bottom]: readonly [number, number],
): Promise<Int32Array> {
  const width = image.getWidth();
  const [tileWidth, tileHeight] = [image.getTileWidth(), image.getTileHeight()];
  const isSeparate = image.planarConfiguration === SEPARATE_PLANES;
  const stride = isSeparate ? 3 : 3 * image.getSamplesPerPixel();
  const compression = image.fileDirectory.getValue('Compression') ?? 1;
  const decoder = await getDecoder(compression, {
    ...{ tileWidth, tileHeight, bitsPerSample: 24, planarConfiguration: image.planarConfiguration },
    predictor: (await image.fileDirectory.loadValue('Predictor')) ?? 1,
  });
  const values = new Int32Array((bottom - top) * width);
  for (let y = top; y < bottom; y += tileHeight) {
    for (let x = 0; x < width; x += tileWidth) {
      const { data } = await image.getTileOrStrip(x / tileWidth, y / tileHeight, isSeparate ? sample : 0, decoder);
      const view = new DataView(data);
      const columns = Math.min(tileWidth, width - x);
      for (let row = 0; row < Math.min(tileHeight, bottom - y); row += 1) {
        const start = row * tileWidth * stride + (isSeparate ? 0 : sample * 3);
        for (let column = 0; column < columns; column += 1) {
          values[(y - top + row) * width + x + column] = readTriple(view, start + column * stride, image);
        }
      }
    }
  }
  return values;
}

function readTriple(view: DataView, at: number, image: GeoTIFFImage): number {
  const isLittle = image.littleEndian;
  const high = isLittle ? view.getUint8(at + 2) : view.getUint8(at);
  const value = high * 0x10000 + (isLittle ? view.getUint16(at, true) : view.getUint16(at + 1));
  return image.getSampleFormat() === SIGNED && value >= 0x800000 ? value - 0x1000000 : value;
}
