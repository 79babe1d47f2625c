import type { SampleType } from '@data-manager/domain/pictures/pixels/fileImage';
import { writeTiff, type WrittenTiff } from './writtenTiff';

/** A page whose samples are given in chunky (interleaved) order. */
interface PlainTiff extends Omit<WrittenTiff, 'type' | 'valueAt'> {
  readonly values: ArrayLike<number>;
  readonly bits: number;
  readonly format?: SampleType['kind'];
}

function pageOf({ values, bits, format: kind = 'unsigned', ...image }: PlainTiff): WrittenTiff {
  const { width, samples = 1 } = image;
  const valueAt = (x: number, y: number, sample: number) => values[(y * width + x) * samples + sample] ?? 0;
  return { ...image, type: { kind, bits }, valueAt };
}

/** Encodes an uncompressed TIFF of one strip or tile. */
export function plainTiff(image: PlainTiff): ArrayBuffer {
  return Uint8Array.from(writeTiff(pageOf(image))).buffer;
}

/** Encodes 16-bit grey values, as microscopes write them. */
export function encodeTiff(image: Pick<WrittenTiff, 'width' | 'height'> & { readonly pixels: Uint16Array }): Buffer {
  return writeTiff(pageOf({ ...image, values: image.pixels, bits: 16 }));
}

/** Encodes deflated 8-bit grey planes as a BigTIFF like an OME-TIFF stack. */
export function bigTiff(width: number, height: number, planes: readonly (readonly number[])[]): ArrayBuffer {
  const pages = planes.map((values) => pageOf({ width, height, values, bits: 8, isBig: true, compression: 'deflate' }));
  return Uint8Array.from(writeTiff(...(pages as [WrittenTiff]))).buffer;
}
