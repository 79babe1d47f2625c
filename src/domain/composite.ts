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

/**
 * Adds layers up to opaque RGBA, from the top left, row by row. A layer of another size than the composite is stretched
 * to it without interpolation.
 */
export function composite(layers: readonly CompositeLayer[], size: PictureSize): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = size;
  const sums = new Float32Array(width * height * 3);
  for (const layer of layers) addLayer(sums, layer, size);
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; from < sums.length; from += 3, to += 4) {
    pixels[to] = (sums[from] ?? 0) * 255;
    pixels[to + 1] = (sums[from + 1] ?? 0) * 255;
    pixels[to + 2] = (sums[from + 2] ?? 0) * 255;
    pixels[to + 3] = 255;
  }
  return pixels;
}

function addLayer(sums: Float32Array, layer: CompositeLayer, { width, height }: PictureSize): void {
  const { samples, contrast, colour } = layer;
  const [red, green, blue] = colour;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * layer.height) / height) * layer.width;
    for (let x = 0; x < width; x += 1, to += 3) {
      const value = samples[row + Math.floor((x * layer.width) / width)] ?? 0;
      const brightness = brightnessOf(value, contrast);
      sums[to] = (sums[to] ?? 0) + brightness * red;
      sums[to + 1] = (sums[to + 1] ?? 0) + brightness * green;
      sums[to + 2] = (sums[to + 2] ?? 0) + brightness * blue;
    }
  }
}
