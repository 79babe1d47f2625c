import type { GreyImage } from './encodeTiff';
import type { Field } from './field';
import { createRandom } from './random';

/** The scanner's tiles, pixels: their seams are seen as a slight fall of light. */
const TILE_PIXELS = 160;
const TILE_FALLOFF = 0.07;
/** Values that an unlit camera gives. */
const DARK_LEVEL = 96;
const READ_NOISE = 7;
/** Values for each photon: few photons make a grainy picture. */
const GAIN = 3.2;
const NOISE_VALUES = 1 << 16;

const noiseSource = createRandom(1);
const normals = Float32Array.from({ length: NOISE_VALUES }, () => noiseSource.normal());

/** Takes the picture of a field of light as a tiling 16-bit camera would: with seams, photon noise and a dark level. */
export function photograph({ width, height, values }: Field, seed: number): GreyImage {
  const pixels = new Uint16Array(width * height);
  const random = createRandom(seed);
  for (let y = 0; y < height; y += 1) {
    const fromTop = ((y % TILE_PIXELS) / TILE_PIXELS) * 2 - 1;
    // Each row goes on at another place of the noise table, or its repetition would be seen.
    let noiseAt = Math.floor(random.even() * NOISE_VALUES);
    for (let x = 0; x < width; x += 1) {
      const fromLeft = ((x % TILE_PIXELS) / TILE_PIXELS) * 2 - 1;
      const light = Math.max(0, values[y * width + x] ?? 0) * (1 - TILE_FALLOFF * (fromLeft ** 2 + fromTop ** 2));
      noiseAt = (noiseAt + 1) & (NOISE_VALUES - 1);
      const noise = (normals[noiseAt] ?? 0) * Math.sqrt(light * GAIN + READ_NOISE * READ_NOISE);
      pixels[y * width + x] = Math.min(65_535, Math.max(0, Math.round(DARK_LEVEL + light + noise)));
    }
  }
  return { width, height, pixels };
}
