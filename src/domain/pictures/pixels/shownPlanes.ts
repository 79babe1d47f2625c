import { LOWEST, type Picture } from '../picture';
import type { Plane } from '../plane';
import type { FileImageHeader, FileSamples } from './fileImage';

/**
 * Returns the samples of a file that are shown together, as the preview shows them: colours as three planes, grey as one.
 * Returns undefined for colours that need a conversion.
 */
export function shownPlanes(
  { photometric, palette, type, shown }: FileImageHeader,
  planes: readonly FileSamples[],
): readonly FileSamples[] | undefined {
  const [first, ...others] = shown.map((sample) => planes[sample]).filter((plane) => plane !== undefined);
  if (first === undefined || photometric === 'other') return undefined;
  if (photometric === 'palette') return palette && paletteColours(first, palette);
  const isInverted = photometric === 'white-is-zero' && type.kind === 'unsigned';
  const grey = isInverted ? invert(first, type.bits) : first;
  return [grey, ...others].map((values) => stretchFewBits(values, type.bits));
}

/** Converts the samples of a file to those of a picture. Returns undefined for colours that need a conversion. */
export function displayPlanes(header: FileImageHeader, planes: readonly FileSamples[]): readonly Plane[] | undefined {
  return shownPlanes(header, planes)?.map(toPlane);
}

/** Returns true if the contrast of the preview applies to the samples of the file. */
export function isSameScale(picture: Picture, planes: readonly Plane[]): boolean {
  return (
    picture.planes.length === planes.length &&
    picture.planes.every((plane, index) => plane.constructor === planes[index]?.constructor)
  );
}

/** Images with fewer than 8 bits are shown with the brightness of 8 bits. */
function stretchFewBits(values: FileSamples, bits: number): FileSamples {
  return bits < 8 && values instanceof Uint8Array ? values.map((value) => (value * 255) / (2 ** bits - 1)) : values;
}

function paletteColours(indices: FileSamples, palette: Uint16Array): readonly Uint8Array<ArrayBuffer>[] {
  const count = palette.length / 3;
  return [0, 1, 2].map((part) =>
    Uint8Array.from(indices as Uint8Array, (index) => (palette[part * count + index] ?? 0) >> 8),
  );
}

/** Inverts unsigned samples. */
function invert(samples: FileSamples, bits: number): FileSamples {
  if (samples instanceof BigUint64Array) return samples.map((value) => 2n ** 64n - 1n - value);
  const white = 2 ** bits - 1;
  return (samples as Uint32Array<ArrayBuffer>).map((value) => white - value);
}

/** Values that are not finite can't be painted. */
function toPlane(values: FileSamples): Plane {
  if (values instanceof Uint8Array || values instanceof Uint16Array) return values;
  const samples = new Float32Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const value = Number(values[index]);
    samples[index] = Number.isFinite(value) ? value : value === Infinity ? -LOWEST : LOWEST;
  }
  return samples;
}
