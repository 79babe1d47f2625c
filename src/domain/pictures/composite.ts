import { brightnessOf, type Contrast } from './contrast';
import type { Picture, PictureSize } from './picture';
import type { Samples } from './samples';

/** Red, green and blue, each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A plane of samples that is added to a composite in a colour. */
export interface CompositeLayer extends PictureSize {
  readonly samples: Samples;
  readonly contrast: Contrast;
  readonly colour: Rgb;
}

/** Returns the planes of a picture as layers. A grey plane gets the whole colour, an RGB plane only its component. */
export function layersOf(picture: Picture, contrast: Contrast, colour: Rgb): readonly CompositeLayer[] {
  const { width, height, planes } = picture;
  const [red, green, blue] = colour;
  const parts: readonly Rgb[] = [
    [red, 0, 0],
    [0, green, 0],
    [0, 0, blue],
  ];
  return planes.map((samples, index) => ({
    ...{ width, height, samples, contrast },
    colour: planes.length === 1 ? colour : (parts[index] ?? colour),
  }));
}

/** Full brightness in 8 bits. */
const HIGHEST_LEVEL = 255;
/** Fractional bits of the sums. With 16 layers, the maximum of the GPU painter, a sum fits into 16 bits. */
const FRACTION_BITS = 4;
/** Maximum number of layers without fractional bits. Further layers are ignored. */
const MAX_LAYERS = 257;
/** Number of steps to which floats are quantized. */
const FLOAT_STEPS = 4_080;
/** The factors that put green and blue into a packed sum. */
const GREEN = 2 ** 16;
const BLUE = 2 ** 32;

/** A layer of the size of the composite, with its lookup table. */
interface ReadyLayer {
  readonly samples: Uint8Array | Uint16Array;
  /** The contribution of each value, packed. */
  readonly parts: Float64Array;
}

/**
 * Adds layers to opaque RGBA pixels, row by row from the top left. Layers of a different size are scaled without
 * interpolation.
 *
 * Uses lookup tables, and packs the three sums of a pixel into one number, 16 bits each: a float of 64 bits holds 48 of
 * them exactly. Three layers of a megapixel take about a third of a frame.
 *
 * @param pixels overwritten and returned. Reusing them takes less time than allocating them.
 */
export function composite(
  layers: readonly CompositeLayer[],
  size: PictureSize,
  pixels = new Uint8ClampedArray(size.width * size.height * 4),
): Uint8ClampedArray<ArrayBuffer> {
  const added = layers.slice(0, MAX_LAYERS);
  const places = Math.min(FRACTION_BITS, Math.floor(Math.log2(MAX_LAYERS / added.length)));
  const ready = added.map((layer, index) => prepare(layer, size, HIGHEST_LEVEL * 2 ** places, tableAt(index)));
  // Every browser runs on little-endian machines only, so red is the lowest byte.
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const [last, ...others] = triplesOf(ready);
  if (last === undefined) words.fill(OPAQUE);
  else {
    // Rounds to the nearest level when the fractional bits are cut off.
    const half = places === 0 ? 0 : 2 ** (places - 1);
    const start = pack(half, half, half);
    const sums = new Float64Array(size.width);
    for (let y = 0; y < size.height; y += 1) {
      sums.fill(start);
      for (const triple of others) addRow(sums, y, triple);
      writeRow(words, y, sums, last, places);
    }
  }
  return pixels;
}

function pack(red: number, green: number, blue: number): number {
  return red + green * GREEN + blue * BLUE;
}

/** Number of values of a 16-bit sample. */
const TABLE_VALUES = 2 ** 16;

/** Kept for the next composite: zeroing new ones and collecting the old ones takes a tenth of its time. */
const tables: Float64Array[] = [];

function tableAt(index: number): Float64Array {
  return (tables[index] ??= new Float64Array(TABLE_VALUES));
}

function prepare(layer: CompositeLayer, size: PictureSize, unit: number, parts: Float64Array): ReadyLayer {
  const { samples, contrast } = toIntegerSamples(layer);
  const isScaled = layer.width !== size.width || layer.height !== size.height;
  return {
    samples: isScaled ? scaled(samples, layer, size) : samples,
    parts: fillParts(parts, contrast, layer.colour, unit, 2 ** (8 * samples.BYTES_PER_ELEMENT)),
  };
}

/** Three layers are added at a time, because reading and writing the sums takes as long as adding a layer. */
type Triple = readonly [one: ReadyLayer, two: ReadyLayer, three: ReadyLayer];

