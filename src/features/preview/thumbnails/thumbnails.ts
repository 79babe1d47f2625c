import type { Failure } from '@data-manager/domain/failures/failure';
import type { PictureOrigin } from '@data-manager/domain/pictures/picture';
import { err, ok, type Result } from '@data-manager/lib/result';
import type { ThunkExtra } from '../../../api/baseQuery';
import { onePer } from '../../../platform/onePer';
import type { Ports } from '../../../platform/ports';
import { ImageLoader } from '../loading/imageLoader';
import { fetchPreviewOf } from '../loading/pictureSource';

/** A thumbnail as an object URL. */
export interface LoadedThumbnail {
  readonly url: string;
  /** What the server says about the pixels of the image. */
  readonly content: PictureOrigin['content'];
}

/** Thumbnails that are shown, and kept for scrolling back. */
const MAX_KEPT = 400;
/** Scrolling through a list must not request a thumbnail for each row that passes by, ms. */
const REST_MS = 100;
/** Thumbnails that arrive within this time are shown together, because the browser paints the list again for each change. */
const GROUP_MS = 100;

/** Returns the thumbnails of a store. */
export const thumbnailsOf = onePer(
  (extra: ThunkExtra) =>
    new ImageLoader<LoadedThumbnail>({
      load: async ({ key, page }, signal) => {
        const result = await fetchPreviewOf(extra)('thumbnail', key, signal, page);
        if (!result.ok) return result;
        const { blob, origin } = result.value;
        const image = await toDisplayable(extra.ports, blob, signal, page);
        return image.ok ? ok({ url: URL.createObjectURL(image.value), content: origin.content }) : image;
      },
      maxCost: MAX_KEPT,
      discard: ({ url }) => URL.revokeObjectURL(url),
      restMs: REST_MS,
      groupMs: GROUP_MS,
    }),
);

/** Converts images that browsers cannot display, such as TIFF. */
async function toDisplayable(
  ports: Ports,
  image: Blob,
  signal: AbortSignal,
  page: number | undefined,
): Promise<Result<Blob, Failure>> {
  if (/^image\/(png|jpeg|webp)/.test(image.type)) return ok(image);
  const shown = await ports.convertToShownImage(image, signal, page);
  return shown === undefined ? err({ kind: 'bad-answer', endpoint: 'get-thumbnail-image', field: 'body' }) : ok(shown);
}
