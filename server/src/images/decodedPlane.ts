import type { Channels } from 'sharp';

/** Values of a file. Floats of 64 bits hold what does not fit into 32 bits. */
export type Values = Float32Array | Float64Array;

/** A decoded plane of an image. */
export interface DecodedPlane {
  /** Bytes that can be shown, or values of the file whose contrast should be stretched. */
  readonly pixels: Uint8Array | Values;
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
  /** Type of the values in the file, such as `ushort`. */
  readonly depth: string;
  /** Size of the plane in the file. */
  readonly original: { readonly width: number; readonly height: number };
  /** Number of planes in the file. */
  readonly pages: number;
  /** Zero-based index of this plane. */
  readonly page: number;
  /** Zero-based index of its directory in a TIFF. */
  readonly directory: number;
  /** True if libvips reads the values of the file unchanged. */
  readonly isPlain: boolean;
  /** True if all pixels of the plane in the file have the same value, or the same color. */
  readonly isFlat: boolean;
}

/** Returns true if all pixels have the same value, or the same color. */
export function hasOneValue({ pixels, channels }: Pick<DecodedPlane, 'pixels' | 'channels'>): boolean {
  return pixels.every((value, index) => Object.is(value, pixels[index % channels]));
}
