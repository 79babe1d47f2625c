import type { Contrast } from './contrast';
import type { Picture, PictureSize } from './picture';
import type { Plane } from './plane';

/** Red, green and blue, each from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A plane of samples that is added to a composite in a colour. */
export interface CompositeLayer extends PictureSize {
  readonly plane: Plane;
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
  return planes.map((plane, index) => ({
    ...{ width, height, plane, contrast },
    colour: planes.length === 1 ? colour : (parts[index] ?? colour),
  }));
}

/** Number of shades of a layer: more than a screen can show, so that rounding to one of them changes no pixel. */
const SHADES = 4_096;

/**
 * Returns a layer in its colour, as opaque RGBA pixels of the given size, row by row from the top left. A layer of another size
 * is scaled without interpolation.
 *
 * @param pixels overwritten and returned. Allocating new pixels takes longer than tinting.
 */
export function tint(
  layer: CompositeLayer,
  size: PictureSize,
  pixels = new Uint8ClampedArray(4 * size.width * size.height),
): Uint8ClampedArray<ArrayBuffer> {
  const { contrast, colour } = layer;
  const plane = scaled(layer, size);
  const shades = shadesOf(colour);
  const target = new Uint32Array(pixels.buffer);
  if (plane instanceof Float32Array) lookUp(shadesIn(plane, contrast), shades, target);
  else {
    // Looking up the colour of a value takes a third of the time of computing it.
    const values = new Float32Array(2 ** (8 * plane.BYTES_PER_ELEMENT));
    for (let value = 0; value < values.length; value += 1) values[value] = value;
    const colours = new Uint32Array(values.length);
    lookUp(shadesIn(values, contrast), shades, colours);
    lookUp(plane, colours, target);
  }
  return pixels;
}

/** Returns the shades of values. Repeats `brightnessOf`, because a call takes a third of the time. */
function shadesIn(values: Float32Array, { black, white }: Contrast): Uint16Array {
  const range = Math.max(white - black, Number.MIN_VALUE);
  const shades = new Uint16Array(values.length);
  for (let at = 0; at < shades.length; at += 1) {
    const brightness = Math.min(1, Math.max(0, ((values[at] ?? 0) - black) / range));
    shades[at] = Math.round(brightness * (SHADES - 1));
  }
  return shades;
}

function lookUp(keys: Uint8Array | Uint16Array, colours: Uint32Array, target: Uint32Array): void {
  for (let at = 0; at < target.length; at += 1) target[at] = colours[keys[at] ?? 0] ?? 0;
}

/** Repeats or skips samples. */
function scaled({ plane, ...own }: CompositeLayer, { width, height }: PictureSize): Plane {
  if (own.width === width && own.height === height) return plane;
  const rows = placesIn(own.height, height);
  const columns = placesIn(own.width, width);
  const result = plane instanceof Float32Array ? new Float32Array(width * height) : new Uint16Array(width * height);
  return result.map(
    (_, at) => plane[(rows[Math.floor(at / width)] ?? 0) * own.width + (columns[at % width] ?? 0)] ?? 0,
  );
}

/** Returns the source index for each target index. */
function placesIn(own: number, shown: number): Uint32Array {
  return new Uint32Array(shown).map((_, at) => Math.floor((at * own) / shown));
}

/** Returns the RGBA pixels from black to a colour, each as one number. */
function shadesOf([red, green, blue]: Rgb): Uint32Array {
  const bytes = new Uint8ClampedArray(4 * SHADES);
  for (let shade = 0; shade < SHADES; shade += 1) {
    const level = (255 * shade) / (SHADES - 1);
    bytes.set([level * red, level * green, level * blue, 255], 4 * shade);
  }
  return new Uint32Array(bytes.buffer);
}

/** Returns true if both layers look the same. */
export function isSameLayer(one: CompositeLayer, other: CompositeLayer): boolean {
  return (
    one.plane === other.plane &&
    one.contrast.black === other.contrast.black &&
    one.contrast.white === other.contrast.white &&
    one.colour.every((part, place) => part === other.colour[place])
  );
}
