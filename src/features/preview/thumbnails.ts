import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { readThunkExtra, type ThunkExtra } from '../../api/baseQuery';
import type { Failure } from '../../domain/failures/failure';
import { err, ok, type Result } from '../../lib/result';
import type { Ports } from '../../platform/ports';
import { getFetchPreview } from './pictureSource';
import { createThumbnailLoader, type ThumbnailLoader } from './thumbnailLoader';

/** Scrolling through a list must not request a thumbnail for each row that passes by, ms. */
const REST_MS = 100;

/** One loader per store. */
const loaders = new WeakMap<ThunkExtra, ThumbnailLoader>();

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

/** Returns the loader of the store. */
export const findThumbnails: ThunkAction<ThumbnailLoader, unknown, unknown, UnknownAction> = (
  _dispatch,
  _getState,
  extraArgument,
) => {
  const extra = readThunkExtra(extraArgument);
  const known = loaders.get(extra);
  if (known !== undefined) return known;
  const fetchPreview = getFetchPreview(extra);
  const loader = createThumbnailLoader({
    fetchBlob: async ({ key, page }, signal) => {
      const result = await fetchPreview('thumbnail', key, signal, page);
      if (!result.ok) return result;
      const { blob, origin } = result.value;
      const image = await toDisplayable(extra.ports, blob, signal, page);
      return image.ok ? ok({ blob: image.value, isFlat: origin.isFlat === true }) : image;
    },
    createUrl: (blob) => URL.createObjectURL(blob),
    revokeUrl: (url) => URL.revokeObjectURL(url),
    restMs: REST_MS,
  });
  loaders.set(extra, loader);
  return loader;
};
