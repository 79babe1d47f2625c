import type { TiledImage } from '../pipelines/buildTiles';
import type { Preview, UnreadableImage, WantedPreview } from './renderPreview';

/**
 * Reads users' images, which can be malicious: decoding one can take any amount of time and memory, or crash the
 * decoder.
 */
export interface ImageReader {
  /** Renders a preview of an image file. */
  render(path: string, wanted: WantedPreview): Promise<Preview | UnreadableImage>;
  /** Builds the tiles of an image file in a new folder; undefined if the file is not a readable image. */
  tile(path: string, target: string, signal: AbortSignal): Promise<TiledImage | undefined>;
}

/** A request to an image worker. */
export type ImageRequest =
  | { readonly kind: 'render'; readonly path: string; readonly wanted: WantedPreview }
  | { readonly kind: 'tile'; readonly path: string; readonly target: string };

/** The response of an image worker. */
export type ImageResponse =
  | { readonly value: Preview | UnreadableImage | TiledImage | undefined }
  | { readonly message: string; readonly code?: string; readonly isOutOfMemory: boolean };
