import { useEffect, useState, type RefObject } from 'react';
import type { PicturePainter } from '../../../platform/pictures/openedPictures';
import { usePorts } from '../../../platform/portsContext';

/** Returns undefined until the painter's chunk is loaded. A failed import reaches the nearest error boundary. */
export function usePainter(canvas: RefObject<HTMLCanvasElement | null>): PicturePainter | undefined {
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
