import { md5OfText } from '@data-manager/domain/uploads/checksums';
import type { Ports } from '../../../src/platform/ports';

const TICK_MS = 100;

/** A connection to the storage in virtual time. */
export interface FakeConnection {
  readonly putPart: Ports['putPart'];
  /** Bytes per second of one part. */
  perPart: number;
  /** Bytes per second of all parts together. */
  total: number;
  /** Returns the number of parts in flight. */
  readonly inFlight: () => number;
  /** Returns the number of aborted parts. */
  readonly aborted: () => number;
}

/** Creates a connection on which each part is sent at the rate `perPart` until all parts together reach `total`. */
export function createFakeConnection(given: Pick<FakeConnection, 'perPart' | 'total'>): FakeConnection {
  let inFlight = 0;
  let aborted = 0;
  const putPart: Ports['putPart'] = async ({ body, signal, onProgress }) => {
    const { label = '', length = 0 } = body as Blob & { readonly label?: string; readonly length?: number };
    inFlight += 1;
    for (let bytes = 0; bytes < length && !signal.aborted;) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      bytes = Math.min(length, bytes + (Math.min(connection.perPart, connection.total / inFlight) * TICK_MS) / 1_000);
      onProgress(bytes);
    }
    inFlight -= 1;
    if (!signal.aborted) return { kind: 'answered', status: 200, etag: `"${md5OfText(label)}"` };
    aborted += 1;
    return { kind: 'aborted' };
  };
  const connection: FakeConnection = { ...given, putPart, inFlight: () => inFlight, aborted: () => aborted };
  return connection;
}
