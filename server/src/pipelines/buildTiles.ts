import { rename, rm } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { decodeNonEmptyPlane, decodePlane, IMAGE_FORMATS, MAX_INPUT_PIXELS } from '../previews/decodeImage';
import type { Contrast } from './buildPyramids';

// libvips caches files by path, so it would not notice that an image was replaced.
sharp.cache(false);

/** Tile size without the overlap of one pixel on each inner edge. */
export const TILE_PIXELS = 256;
export const TILE_OVERLAP_PIXELS = 1;
const JPEG_QUALITY = 90;
const PROBE_SIDE_PIXELS = 64;

/** The size of the full image in pixels. */
export interface TiledImage {
  readonly width: number;
  readonly height: number;
}

/**
 * Builds a Deep Zoom pyramid of 8-bit tiles. The image is streamed. Of a stack, the plane that previews show is used.
 *
 * @param target The folder to create for the levels.
 * @returns The image size, or undefined if the file is not a readable image.
 * @throws Error if the tiles can't be written.
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
    // sharp does not classify its errors: decode the image again to distinguish a damaged image from a full disk.
    if ((await decodePlane(path, PROBE_SIDE_PIXELS)) === undefined) return undefined;
    throw error;
  }
}

async function openImage(path: string, contrast: Contrast | undefined): Promise<Sharp | undefined> {
  const open = (page: number): Sharp => sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', page });
  const { format, depth, channels, pages = 1 } = await open(0).metadata();
  if (!IMAGE_FORMATS.has(format)) return undefined;
  const isColour = channels >= 3;
  const plane = pages > 1 ? await decodeNonEmptyPlane(path, PROBE_SIDE_PIXELS) : undefined;
  const image = open(plane?.page ?? 0)
    .autoOrient()
    .removeAlpha();
  if (isColour && depth === 'uchar') return image.toColourspace('srgb');
  // libvips converts 16-bit values to 8 bits by dividing by 256, and clips other values.
  const white = depth === 'ushort' || depth === 'short' ? 65_535 : 255;
  const [low, high] = contrast ?? [0, white];
  const scale = high > low ? white / (high - low) : 0;
  return image.linear(scale, scale === 0 ? white / 2 : -low * scale).toColourspace(isColour ? 'srgb' : 'b-w');
}
