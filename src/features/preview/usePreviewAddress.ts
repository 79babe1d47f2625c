import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ADDRESS_REST_MS } from '../../domain/constants';
import { readPreviewPlace, writePreviewPlace, type PreviewPlace } from '../../domain/pictures/previewQuery';

/**
 * Keeps the place in the page's address, in place of what stood there, and follows an address that names another one
 * (a link, the back button). An address that names none changes nothing.
 */
export function usePreviewAddress(place: PreviewPlace, follow: (place: PreviewPlace) => void): void {
  const [params, setParams] = useSearchParams();
  const asked = readPreviewPlace(params);
  const told = useRef(placeText(asked));
  // Told, and not seen in the address yet: on a busy machine the next place may be told before the last one stands there.
  const onTheWay = useRef(new Set<string>());
  const current = placeText(place);
  const begun = useRef(current);
  const tellLater = useDebouncedCallback(() => {
    told.current = current;
    onTheWay.current.add(current);
    setParams((others) => writePreviewPlace(place, others), { replace: true, preventScrollReset: true });
  }, ADDRESS_REST_MS);

  useEffect(() => {
    // Where one begins is told once somebody has gone on from there.
    if (current === begun.current) return;
    begun.current = '';
    if (current !== told.current) tellLater();
  }, [current, tellLater]);

  const address = placeText(asked);
  const isNamed = asked.section !== undefined;
  useEffect(() => {
    if (address === told.current) onTheWay.current.clear();
    if (!isNamed || address === told.current || onTheWay.current.has(address)) return;
    told.current = address;
    tellLater.cancel();
    follow(readPreviewPlace(new URLSearchParams(address)));
  }, [address, isNamed, tellLater, follow]);
}

/** The place of an address, to begin with. */
export function useAskedPlace(): PreviewPlace {
  const [params] = useSearchParams();
  return readPreviewPlace(params);
}

function placeText(place: PreviewPlace): string {
  return writePreviewPlace(place, new URLSearchParams()).toString();
}
