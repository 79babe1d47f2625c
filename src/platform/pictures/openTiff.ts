import { decompress as decompressZstd } from 'fzstd';
import { fromCustomClient, GeoTIFF, getDecoder, type GeoTIFFImage } from 'geotiff';
import { blockRowBytes, type BlockPart, type ByteSpan } from '@data-manager/domain/pictures/pixels/fileBlocks';
import {
  type FileImageFault,
  type FileImageHeader,
  type FileSamples,
  type ImageLevel,
  type Photometric,
} from '@data-manager/domain/pictures/pixels/fileImage';
import {
  findUnread,
  JPEG,
  LZW,
  NO_COMPRESSION,
  sampleType,
  ZSTD,
  type PixelEncoding,
} from '@data-manager/domain/pictures/pixels/pixelEncoding';
import { readSamples, swapBytes } from '@data-manager/domain/pictures/pixels/readSamples';
import { err, ok, type Result } from '@data-manager/lib/result';
import { decodeLzw } from './decodeLzw';
import { findPlane, getTiffImage, type TiffFile, type TiffPlane } from './tiffPlanes';
import type { TiffClient } from './tiffRanges';

/** Headers are read in blocks, since directories and their lists are mostly adjacent. Some are kept for each file. */
const HEADER_READS = { maxRanges: 0, blockSize: 64 * 1024, cacheSize: 8 };
/** Largest decoded strip or tile. */
const MAX_BLOCK_BYTES = 256 * 1024 ** 2;
const MAX_LEVELS = 16;

/** A page of a TIFF whose pixels can be read. */
export interface OpenedTiff {
  readonly header: FileImageHeader;
  /** Returns the bytes of a part; `gap` if the file has none for it. */
  readonly locate: (level: number, part: BlockPart) => Promise<ByteSpan | 'gap'>;
  /** Decodes the bytes of a part: a plane for each sample of a pixel, or for that of the part. */
  readonly decode: (level: number, part: BlockPart, bytes: Uint8Array<ArrayBuffer>) => Promise<readonly FileSamples[]>;
}

/**
 * Opens a page of a TIFF that is read by ranges. Never rejects.
 *
 * @param page from 1
 * @param pages as the server counts them
 */
export async function openTiff(
  client: TiffClient,
  page: number,
  pages: number,
): Promise<Result<OpenedTiff, FileImageFault>> {
  try {
    const file = { tiff: await fromCustomClient(client, HEADER_READS), size: client.size };
    return await openPage(file, await findPlane(file, page, pages));
  } catch {
    return err(client.fault ?? { kind: 'damaged' });
  }
}

/**
 * Opens a page of a TIFF or BigTIFF. `geotiff` parses the directories and decompresses; the app fetches the blocks, which it
 * limits, joins and aborts, and reads the samples. The library's own windows take two to four times as long, fetch the whole
 * strip for a pixel of it (32 MiB instead of 0.6 MiB), read no 64-bit integers and apply predictors wrongly to big-endian files.
 * Rejects if the file can't be read, or is damaged.
 */
export async function openPage(file: TiffFile, plane: TiffPlane): Promise<Result<OpenedTiff, FileImageFault>> {
  const { image, skipped } = await getTiffImage(file, plane.image);
  const { tiff } = file;
  const images = skipped > 0 ? [image] : [image, ...(await readReduced(tiff, image))];
  const read = await readHeader(image, images, tiff.littleEndian);
  if (!read.ok) return read;
  const header = { ...read.value, shown: plane.samples };
  return ok({ header, ...createAccess(header, images, skipped) });
}

/** Reads the lower resolutions of an image, which are subdirectories of it. */
async function readReduced(tiff: GeoTIFF, image: GeoTIFFImage): Promise<readonly GeoTIFFImage[]> {
  const offsets: unknown = await image.fileDirectory.loadValue('SubIFDs');
  const places = (
    ArrayBuffer.isView(offsets) || Array.isArray(offsets) ? [...(offsets as Iterable<unknown>)] : [offsets]
  )
    .map(Number)
    .filter((place) => place > 0)
    .slice(0, MAX_LEVELS);
  // At the same time: one after the other, the directories of a large image take as many round trips.
  const directories = await Promise.all(
    places.map((place) => {
      const directory = new GeoTIFF(tiff.source, tiff.littleEndian, tiff.bigTiff, place);
      directory.parser.eager = tiff.parser.eager;
      return directory.getImage(0).catch(() => undefined);
    }),
  );
  return directories.filter((one) => one !== undefined).filter((one) => isReduced(one, image));
}

