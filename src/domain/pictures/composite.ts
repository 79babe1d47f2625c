import { brightnessOf, type Contrast } from './contrast';
import type { Picture, PictureSize, Samples } from './picture';

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
/** Maximum 16-bit value. */
const HIGHEST_VALUE = 0xffff;
/** Number of steps to which floats are quantized. */
const FLOAT_STEPS = 4_080;

/** Sums of the colour components, by value or by pixel. */
interface Sums {
  /** Red in the lower 16 bits, green in the upper 16 bits. */
  readonly redGreen: Uint32Array;
  readonly blue: Uint16Array;
}

/** A layer with its lookup tables. */
interface ReadyLayer {
  readonly samples: Uint8Array | Uint16Array;
  readonly width: number;
  /** The contribution of each value. The last entry applies to all higher values. */
  readonly parts: Sums;
  /** The row and column of the layer for each row and column of the composite. */
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
}

/**
 * Adds layers to opaque RGBA pixels, row by row from the top left. Layers of a different size are scaled without
 * interpolation. Uses lookup tables, so that three layers of a megapixel take less than a frame.
 */
export function composite(layers: readonly CompositeLayer[], size: PictureSize): Uint8ClampedArray<ArrayBuffer> {
  const added = layers.slice(0, MAX_LAYERS);
  const places = Math.min(FRACTION_BITS, Math.floor(Math.log2(MAX_LAYERS / added.length)));
  const ready = added.map((layer) => prepare(layer, size, HIGHEST_LEVEL * 2 ** places));
  const sums: Sums = { redGreen: new Uint32Array(size.width), blue: new Uint16Array(size.width) };
  const pixels = new Uint8ClampedArray(size.width * size.height * 4);
  for (let y = 0; y < size.height; y += 1) {
    sums.redGreen.fill(0);
    sums.blue.fill(0);
    for (const layer of ready) addRow(sums, layer, y);
    writeRow(pixels, y, sums, places);
  }
  return pixels;
}

function prepare(layer: CompositeLayer, { width, height }: PictureSize, unit: number): ReadyLayer {
  const { samples, contrast } = toIntegerSamples(layer);
  return {
    samples,
    width: layer.width,
    parts: partsOf(contrast, layer.colour, unit),
    rows: placesIn(layer.height, height),
    columns: placesIn(layer.width, width),
  };
}

function addRow({ redGreen, blue }: Sums, { samples, width, parts, rows, columns }: ReadyLayer, y: number): void {
  const [redGreenOf, blueOf] = [parts.redGreen, parts.blue];
  const last = blueOf.length - 1;
  const start = (rows[y] ?? 0) * width;
  for (let x = 0; x < columns.length; x += 1) {
    const value = Math.min(last, samples[start + (columns[x] ?? 0)] ?? 0);
    redGreen[x] = (redGreen[x] ?? 0) + (redGreenOf[value] ?? 0);
    blue[x] = (blue[x] ?? 0) + (blueOf[value] ?? 0);
  }
}

/** The array clamps the values. */
function writeRow(pixels: Uint8ClampedArray, y: number, { redGreen, blue }: Sums, places: number): void {
  const half = places === 0 ? 0 : 1 << (places - 1);
  let to = y * blue.length * 4;
  for (let x = 0; x < blue.length; x += 1) {
    const sum = redGreen[x] ?? 0;
    pixels[to] = ((sum & 0xffff) + half) >> places;
    pixels[to + 1] = ((sum >>> 16) + half) >> places;
    pixels[to + 2] = ((blue[x] ?? 0) + half) >> places;
    pixels[to + 3] = 255;
    to += 4;
  }
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

function partsOf(contrast: Contrast, [red, green, blue]: Rgb, unit: number): Sums {
  const values = Math.max(0, Math.min(HIGHEST_VALUE, Math.floor(contrast.white) + 1)) + 1;
  const parts: Sums = { redGreen: new Uint32Array(values), blue: new Uint16Array(values) };
  for (let value = 0; value < values; value += 1) {
    const brightness = brightnessOf(value, contrast) * unit;
    parts.redGreen[value] = Math.round(brightness * red) + Math.round(brightness * green) * 2 ** 16;
    parts.blue[value] = Math.round(brightness * blue);
  }
  return parts;
}
