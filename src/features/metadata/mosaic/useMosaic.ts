import { useEffect, useState } from 'react';
import type { Mosaic } from '../../../domain/mosaic/mosaicEntries';
import { readMosaic, type MosaicRefusal } from '../../../domain/mosaic/mosaicReader';
import { readBytes } from '../../../platform/readBytes';

/** How far the reading of a file is. */
type MosaicReading =
  | { readonly phase: 'reading' }
  | { readonly phase: 'read'; readonly mosaic: Mosaic }
  | { readonly phase: 'refused'; readonly refusal: MosaicRefusal | 'unreadable' };

/** Reads a file as a mosaic, for as long as the component is there. */
export function useMosaic(file: File): MosaicReading {
  const [reading, setReading] = useState<MosaicReading>({ phase: 'reading' });
  useEffect(() => {
    const controller = new AbortController();
    void read(file, controller.signal).then((result) => {
      if (!controller.signal.aborted) setReading(result);
    });
    return () => controller.abort();
  }, [file]);
  return reading;
}

async function read(file: File, signal: AbortSignal): Promise<MosaicReading> {
  const outcome = await readBytes(file, readMosaic(file.size), signal);
  if (!outcome.ok) return { phase: 'refused', refusal: 'unreadable' };
  const mosaic = outcome.value;
  return mosaic.ok ? { phase: 'read', mosaic: mosaic.value } : { phase: 'refused', refusal: mosaic.failure };
}
