import sharp from 'sharp';
import { createGate } from '../gate';
import { decodeTelling } from './decodeImage';
import { stretchContrast } from './stretchContrast';

/** The two sizes in which a preview is made: the long side in pixels, at most. */
const PREVIEW_PIXELS = { downsampled: 1024, thumbnail: 256 } as const;
export type PreviewKind = keyof typeof PREVIEW_PIXELS;

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