/** The contributions of a layer that adds nothing. */
const NO_PARTS = new Float64Array(TABLE_VALUES);

function triplesOf(layers: readonly ReadyLayer[]): readonly Triple[] {
  const triples: Triple[] = [];
  for (let index = 0; index < layers.length; index += 3) {
    const [one, two, three] = layers.slice(index, index + 3);
    if (one === undefined) break;
    const nothing = { samples: one.samples, parts: NO_PARTS };
    triples.push([one, two ?? nothing, three ?? nothing]);
  }
  return triples;
}

function addRow(sums: Float64Array, y: number, [one, two, three]: Triple): void {
  const { samples: firstSamples, parts: firstParts } = one;
  const { samples: secondSamples, parts: secondParts } = two;
  const { samples: thirdSamples, parts: thirdParts } = three;
  const start = y * sums.length;
  for (let x = 0; x < sums.length; x += 1) {
    const at = start + x;
    sums[x] =
      (sums[x] ?? 0) +
      (firstParts[firstSamples[at] ?? 0] ?? 0) +
      (secondParts[secondSamples[at] ?? 0] ?? 0) +
      (thirdParts[thirdSamples[at] ?? 0] ?? 0);
  }
}

/** The highest byte of a pixel. */
const OPAQUE = 0xff000000;

/** Adds the last layers and writes the pixels in one pass, which takes half the time of two. */
function writeRow(words: Uint32Array, y: number, sums: Float64Array, [one, two, three]: Triple, places: number): void {
  const { samples: firstSamples, parts: firstParts } = one;
  const { samples: secondSamples, parts: secondParts } = two;
  const { samples: thirdSamples, parts: thirdParts } = three;
  const start = y * sums.length;
  for (let x = 0; x < sums.length; x += 1) {
    const at = start + x;
    const sum =
      (sums[x] ?? 0) +
      (firstParts[firstSamples[at] ?? 0] ?? 0) +
      (secondParts[secondSamples[at] ?? 0] ?? 0) +
      (thirdParts[thirdSamples[at] ?? 0] ?? 0);
    // Bitwise operators use the lower 32 bits.
    const redGreen = sum | 0;
    let red = (redGreen & 0xffff) >> places;
    let green = (redGreen >>> 16) >> places;
    let blue = (sum / BLUE) >> places;
    if (red > HIGHEST_LEVEL) red = HIGHEST_LEVEL;
    if (green > HIGHEST_LEVEL) green = HIGHEST_LEVEL;
    if (blue > HIGHEST_LEVEL) blue = HIGHEST_LEVEL;
    words[at] = red | (green << 8) | (blue << 16) | OPAQUE;
  }
}

/** Scales a layer by repeating or skipping samples. */
function scaled(
  samples: Uint8Array | Uint16Array,
  own: PictureSize,
  { width, height }: PictureSize,
): Uint8Array | Uint16Array {
  const rows = placesIn(own.height, height);
  const columns = placesIn(own.width, width);
  const result = samples instanceof Uint8Array ? new Uint8Array(width * height) : new Uint16Array(width * height);
  return result.map((_, at) => {
    const row = rows[Math.floor(at / width)] ?? 0;
    return samples[row * own.width + (columns[at % width] ?? 0)] ?? 0;
  });
}

/** Returns the source index for each target index. */
function placesIn(own: number, shown: number): Uint32Array {
  return new Uint32Array(shown).map((_, at) => Math.floor((at * own) / shown));
}

/** Quantizes floats to integers that can index a lookup table. */
function toIntegerSamples({ samples, contrast }: CompositeLayer) {
  if (!(samples instanceof Float32Array)) return { samples, contrast };
  const brightness = new Uint16Array(samples.length);
  samples.forEach((value, index) => (brightness[index] = Math.round(brightnessOf(value, contrast) * FLOAT_STEPS)));
  return { samples: brightness, contrast: { black: 0, white: FLOAT_STEPS } };
}

/** Fills a table with the contribution of each value. Values above white contribute as much as white. */
function fillParts(
  parts: Float64Array,
  contrast: Contrast,
  [red, green, blue]: Rgb,
  unit: number,
  values: number,
): Float64Array {
  const last = Math.max(0, Math.min(values - 1, Math.floor(contrast.white) + 1));
  for (let value = 0; value <= last; value += 1) {
    const brightness = brightnessOf(value, contrast) * unit;
    parts[value] = pack(Math.round(brightness * red), Math.round(brightness * green), Math.round(brightness * blue));
  }
  return parts.fill(parts[last] ?? 0, last, values);
}
