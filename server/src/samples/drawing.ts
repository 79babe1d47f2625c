import sharp from 'sharp';

export const WIDTH = 640;
export const HEIGHT = 480;

/** The microscope's tiles in pixels. Their edges are slightly darker. */
const TILE_PIXELS = 160;
const TILE_FALLOFF = 0.07;
/** The value of an unlit pixel. */
const DARK_LEVEL = 96;
const READ_NOISE = 7;
/** Camera values per photon; determines the photon noise. */
const GAIN = 3.2;

/** Returns deterministic pseudo-random numbers from 0 (inclusive) to 1 (exclusive): mulberry32. */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Interpolates smoothly from 0 at `from` to 1 at `to`. */
export function ramp(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** Returns the value of a Gaussian with a peak of 1 at `center`. */
export function bell(center: number, width: number, value: number): number {
  return Math.exp(-0.5 * ((value - center) / width) ** 2);
}

/** Renders an SVG with half the image's width as its unit, centered. Returns RGB bytes. */
export function rasterize(content: string): Promise<Buffer> {
  const [halfWidth, halfHeight] = [4 / 3, 1];
  const viewBox = [-halfWidth, -halfHeight, 2 * halfWidth, 2 * halfHeight].join(' ');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="${viewBox}">` +
    `<g style="isolation:isolate"><rect x="-2" y="-2" width="4" height="4"/>${content}</g></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().blur(1.2).raw().toBuffer();
}

/** Returns smooth noise from -1 to 1 for every pixel, with features of about `size` pixels. */
export async function smoothNoise(seed: number, size: number): Promise<Float32Array> {
  const random = createRandom(seed);
  const [width, height] = [Math.ceil(WIDTH / size) + 1, Math.ceil(HEIGHT / size) + 1];
  const bytes = Uint8Array.from({ length: width * height }, () => random() * 256);
  const resized = await sharp(bytes, { raw: { width, height, channels: 1 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  // Loops over pixels: `from` with a callback takes several times as long.
  const noise = new Float32Array(resized.length);
  for (let index = 0; index < noise.length; index += 1) noise[index] = (resized[index] ?? 0) / 127.5 - 1;
  return noise;
}

/** Converts the light at each pixel to a 16-bit TIFF with the seams, dark level and noise of a tiling microscope. */
export function photograph(light: (column: number, row: number) => number, seed: number): Promise<Buffer> {
  const random = createRandom(seed);
  const fromTileCenter = (position: number): number => ((position % TILE_PIXELS) / TILE_PIXELS) * 2 - 1;
  const pixels = new Uint16Array(WIDTH * HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const seam = 1 - TILE_FALLOFF * (fromTileCenter(column) ** 2 + fromTileCenter(row) ** 2);
      const value = Math.max(0, light(column, row)) * seam;
      // Three uniform numbers approximate a normal distribution.
      const noise = (random() + random() + random() - 1.5) * 2 * Math.sqrt(value * GAIN + READ_NOISE ** 2);
      pixels[row * WIDTH + column] = Math.max(0, DARK_LEVEL + value + noise);
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .toColourspace('grey16')
    .tiff({ compression: 'none' })
    .toBuffer();
}
