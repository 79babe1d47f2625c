import { rename, rm } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { decodeNonEmptyPlane, decodePlane, IMAGE_FORMATS, MAX_INPUT_PIXELS } from '../previews/decodeImage';
import type { Contrast } from './buildPyramids';

// libvips knows files again by their paths alone: an image that was replaced would be shown as it was before.
sharp.cache(false);

/** With the one pixel that neighbours share a tile is 256 wide at an edge of the image, 258 inside. */
export const TILE_PIXELS = 256;
export const TILE_OVERLAP_PIXELS = 1;
const JPEG_QUALITY = 90;
const PROBE_SIDE_PIXELS = 64;

/** Pixels of the image at its full size. */
export interface TiledImage {
  readonly width: number;
  readonly height: number;
}

/**
 * Cuts an image into the 8-bit tiles of a Deep Zoom pyramid. The image is streamed: it is never in memory as a whole. Of
 * a stack it is the plane that previews show.
 *
 * @param target The folder of the levels; made by this call.
 * @returns undefined where the file is no image that can be read
 * @throws Error where the image is good and the tiles can't be written
 */
export async function buildTiles(
  path: string,
  target: string,
  contrast: Contrast | undefined,
): Promise<TiledImage | undefined> {
  try {
    const image = await openImage(path, contrast);
    if (image === undefined) return undefined;
    const { width, height } = await image
      .jpeg({ quality: JPEG_QUALITY })
      .tile({ size: TILE_PIXELS, overlap: TILE_OVERLAP_PIXELS, layout: 'dz' })
      .toFile(`${target}.dz`);
    await rm(`${target}.dzi`, { force: true });
    await rm(`${target}_files/vips-properties.xml`, { force: true });
    await rename(`${target}_files`, target);
    return { width, height };
  } catch (error) {
    await rm(`${target}.dzi`, { force: true });
    await rm(`${target}_files`, { recursive: true, force: true });
    // sharp's errors have no kinds: only a second look tells a damaged image from a full disk.
    if ((await decodePlane(path, PROBE_SIDE_PIXELS)) === undefined) return undefined;
    throw error;
  }
}

async function openImage(path: string, contrast: Contrast | undefined): Promise<Sharp | undefined> {
  const open = (page: number): Sharp => sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', page });
  const { format, depth, channels, pages = 1 } = await open(0).metadata();
  if (!IMAGE_FORMATS.has(format)) return undefined;
  const isColour = channels >= 3;
  const telling = pages > 1 ? await decodeNonEmptyPlane(path, PROBE_SIDE_PIXELS) : undefined;
  const image = open(telling?.page ?? 0)
    .autoOrient()
    .removeAlpha();
  if (isColour && depth === 'uchar') return image.toColourspace('srgb');
  // libvips divides 16-bit numbers by 256 on the way to 8 bits, and cuts others off.
  const white = depth === 'ushort' || depth === 'short' ? 65_535 : 255;
  const [low, high] = contrast ?? [0, white];
  const scale = high > low ? white / (high - low) : 0;
  return image.linear(scale, scale === 0 ? white / 2 : -low * scale).toColourspace(isColour ? 'srgb' : 'b-w');
}
