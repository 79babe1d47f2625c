import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { PicturePainter } from '../../platform/ports';
import { usePorts } from '../../platform/portsContext';
import { isSamePainting, paintingOf, type Painting, type ShownChannel } from './shownChannels';

/** Black. */
const NOTHING = { width: 1, height: 1 };

/**
 * Paints the channels on the canvas once all that are on have come. Until then the canvas keeps the section before; where
 * it has none, each channel is painted as it comes. What is painted already is not painted again: pictures of neighbours
 * come while one looks.
 *
 * @returns whether there is anything to paint
 */
export function usePainting(canvas: RefObject<HTMLCanvasElement | null>, channels: readonly ShownChannel[]): boolean {
  const painter = usePainter(canvas);
  const isKept = useRef(false);
  const isLoading = channels.some(({ status }) => status === 'loading');
  const painting = useStablePainting(channels);

  useLayoutEffect(() => {
    if (painter === undefined || (isLoading && isKept.current)) return;
    if (painting !== undefined) painter.paint(painting.layers, painting.size);
    else if (!isLoading) painter.paint([], NOTHING);
    isKept.current = painting !== undefined && !isLoading;
  }, [painter, painting, isLoading]);
  return painting !== undefined;
}

/** The same object as before where it is the same to the eye. */
function useStablePainting(channels: readonly ShownChannel[]): Painting | undefined {
  const latest = useMemo(() => paintingOf(channels), [channels]);
  const [stable, setStable] = useState(latest);
  if (stable === latest || (stable && latest && isSamePainting(stable, latest))) return stable;
  setStable(latest);
  return latest;
}

/** Undefined until its code is there. Code that does not come is an error of the nearest boundary, which tries again. */
function usePainter(canvas: RefObject<HTMLCanvasElement | null>): PicturePainter | undefined {
  const { openPainter } = usePorts();
  const [painter, setPainter] = useState<PicturePainter>();
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (canvas.current === null) return undefined;
    let isMounted = true;
    const opening = openPainter(canvas.current);
    opening.then(
      (opened) => {
        if (isMounted) setPainter(opened);
      },
      (error: unknown) => {
        if (isMounted) setFailure({ error });
      },
    );
    return () => {
      isMounted = false;
      void opening.then(
        (opened) => opened.close(),
        () => undefined,
      );
    };
  }, [canvas, openPainter]);
  if (failure !== undefined) throw failure.error;
  return painter;
}
