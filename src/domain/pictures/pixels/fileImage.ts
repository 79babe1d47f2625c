import type { PictureSize } from '../picture';

/** The type of a sample in a file. */
export interface SampleType {
  readonly kind: 'unsigned' | 'signed' | 'float';
  readonly bits: number;
}

/** The samples of an image as they are in the file: never scaled, clipped or rounded. */
export type FileSamples =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | BigUint64Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A resolution of an image. */
export interface ImageLevel extends PictureSize {
  /** Size of a strip or tile in pixels. The last strip may have fewer rows; tiles are padded. */
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly isTiled: boolean;
}

/** The meaning of the samples: TIFF's photometric interpretation. */
export type Photometric = 'white-is-zero' | 'black-is-zero' | 'rgb' | 'palette' | 'other';

/** Describes a page of an image file. */
export interface FileImageHeader {
  readonly type: SampleType;
  /** Samples per pixel. */
  readonly samples: number;
  /** The samples that are shown together: three colours, or one. */
  readonly shown: readonly number[];
  /** True if each sample has strips or tiles of its own. */
  readonly isPlanar: boolean;
  /** True if rows of a strip or tile can't be read without the rest of it. */
  readonly isCompressed: boolean;
  readonly isLittleEndian: boolean;
  readonly photometric: Photometric;
  /** TIFF's orientation, 1 to 8. Levels have the size in the file, before they are turned. */
  readonly orientation: number;
  /** The colours of a palette: all red values, then green, then blue. */
  readonly palette: Uint16Array<ArrayBuffer> | undefined;
  /** The full resolution first, then the lower resolutions. Never empty. */
  readonly levels: readonly [ImageLevel, ...ImageLevel[]];
}

/** A part of an image in pixels. `right` and `bottom` are exclusive. */
export interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The pixels of a part of an image. */
export interface FileWindow {
  readonly rect: PixelRect;
  /** One for each sample of a pixel, row by row. */
  readonly planes: readonly FileSamples[];
  /** True if the file has no bytes for some of the pixels. They are zero. */
  readonly hasGaps: boolean;
}

/** Why pixels of a file can't be read. */
export type FileImageFault =
  | { readonly kind: 'aborted' }
  /** The server does not offer the file's bytes, or did not send them. */
  | { readonly kind: 'unavailable' }
  /** The storage refused the request. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The file has been replaced since it was opened. */
  | { readonly kind: 'changed' }
  /** Not a TIFF, or a damaged one. */
  | { readonly kind: 'damaged' }
  /** `what` completes "… can't be read". */
  | { readonly kind: 'unsupported'; readonly what: string }
  /** A strip or tile, or the sum of several, exceeds the limit. */
  | { readonly kind: 'too-large'; readonly bytes: number };

/** Returns the width of a rect. */
export function rectWidth({ left, right }: PixelRect): number {
  return right - left;
}

/** Returns the height of a rect. */
export function rectHeight({ top, bottom }: PixelRect): number {
  return bottom - top;
}

/** Returns the part that both rects share, or undefined if there is none. */
export function intersectRects(one: PixelRect, other: PixelRect): PixelRect | undefined {
  const rect = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return rect.left < rect.right && rect.top < rect.bottom ? rect : undefined;
}
