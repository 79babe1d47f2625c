import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { readThunkExtra } from '../../api/baseQuery';
import type { ThunkExtra } from '../../api/baseQuery';
import type { Failure } from '../../domain/failures/failure';
import { err, ok, type Result } from '../../lib/result';
import type { Ports } from '../../platform/ports';
import { fetchPreviewOf } from './fetchPreviewOf';
import type { PictureSource } from './pictureSource';
import { createThumbnailLoader, type ThumbnailLoader, type ThumbnailState } from './thumbnailLoader';

/** One loader for each store, hence one for the app and a fresh one for each test. */
const loaders = new WeakMap<ThunkExtra, ThumbnailLoader>();

/** The thumbnail of an object, fetched while the component is mounted; another one once the object was replaced. */
export function useThumbnail({ key, size, lastModified }: PictureSource): ThumbnailState {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const source = useMemo(() => ({ key, size, lastModified }), [key, size, lastModified]);
  const [shown, setShown] = useState<{ readonly source: PictureSource; readonly state: ThumbnailState } | null>(null);

  useEffect(() => dispatch(findLoader).watch(source, (state) => setShown({ source, state })), [dispatch, source]);
  return shown?.source === source ? shown.state : { status: 'loading' };
}

/** A preview may come as a TIFF, which most browsers can't show. */
async function asShown(ports: Ports, image: Blob, signal: AbortSignal): Promise<Result<Blob, Failure>> {
  if (/^image\/(png|jpeg|webp)/.test(image.type)) return ok(image);
  const shown = await ports.convertToShownImage(image, signal);
  return shown === undefined ? err({ kind: 'bad-answer', endpoint: 'get-thumbnail-image', field: 'body' }) : ok(shown);
}

const findLoader: ThunkAction<ThumbnailLoader, unknown, unknown, UnknownAction> = (_dispatch, _getState, given) => {
  const extra = readThunkExtra(given);
  const known = loaders.get(extra);
  if (known !== undefined) return known;
  const fetchPreview = fetchPreviewOf(extra);
  const loader = createThumbnailLoader({
    fetchBlob: async (key, signal) => {
      const outcome = await fetchPreview('thumbnail', key, signal);
      return outcome.ok ? asShown(extra.ports, outcome.value, signal) : outcome;
    },
    createUrl: (blob) => URL.createObjectURL(blob),
    revokeUrl: (url) => URL.revokeObjectURL(url),
  });
  loaders.set(extra, loader);
  return loader;
};
