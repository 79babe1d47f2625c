import sharp, { type Channels, type Sharp } from 'sharp';

/** What microscopes and people save images as. Not SVG and the like, which could point the decoder elsewhere. */
export const IMAGE_FORMATS: ReadonlySet<string> = new Set(['tiff', 'png', 'jpeg', 'webp', 'gif']);
/** 46,000 × 46,000: more than any section scanner gives, and less than what would eat the machine. */
export const MAX_INPUT_PIXELS = 2 ** 31;
/** Planes that are looked at where the first is empty. */
const PLANES_TRIED = 16;

/**
 * Reads the plane of an image file that shows what the file is, no side longer than `side` pixels: the first, or, where
 * that is empty, as in stacks it can be, the first of others, taken evenly, that is not. Undefined where the file is no
 * image that can be read.
 */
export async function decodeTelling(path: string, side: number): Promise<Decoded | undefined> {
  const first = await decode(path, side);
  if (first === undefined || !isEmpty(first)) return first;
  const step = Math.max(1, first.pages / PLANES_TRIED);
  for (let page = step; page < first.pages; page += step) {
    const other = await decode(path, side, Math.floor(page));
    if (other?.width !== first.width || other.height !== first.height || isEmpty(other)) continue;
    return other;
  }
  return first;
}

/** Of one value only. */
function isEmpty({ pixels }: Decoded): boolean {
  return pixels.every((value) => value === pixels[0]);
}

/** One plane of an image. */
export interface Decoded {
  /** As floats where the contrast is to be stretched, as bytes where not. */
  readonly pixels: Float32Array | Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
  /** Planes in the file. */
  readonly pages: number;
  /** Which of them this is, from 0. */
  readonly page: number;
}

/** Reads a plane of an image file, no side longer than `side` pixels; undefined where it is none that can be read. */
export async function decode(path: string, side: number, page = 0): Promise<Decoded | undefined> {
  const open = (): Sharp => sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', page });
  try {
    const { format, depth, channels, pages = 1 } = await open().metadata();
    if (!IMAGE_FORMATS.has(format)) return undefined;
    const resized = open().autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const isColour = channels >= 3;
    if (isColour && depth === 'uchar') {
      const { data, info } = await resized.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
      return { ...info, pages, page, pixels: data };
    }
    const kept = resized.removeAlpha().toColourspace(spaceThatKeepsValues(isColour, depth));
    const { data, info } = await kept.raw({ depth: 'float' }).toBuffer({ resolveWithObject: true });
    // A copy, because a pooled buffer need not begin where four-byte numbers may begin.
    return { ...info, pages, page, pixels: new Float32Array(new Uint8Array(data).buffer) };
  } catch {
    // sharp's errors have no kinds: whatever the decoder says, there is no preview of this file.
    return undefined;
  }
}

/** libvips scales to 8 bits on the way out unless the space says otherwise. */
function spaceThatKeepsValues(isColour: boolean, depth: string): string {
  const is16Bit = depth === 'ushort' || depth === 'short';
  if (isColour) return is16Bit ? 'rgb16' : 'srgb';
  return is16Bit ? 'grey16' : 'b-w';
}
