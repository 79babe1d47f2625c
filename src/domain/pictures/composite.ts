import { brightnessOf, type Contrast } from './contrast';
import type { Picture, PictureSize, Samples } from './picture';

/** Red, green and blue, each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** One plane of samples that is added to a composite in a colour. */
export interface CompositeLayer extends PictureSize {
  readonly samples: Samples;
  readonly contrast: Contrast;
  readonly colour: Rgb;
}

/** A picture's planes as layers: grey in the colour, red, green and blue each in its own part of the colour. */
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

/** Full brightness as screens take it. */
const HIGHEST_LEVEL = 255;
/** Binary places behind the levels, in the sums: of 16 layers, as many as a graphics card adds up, they fit into 16 bits. */
const PLACES = 4;
/** So many fit without any place behind the levels; further ones, which nobody could tell apart, are left out. */
const MAX_LAYERS = 257;
/** Of 16 bits. */
const HIGHEST_VALUE = 0xffff;
/** What floats are rounded to. */
const FLOAT_STEPS = 4_080;

/** What layers add up to, value by value or pixel by pixel. */
interface Sums {
  /** Red in the lower 16 bits, green in the upper ones. */
  readonly redGreen: Uint32Array;
  readonly blue: Uint16Array;
}

/** A layer, ready to be added up. */
interface ReadyLayer {
  readonly samples: Uint8Array | Uint16Array;
  readonly width: number;
  /** What each value adds; the last one stands for all above it, which are at full brightness. */
  readonly parts: Sums;
  /** By the rows and columns of the composite, those that are shown there. */
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
}

/**
 * Adds layers up to opaque RGBA, from the top left, row by row. A layer of another size than the composite is stretched
 * to it without interpolation. What a sample adds is looked up: a megapixel of three layers takes no longer than a frame.
 */
export function composite(layers: readonly CompositeLayer[], size: PictureSize): Uint8ClampedArray<ArrayBuffer> {
  const added = layers.slice(0, MAX_LAYERS);
  const places = Math.min(PLACES, Math.floor(Math.log2(MAX_LAYERS / added.length)));
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
  const { samples, contrast } = withWholeSamples(layer);
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

/** Clamped by the array. */
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

/** By the rows or columns of a composite, those of a layer that are shown there. */
function placesIn(own: number, shown: number): Uint32Array {
  return new Uint32Array(shown).map((_, at) => Math.floor((at * own) / shown));
}

/** What can be looked up: of floats, their brightness. */
function withWholeSamples({ samples, contrast }: CompositeLayer) {
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
