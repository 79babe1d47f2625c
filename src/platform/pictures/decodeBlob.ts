import { composite, layersOf } from '../../domain/pictures/composite';
import { readImageHeader } from '../../domain/pictures/imageHeader';
import { isDecodable, type Picture } from '../../domain/pictures/picture';
import { decodeBitmap } from './decodeBitmap';
import type { DecodeAnswer, DecodeOrder } from './decodeMessages';

/** The size of a JPEG stands behind its colour profile and its own thumbnail. */
const HEADER_BYTES = 512 * 1024;
/** Larger files are no previews. */
const MAX_FILE_BYTES = 512 * 1024 ** 2;

/** Does what a decode worker is asked for. Never throws. */
export async function decodeBlob({ blob, wanted }: DecodeOrder): Promise<DecodeAnswer> {
  try {
    const picture = await decode(blob);
    if (picture === undefined) return { kind: 'none' };
    return wanted === 'picture' ? { kind: 'picture', picture } : { kind: 'image', blob: await drawImage(picture) };
  } catch {
    // Decoders' errors have no kinds: whatever they say, there is no picture of this file.
    return { kind: 'none' };
  }
}

/** The dimensions are read before anything is decoded: a small file can claim to be a picture of any size. */
async function decode(blob: Blob): Promise<Picture | undefined> {
  if (blob.size > MAX_FILE_BYTES) return undefined;
  const header = readImageHeader(new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer()));
  if (header === undefined) return undefined;
  if (header.kind !== 'tiff') return isDecodable(header) ? decodeBitmap(blob) : undefined;
  const { decodeTiff } = await import('./decodeTiff');
  return decodeTiff(await blob.arrayBuffer());
}

/** With the contrast that suits it. */
function drawImage(picture: Picture): Promise<Blob> {
  const { width, height, auto } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const pixels = composite(layersOf(picture, auto, [1, 1, 1]), picture);
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
