import type { TiledImage } from './buildTiles';
import type { Preview, UnreadableImage, WantedPreview } from './renderPreview';

/** A request to an image worker. */
export type ImageRequest =
  | { readonly kind: 'render'; readonly path: string; readonly wanted: WantedPreview }
  | { readonly kind: 'tile'; readonly path: string; readonly target: string };

/** The response of an image worker. */
export type ImageResponse =
  | { readonly value: Preview | UnreadableImage | TiledImage | undefined }
  | { readonly message: string; readonly code?: string; readonly isOutOfMemory: boolean };
