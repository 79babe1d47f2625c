import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ADDRESS_REST_MS } from '@data-manager/domain/constants';
import { readPreviewPlace, writePreviewPlace, type PreviewPlace } from '@data-manager/domain/pictures/previewQuery';

/**
 * Synchronizes the place with the URL. Replaces the current history entry, and calls `follow` when a link or the back
 * button changes the place. A URL without a place has no effect.
 */
export function usePreviewAddress(place: PreviewPlace, follow: (place: PreviewPlace) => void): void {
  const [params, setParams] = useSearchParams();
  const requested = readPreviewPlace(params);
  const written = useRef(placeText(requested));
  // Places written but not yet visible in the URL. On a slow machine the next one may be written before.
  const pending = useRef(new Set<string>());
  const current = placeText(place);
  const initial = useRef(current);
  const writeLater = useDebouncedCallback(() => {
    written.current = current;
    pending.current.add(current);
    setParams((others) => writePreviewPlace(place, others), { replace: true, preventScrollReset: true });
  }, ADDRESS_REST_MS);

  useEffect(() => {
    // The initial place is written only after the user has moved away from it.
    if (current === initial.current) return;
    initial.current = '';
    if (current !== written.current) writeLater();
  }, [current, writeLater]);

  const onFollow = useEffectEvent(follow);
  const address = placeText(requested);
  const isNamed = requested.section !== undefined;
  useEffect(() => {
    if (address === written.current) pending.current.clear();
    if (!isNamed || address === written.current || pending.current.has(address)) return;
    written.current = address;
    writeLater.cancel();
    onFollow(readPreviewPlace(new URLSearchParams(address)));
  }, [address, isNamed, writeLater]);
}

/** Returns the place in the URL. */
export function usePlaceFromUrl(): PreviewPlace {
  const [params] = useSearchParams();
  return readPreviewPlace(params);
}

function placeText(place: PreviewPlace): string {
  return writePreviewPlace(place, new URLSearchParams()).toString();
}
