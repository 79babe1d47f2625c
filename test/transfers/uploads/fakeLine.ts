import { md5OfText } from '../../../src/domain/uploads/checksums';
import type { Ports } from '../../../src/platform/ports';

const TICK_MS = 100;

/** A line to the storage, in virtual time. */
export interface FakeLine {
  readonly putPart: Ports['putPart'];
  /** What one connection carries, bytes per second. */
  perPart: number;
  /** What all of them carry together, bytes per second. */
  total: number;
  /** Parts on the wire now. */
  readonly inFlight: () => number;
  /** Parts that were taken off the wire. */
  readonly aborted: () => number;
}

/** Each part goes as fast as its own connection, until all of them together fill the line. */
export function createFakeLine(given: Pick<FakeLine, 'perPart' | 'total'>): FakeLine {
  let inFlight = 0;
  let aborted = 0;
  const putPart: Ports['putPart'] = async ({ body, signal, onProgress }) => {
    const { label = '', length = 0 } = body as Blob & { readonly label?: string; readonly length?: number };
    inFlight += 1;
    for (let bytes = 0; bytes < length && !signal.aborted;) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      bytes = Math.min(length, bytes + (Math.min(line.perPart, line.total / inFlight) * TICK_MS) / 1_000);
      onProgress(bytes);
    }
    inFlight -= 1;
    if (!signal.aborted) return { kind: 'answered', status: 200, etag: `"${md5OfText(label)}"` };
    aborted += 1;
    return { kind: 'aborted' };
  };
  const line: FakeLine = { ...given, putPart, inFlight: () => inFlight, aborted: () => aborted };
  return line;
}
