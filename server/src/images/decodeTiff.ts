import { open, type FileHandle } from 'node:fs/promises';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { partsOf, type ByteSpan } from '@data-manager/domain/pictures/pixels/fileBlocks';
import { rectWidth, type PixelRect, type SampleType } from '@data-manager/domain/pictures/pixels/fileImage';
import { shownSize, turnSamples } from '@data-manager/domain/pictures/pixels/orientation';
import { fromFile } from 'geotiff';
import { openPage, type OpenedTiff } from '../../../src/platform/pictures/openTiff';
import { countImages, getTiffImage, listPlanes } from '../../../src/platform/pictures/tiffPlanes';
import { createAreaMean } from './areaMean';
import { hasOneValue, type DecodedPlane } from './decodedPlane';
import { findProblemOfFile } from './findImageProblem';

/**
 * Decodes a plane of a TIFF that libvips can't read or reads with other values. Each sample of a pixel that is neither a color
 * nor an opacity counts as a plane of its own, after the other samples of its image.
 *
 * @param page The zero-based index of the plane.
 * @throws Error if the file is damaged, or if its pixels are stored in an unsupported way.
 */
export async function decodeTiffPlane(path: string, side: number, page: number): Promise<DecodedPlane> {
  const tiff = await fromFile(path);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // The library takes bytes after the end of a file for zeros.
    const problem = await findProblemOfFile(path);
    if (problem !== undefined) throw new Error(`The image is not complete: ${problem}.`);
    const known = { tiff, size };
    const images = await countImages(known);
    const perImage = (await listPlanes(known, 0)).length;
    const index = Math.floor(page / perImage);
    const samples = (await listPlanes(known, index))[page % perImage];
    if (samples === undefined) throw new Error('The image has fewer samples than the first one.');
    const opened = await openPage(known, { image: index, samples });
    if (!opened.ok) throw new Error(`The image can't be read: ${opened.failure.kind}.`);
    const { directory } = await getTiffImage(known, index);
    return { ...(await shrink(file, opened.value, samples, side)), pages: images * perImage, page, directory };
  } finally {
    await file.close();
    await tiff.close();
  }
}

/** Where libvips finds an image of a file. */
export interface ImagePlace {
  readonly directory: number;
  /** Number of images of the file. */
  readonly pages: number;
}

/** Finds an image of a TIFF, whose directories may also be those of thumbnails. Rejects if there is none. */
export async function findTiffImage(path: string, size: number, index: number): Promise<ImagePlace> {
  const tiff = await fromFile(path);
  try {
    const { directory } = await getTiffImage({ tiff, size }, index);
    return { directory, pages: await countImages({ tiff, size }) };
  } finally {
    await tiff.close();
  }
}

/** Reads samples of an image as means of the pixels under each pixel of the smaller picture. */
async function shrink(
  file: FileHandle,
  opened: OpenedTiff,
  samples: readonly number[],
  side: number,
): Promise<Omit<DecodedPlane, 'pages' | 'page' | 'directory'>> {
  const { header } = opened;
  const [level] = header.levels;
  const mean = createAreaMean(level, side, samples.length);
  for await (const { channel, rect, values } of readParts(file, opened, samples)) {
    // Bytes that the file leaves out are zero.
    if (values !== undefined) mean.add(channel, rect, values);
  }
  const depth = depthOf(header.type);
  const size = shownSize(mean.size, header.orientation);
  const stored = mean.result(header.type.kind !== 'float');
  const pixels = turnSamples(stored, size, header.orientation, samples.length);
  if (header.photometric === 'white-is-zero' && header.type.kind === 'unsigned') {
    const white = 2 ** header.type.bits - 1;
    for (const [index, value] of pixels.entries()) pixels[index] = white - value;
  }
  const original = shownSize(level, header.orientation);
  const channels = samples.length === 3 ? 3 : 1;
  // Equal means may be those of pixels that differ.
  const isFlat = hasOneValue({ pixels, channels }) && (await areEqual(readParts(file, opened, samples), level));
  return { ...size, channels, pixels, depth, original, isPlain: false, isFlat };
}

interface PartValues {
  readonly channel: number;
  readonly rect: PixelRect;
  /** Undefined if the file leaves them out. */
  readonly values: ArrayLike<number | bigint> | undefined;
}

/** Reads the values of some samples part by part, so that the memory stays small. */
async function* readParts(
  file: FileHandle,
  { header, locate, decode }: OpenedTiff,
  samples: readonly number[],
): AsyncGenerator<PartValues> {
  const [level] = header.levels;
  const whole = { left: 0, top: 0, right: level.width, bottom: level.height };
  for (const part of partsOf(header, level, whole)) {
    if (header.isPlanar && !samples.includes(part.plane)) continue;
    const span = await locate(0, part);
    const planes = span === 'gap' ? undefined : await decode(0, part, await readSpan(file, span));
    for (const [channel, sample] of samples.entries()) {
      if (header.isPlanar && sample !== part.plane) continue;
      yield { channel, rect: part.rect, values: planes?.[header.isPlanar ? 0 : sample] };
    }
  }
}

/** Returns true if the values of each channel are equal. */
async function areEqual(parts: AsyncIterable<PartValues>, { width, height }: PictureSize): Promise<boolean> {
  const first = new Map<number, number>();
  for await (const { channel, rect, values } of parts) {
    const columns = rectWidth(rect);
    for (let y = rect.top; y < Math.min(rect.bottom, height); y += 1) {
      for (let x = rect.left; x < Math.min(rect.right, width); x += 1) {
        const value = Number(values?.[(y - rect.top) * columns + x - rect.left] ?? 0);
        if (!first.has(channel)) first.set(channel, value);
        else if (!Object.is(first.get(channel), value)) return false;
      }
    }
  }
  return true;
}

/** Returns the name that libvips has for the smallest of its types that holds the samples. */
function depthOf({ kind, bits }: SampleType): string {
  if (kind === 'float') return bits <= 32 ? 'float' : 'double';
  if (bits > 32) return 'double';
  const name = bits <= 8 ? 'char' : bits <= 16 ? 'short' : 'int';
  return kind === 'signed' ? name : `u${name}`;
}

async function readSpan(file: FileHandle, { start, end }: ByteSpan): Promise<Uint8Array<ArrayBuffer>> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}
