import { rename, rm } from 'node:fs/promises';
import { Type, type Static } from '@sinclair/typebox';
import sharp, { type Sharp } from 'sharp';
import { oneOf } from '../common/oneOf';
import type { Values } from './decodedPlane';
import { decodeNonEmptyPlane, decodePlane, MAX_INPUT_PIXELS, percentiles } from './decodeImage';

// libvips caches files by path, so it would not notice that an image was replaced.
sharp.cache(false);

/** Tile size without the overlap of one pixel on each inner edge. */
export const TILE_PIXELS = 256;
export const TILE_OVERLAP_PIXELS = 1;
const JPEG_QUALITY = 90;
/** Fast: higher levels save little for images with noise. */
const PNG_LEVEL = 2;
/** Maximum of a 16-bit tile. */
const MAX_VALUE = 65_535;
const PROBE_SIDE_PIXELS = 64;

const MEASURED_SIDE_PIXELS = 512;

/** The tiles of an image. */
export const TiledImage = Type.Object({
  /** Size of the full image in pixels. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** `png`: values of a grayscale image, lossless. `jpeg`: a color image, ready to be shown. */
  format: oneOf(['png', 'jpeg']),
  /** An original value is `offset + scale * value` of a tile. */
  offset: Type.Number(),
  scale: Type.Number(),
  /** The original values that become black and white by default. */
  black: Type.Number(),
  white: Type.Number(),
  /** The range of original values. */
  lowest: Type.Number(),
  highest: Type.Number(),
});
export type TiledImage = Static<typeof TiledImage>;

/**
 * Builds a Deep Zoom pyramid. The image is streamed. Tiles of grayscale images keep the original values, so that the
 * viewer can adjust the contrast and show values. Of a stack, the plane that previews show is used.
 *
 * @param target The folder to create for the levels.
 * @returns undefined if the file is not a readable image.
 * @throws Error if the tiles can't be written.
 */
export async function buildTiles(path: string, target: string): Promise<TiledImage | undefined> {
  try {
    const opened = await openImage(path);
    if (opened === undefined) return undefined;
    const { image, ...tiled } = opened;
    const encoded =
      tiled.format === 'png' ? image.png({ compressionLevel: PNG_LEVEL }) : image.jpeg({ quality: JPEG_QUALITY });
    const { width, height } = await encoded
      .tile({ size: TILE_PIXELS, overlap: TILE_OVERLAP_PIXELS, layout: 'dz' })
      .toFile(`${target}.dz`);
    await rm(`${target}.dzi`, { force: true });
    await rm(`${target}_files/vips-properties.xml`, { force: true });
    await rename(`${target}_files`, target);
    return { ...tiled, width, height };
  } catch (error) {
    await rm(`${target}.dzi`, { force: true });
    await rm(`${target}_files`, { recursive: true, force: true });
    // sharp does not classify its errors: decode the image again to distinguish a damaged image from a full disk.
    if ((await decodePlane(path, PROBE_SIDE_PIXELS)) === undefined) return undefined;
    throw error;
  }
}

type OpenedImage = Omit<TiledImage, 'width' | 'height'> & { readonly image: Sharp };

async function openImage(path: string): Promise<OpenedImage | undefined> {
  const plane = await decodeNonEmptyPlane(path, MEASURED_SIDE_PIXELS);
  if (plane === undefined) return undefined;
  const { page, directory, depth, channels, pixels, isPlain } = plane;
  const options = { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', page: directory } as const;
  const image = sharp(path, options).autoOrient().removeAlpha();
  if (pixels instanceof Uint8Array) {
    return { image: image.toColourspace('srgb'), format: 'jpeg', ...identity, ...SCREEN_RANGE };
  }
  const [black, white] = percentiles(pixels);
  if (channels >= 3)
    return { image: stretch(image, depth, [black, white]), format: 'jpeg', ...identity, ...SCREEN_RANGE };
  const [lowest, highest] = extremes(pixels);
  const range = { black, white, lowest, highest };
  if (isPlain && depth === 'uchar') return { image: image.toColourspace('b-w'), format: 'png', ...identity, ...range };
  if (isPlain && depth === 'ushort')
    return { image: image.toColourspace('grey16'), format: 'png', ...identity, ...range };
  return mapTo16Bits(path, page, range);
}

/** Larger than any image. */
const FULL_SIDE_PIXELS = 2 ** 24;

/** PNGs have 8 or 16 bits: other values are mapped to 16 bits. sharp can't do that in a stream, so memory holds the image. */
async function mapTo16Bits(
  path: string,
  page: number,
  range: Pick<TiledImage, 'black' | 'white' | 'lowest' | 'highest'>,
): Promise<OpenedImage | undefined> {
  const plane = await decodePlane(path, FULL_SIDE_PIXELS, page);
  if (plane === undefined || plane.pixels instanceof Uint8Array) return undefined;
  const { pixels, width, height } = plane;
  const [low, high] = extremes(pixels);
  const scale = high > low ? (high - low) / MAX_VALUE : 1;
  const values = Uint16Array.from(pixels, (value) =>
    Math.min(MAX_VALUE, Math.max(0, Math.round((value - low) / scale))),
  );
  const image = sharp(values, { raw: { width, height, channels: 1 }, limitInputPixels: MAX_INPUT_PIXELS });
  return { image: image.toColourspace('grey16'), format: 'png', offset: low, scale, ...range };
}

const identity = { offset: 0, scale: 1 };
const SCREEN_RANGE = { black: 0, white: 255, lowest: 0, highest: 255 };

/** Maps the contrast of a color image to 8 bits. */
function stretch(image: Sharp, depth: string, [low, high]: readonly [number, number]): Sharp {
  // libvips converts 16-bit values to 8 bits by dividing by 256, and clips other values.
  const white = depth === 'ushort' || depth === 'short' ? MAX_VALUE : 255;
  const scale = high > low ? white / (high - low) : 0;
  return image.linear(scale, scale === 0 ? white / 2 : -low * scale).toColourspace('srgb');
}

function extremes(values: Values): readonly [lowest: number, highest: number] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return lowest <= highest ? [lowest, highest] : [0, 0];
}
