import sharp, { type Channels, type Sharp } from 'sharp';
import { createGate } from '../gate';
import { stretchContrast } from './stretchContrast';

/** The two sizes in which a preview is made: the long side in pixels, at most. */
const PREVIEW_PIXELS = { downsampled: 1024, thumbnail: 256 } as const;
export type PreviewKind = keyof typeof PREVIEW_PIXELS;

/** What microscopes and people save images as. Not SVG and the like, which could point the decoder elsewhere. */
export const IMAGE_FORMATS: ReadonlySet<string> = new Set(['tiff', 'png', 'jpeg', 'webp', 'gif']);
/** 46,000 × 46,000: more than any section scanner gives, and less than what would eat the machine. */
export const MAX_INPUT_PIXELS = 2 ** 31;
/** Planes that are looked at where the first is empty. */
const PLANES_TRIED = 16;
/** Images decoded at the same time, over the whole process. */
const inTurn = createGate(2);

/**
 * Makes a PNG of an image file, no side longer than the kind allows. Grey images and those of more than 8 bits
 * have their contrast stretched (`stretchContrast.ts`); 8-bit colour images stay as they are. Of a file with several
 * planes the first is taken, or another where that is empty.
 *
 * @returns undefined where the file is no image that can be read, or is not there
 */
export async function renderPreview(path: string, kind: PreviewKind): Promise<Buffer | undefined> {
  return inTurn(async () => {
    const decoded = await decodeTelling(path, PREVIEW_PIXELS[kind]);
    if (decoded === undefined) return undefined;
    const { pixels, width, height, channels } = decoded;
    const bytes = pixels instanceof Float32Array ? stretchContrast(pixels) : pixels;
    return sharp(bytes, { raw: { width, height, channels } })
      .toColourspace(channels <= 2 ? 'b-w' : 'srgb')
      .png()
      .toBuffer();
  });
}

/** Where the first plane is empty, as in stacks it can be, the first of others, taken evenly, that is not. */
async function decodeTelling(path: string, side: number): Promise<Decoded | undefined> {
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

interface Decoded {
  /** As floats where the contrast is to be stretched, as bytes where not. */
  readonly pixels: Float32Array | Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
  /** Planes in the file. */
  readonly pages: number;
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
      return { ...info, pages, pixels: data };
    }
    const kept = resized.removeAlpha().toColourspace(spaceThatKeepsValues(isColour, depth));
    const { data, info } = await kept.raw({ depth: 'float' }).toBuffer({ resolveWithObject: true });
    // A copy, because a pooled buffer need not begin where four-byte numbers may begin.
    return { ...info, pages, pixels: new Float32Array(new Uint8Array(data).buffer) };
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
