import type { CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import type {
  FileImageFault,
  FileImageHeader,
  FileWindow,
  PixelRect,
} from '@data-manager/domain/pictures/pixels/fileImage';
import type { Result } from '@data-manager/lib/result';

/** Paints composites of section images on a canvas. */
export interface PicturePainter {
  /** Resizes the canvas and paints the sum of the layers, synchronously. */
  readonly paint: (layers: readonly CompositeLayer[], size: PictureSize) => void;
  readonly close: () => void;
}

/** An image file to open. */
export interface FileImageRequest {
  /** Bytes. */
  readonly size: number;
  /** From 1. */
  readonly page: number;
  /** Number of pages, as the server counts them. */
  readonly pages: number;
  /**
   * Returns the file's presigned URL, which is a secret, or undefined if there is none.
   *
   * @param isRenewed true if the storage has refused the previous one
   */
  readonly url: (isRenewed: boolean) => Promise<string | undefined>;
}

/** A page of an image file whose pixels can be read. */
export interface FileImage {
  readonly header: FileImageHeader;
  /**
   * Reads the pixels of a rect of a level by ranges, at most 8 of all files at the same time. Never rejects.
   *
   * @param maxBytes limit for the bytes that are fetched
   */
  readonly readWindow: (
    level: number,
    rect: PixelRect,
    maxBytes: number,
    signal: AbortSignal,
  ) => Promise<Result<FileWindow, FileImageFault>>;
  /** Frees the memory. */
  readonly close: () => void;
}