/** Subdirectories can also be masks or thumbnails of another shape. */
function isReduced(one: GeoTIFFImage, full: GeoTIFFImage): boolean {
  const factor = full.getWidth() / one.getWidth();
  return (
    factor > 1 &&
    Math.abs(full.getHeight() / factor - one.getHeight()) <= 1 &&
    one.getSamplesPerPixel() === full.getSamplesPerPixel() &&
    one.getBitsPerSample() === full.getBitsPerSample() &&
    one.getSampleFormat() === full.getSampleFormat() &&
    one.planarConfiguration === full.planarConfiguration &&
    compressionOf(one) === compressionOf(full)
  );
}

function compressionOf(image: GeoTIFFImage): number {
  return image.fileDirectory.getValue('Compression') ?? NO_COMPRESSION;
}

async function readHeader(
  image: GeoTIFFImage,
  images: readonly GeoTIFFImage[],
  isLittleEndian: boolean,
): Promise<Result<Omit<FileImageHeader, 'shown'>, FileImageFault>> {
  const photometric = photometricOf(image);
  const encoding = encodingOf(image);
  const samples = image.getSamplesPerPixel();
  const isCompressed = encoding.compression !== NO_COMPRESSION;
  const isPlanar = image.planarConfiguration === 2 && samples > 1;
  const [full, ...reduced] = images.map(levelOf);
  if (full === undefined || [full, ...reduced].some((level) => !isSensible(level))) return err({ kind: 'damaged' });
  const unsupported = findUnread(encoding) ?? (await findUnsupported(image, photometric));
  const { type } = encoding;
  if (unsupported !== undefined || type === undefined) {
    return err({ kind: 'unsupported', what: unsupported ?? 'this type of pixels' });
  }
  const header: Omit<FileImageHeader, 'shown'> = {
    ...{ type, samples, isPlanar, isCompressed, isLittleEndian, photometric },
    orientation: (await image.fileDirectory.loadValue('Orientation')) ?? 1,
    palette: photometric === 'palette' ? await readPalette(image) : undefined,
    levels: [full, ...reduced],
  };
  const largest = header.levels.map((level) => blockRowBytes(header, level) * (isCompressed ? level.blockHeight : 1));
  return Math.max(...largest) > MAX_BLOCK_BYTES ? err({ kind: 'too-large', bytes: Math.max(...largest) }) : ok(header);
}

async function readPalette(image: GeoTIFFImage): Promise<Uint16Array<ArrayBuffer> | undefined> {
  const colours: unknown = await image.fileDirectory.loadValue('ColorMap');
  return colours instanceof Uint16Array ? Uint16Array.from(colours) : undefined;
}

function levelOf(image: GeoTIFFImage): ImageLevel {
  return {
    width: image.getWidth(),
    height: image.getHeight(),
    blockWidth: image.getTileWidth(),
    blockHeight: image.getTileHeight(),
    isTiled: image.isTiled,
  };
}

function isSensible({ width, height, blockWidth, blockHeight }: ImageLevel): boolean {
  return [width, height, blockWidth, blockHeight].every((side) => Number.isInteger(side) && side > 0);
}

function encodingOf(image: GeoTIFFImage): PixelEncoding {
  // Without the tag, a pixel has one bit.
  const bits = image.fileDirectory.hasTag('BitsPerSample') ? image.getBitsPerSample() : 1;
  const sampleFormat = image.getSampleFormat();
  const all = Array.from({ length: image.getSamplesPerPixel() }, (_, sample) => image.getBitsPerSample(sample) || bits);
  const type = all.every((one) => one === bits) ? sampleType(sampleFormat, bits) : undefined;
  return { compression: compressionOf(image), sampleFormat, type };
}

/** Brightness and colour differences, as in JPEG files. */
const YCBCR = 6;

const PHOTOMETRICS: Readonly<Record<number, Photometric>> = {
  0: 'white-is-zero',
  1: 'black-is-zero',
  2: 'rgb',
  3: 'palette',
};

function photometricOf(image: GeoTIFFImage): Photometric {
  const value = image.fileDirectory.getValue('PhotometricInterpretation') ?? 1;
  return PHOTOMETRICS[value] ?? 'other';
}

/** Returns what of the colours or the order of bits can't be read. */
async function findUnsupported(image: GeoTIFFImage, photometric: Photometric): Promise<string | undefined> {
  if (compressionOf(image) === JPEG && photometric === 'other') return 'JPEG compression of other colours than RGB';
  // Its samples are usually not interleaved one by one.
  if (image.fileDirectory.getValue('PhotometricInterpretation') === YCBCR) return 'YCbCr colours';
  return (await image.fileDirectory.loadValue('FillOrder')) === 2 ? 'a reversed order of bits' : undefined;
}

