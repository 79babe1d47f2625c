import { open, type FileHandle } from 'node:fs/promises';
import { fromFile } from 'geotiff';
import { partsOf, type ByteSpan } from '../../../src/domain/pictures/fileBlocks';
import type { SampleType } from '../../../src/domain/pictures/fileImage';
import { shownSize, turnSamples } from '../../../src/domain/pictures/orientation';
import { openPage, type OpenedTiff } from '../../../src/platform/pictures/openTiff';
import { countImages, listPlanes } from '../../../src/platform/pictures/tiffPlanes';
import { createAreaMean } from './areaMean';
import type { DecodedPlane } from './decodeImage';
import { findImageProblem } from './findImageProblem';

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
    await checkCompleteness(file);
    const images = await countImages(tiff);
    const perImage = (await listPlanes(tiff, 0)).length;
    const index = Math.floor(page / perImage);
    const samples = (await listPlanes(tiff, index))[page % perImage];
    if (samples === undefined) throw new Error('The image has fewer samples than the first one.');
    const opened = await openPage(tiff, { image: index, samples });
    if (!opened.ok) throw new Error(`The image can't be read: ${opened.failure.kind}.`);
    return { ...(await shrink(file, opened.value, samples, side)), pages: images * perImage, page };
  } finally {
    await file.close();
    await tiff.close();
  }
}

/** Counts the planes of a TIFF whose only page may be the first one of a stack of ImageJ. */
export async function countTiffPlanes(path: string): Promise<number> {
  const tiff = await fromFile(path);
  try {
    return await countImages(tiff);
  } finally {
    await tiff.close();
  }
}

/** The library takes bytes after the end of a file for zeros. */
async function checkCompleteness(file: FileHandle): Promise<void> {
  const readAt = async (start: number, length: number): Promise<Buffer> =>
    Buffer.from(await readSpan(file, { start, end: start + length }));
  const problem = await findImageProblem(readAt, (await file.stat()).size);
  if (problem !== undefined) throw new Error(`The image is not complete: ${problem}.`);
}

/** Reads samples of an image as means of the pixels under each pixel of the smaller picture. */
async function shrink(
  file: FileHandle,
  { header, locate, decode }: OpenedTiff,
  samples: readonly number[],
  side: number,
): Promise<Omit<DecodedPlane, 'pages' | 'page'>> {
  const [level] = header.levels;
  const { width, height } = level;
  const mean = createAreaMean({ width, height }, side, samples.length);
  for (const part of partsOf(header, level, { left: 0, top: 0, right: width, bottom: height })) {
    if (header.isPlanar && !samples.includes(part.plane)) continue;
    const span = await locate(0, part);
    // Bytes that the file leaves out are zero.
    if (span === 'gap') continue;
    const planes = await decode(0, part, await readSpan(file, span));
    for (const [channel, sample] of samples.entries()) {
      if (header.isPlanar && sample !== part.plane) continue;
      const values = planes[header.isPlanar ? 0 : sample];
      if (values !== undefined) mean.add(channel, part.rect, values);
    }
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
  return { ...size, channels: samples.length === 3 ? 3 : 1, pixels, depth, original, isPlain: false };
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
