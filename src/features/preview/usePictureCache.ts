import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { readThunkExtra } from '../../api/baseQuery';
import { fetchPreviewOf } from './fetchPreviewOf';
import { createPictureCache, type PictureCache } from './pictureCache';

/** A cache of decoded pictures that lives as long as the component, with a number that is another when a picture has come. */
export function usePictureCache(): readonly [PictureCache, version: number] {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [cache] = useState(() => dispatch(openCache));
  const version = useSyncExternalStore(cache.subscribe, cache.version);
  useEffect(() => () => cache.want({ shown: [], ahead: [] }), [cache]);
  return [cache, version];
}

const openCache: ThunkAction<PictureCache, unknown, unknown, UnknownAction> = (_dispatch, _getState, given) => {
  const extra = readThunkExtra(given);
  const fetchPreview = fetchPreviewOf(extra);
  return createPictureCache({
    loadPicture: async (key, signal) => {
      const outcome = await fetchPreview('downsampled', key, signal);
      return outcome.ok ? extra.ports.decodePicture(outcome.value, signal) : undefined;
    },
  });
};