/** @param skipped number of images of a stack between that of the directory and the one to read */
function createAccess(
  header: FileImageHeader,
  images: readonly GeoTIFFImage[],
  skipped: number,
): Pick<OpenedTiff, 'locate' | 'decode'> {
  const imageAt = (level: number): GeoTIFFImage => {
    const image = images[level];
    if (image === undefined) throw new RangeError(`There is no level ${level}`);
    return image;
  };

  return {
    locate: async (level, part) => {
      const { isTiled, fileDirectory } = imageAt(level);
      const lists = isTiled
        ? (['TileOffsets', 'TileByteCounts'] as const)
        : (['StripOffsets', 'StripByteCounts'] as const);
      const [offset, listed] = await Promise.all(
        lists.map(async (list) => fileDirectory.loadValueIndexed(list, part.block)),
      );
      const [start, length] = [Number(offset ?? 0), listed === undefined ? undefined : Number(listed)];
      if (header.isCompressed && length === undefined)
        throw new RangeError('The length of the strip or tile is missing');
      if (header.isCompressed) return start === 0 || length === 0 ? 'gap' : { start, end: start + (length ?? 0) };
      const place = header.levels[level] ?? header.levels[0];
      const rowBytes = blockRowBytes(header, place);
      const before = part.skippedRows * rowBytes;
      const needed = before + (part.rect.bottom - part.rect.top) * rowBytes;
      // The only strip of an image may have a wrong length: other readers compute it as well.
      const isAlone = place.blockHeight === place.height && !place.isTiled && !header.isPlanar;
      if (start === 0 || (length === 0 && !isAlone)) return 'gap';
      if (length !== undefined && needed > length && !isAlone) throw new RangeError('The strip or tile is too short');
      const image = start + skipped * place.height * rowBytes * (header.isPlanar ? header.samples : 1);
      return { start: image + before, end: image + needed };
    },
    decode: async (level, part, bytes) => {
      const image = imageAt(level);
      const { type, samples, isPlanar, isLittleEndian } = header;
      const [columns, rows] = [part.rect.right - part.rect.left, part.rect.bottom - part.rect.top];
      const layout = { type, samples: isPlanar ? 1 : samples, columns, rows };
      const read = header.isCompressed
        ? readSamples(await decompress(image, header, bytes, rows * blockRowBytes(header, { blockWidth: columns })), {
            ...layout,
            isLittleEndian: true,
          })
        : readSamples(bytes, { ...layout, isLittleEndian });
      if (read === undefined) throw new RangeError('The strip or tile is too short');
      return read;
    },
  };
}

/**
 * Decompresses a block to little-endian samples, of the given length in bytes if it is complete. The library applies horizontal
 * predictors in the byte order of the machine, so that big-endian samples are swapped between the two steps. Its predictor for
 * floats returns little-endian samples for both orders.
 */
async function decompress(
  image: GeoTIFFImage,
  { type, samples, isPlanar, isLittleEndian }: FileImageHeader,
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const directory = image.fileDirectory;
  const predictor = (await directory.loadValue('Predictor')) ?? 1;
  const parameters = {
    tileWidth: image.getTileWidth(),
    tileHeight: image.getTileHeight(),
    planarConfiguration: isPlanar ? 2 : 1,
    bitsPerSample: new Array<number>(samples).fill(type.bits),
  };
  const plain = await decodeBlock(image, parameters, bytes, length);
  const isFloatPredictor = predictor === 3;
  if (!isLittleEndian && !isFloatPredictor && type.bits % 8 === 0) swapBytes(plain, type.bits / 8);
  if (predictor === 1) return plain;
  const predicting = await getDecoder(NO_COMPRESSION, { ...parameters, predictor });
  return ownBytes(await predicting.decode(plain.buffer));
}

/** Parameters of the library's decoders. */
type BlockParameters = Omit<Parameters<typeof getDecoder>[1], 'predictor'>;

async function decodeBlock(
  image: GeoTIFFImage,
  parameters: BlockParameters,
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const compression = compressionOf(image);
  // The library's decoder fetches its code from a `data:` URL, which the content security policy forbids.
  if (compression === ZSTD) return decompressZstd(bytes).slice();
  if (compression === LZW) return decodeLzw(bytes, length);
  const tables: unknown = compression === JPEG ? await image.fileDirectory.loadValue('JPEGTables') : undefined;
  const decoder = await getDecoder(compression, {
    ...{ ...parameters, predictor: 1 },
    ...(tables !== undefined && { JPEGTables: tables }),
  });
  return ownBytes(await decoder.decode(bytes.slice().buffer));
}

/** The types allow shared memory, which no decoder here uses. */
function ownBytes(buffer: ArrayBufferLike): Uint8Array<ArrayBuffer> {
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer) : new Uint8Array(buffer).slice();
}
