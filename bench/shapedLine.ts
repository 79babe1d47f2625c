import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A symmetric network connection between a page and a server. */
export interface LineShape {
  readonly bitsPerSecond: number;
  readonly roundTripMs: number;
}

/** Initial congestion window: ten segments (RFC 6928). */
const FIRST_WINDOW_BYTES = 10 * 1_460;
/** Maximum bytes in flight: the payload that fits into Linux's default send buffer of 4 MiB. */
const LARGEST_WINDOW_BYTES = 3 * 1024 * 1024;

/** Sends bytes and calls back when they arrive at the other end. */
type Direction = (bytes: number, arrive: () => void) => void;

/** One direction of a line: bytes leave in order at its rate and arrive `delayMs` later. */
export function createDirection(bytesPerSecond: number, delayMs: number): Direction {
  const underway: { readonly at: number; readonly arrive: () => void }[] = [];
  let isFreeAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const deliver = (): void => {
    timer = undefined;
    const now = performance.now();
    while (underway[0] !== undefined && underway[0].at <= now) underway.shift()?.arrive();
    schedule(now);
  };
  const schedule = (now: number): void => {
    if (underway[0] !== undefined) timer ??= setTimeout(deliver, underway[0].at - now);
  };
  return (bytes, arrive) => {
    const now = performance.now();
    isFreeAt = Math.max(isFreeAt, now) + (bytes / bytesPerSecond) * 1_000;
    underway.push({ at: isFreeAt + delayMs, arrive });
    schedule(now);
  };
}

/** Forwards data from one end to the other within the window of TCP's slow start. */
function pump(from: Socket, to: Socket, line: Direction, acknowledge: Direction): void {
  let underway = 0;
  let window = FIRST_WINDOW_BYTES;
  from.on('data', (chunk: Buffer) => {
    underway += chunk.length;
    if (underway >= window) from.pause();
    line(chunk.length, () => {
      to.write(chunk, () =>
        acknowledge(0, () => {
          underway -= chunk.length;
          window = Math.min(LARGEST_WINDOW_BYTES, window + chunk.length);
          if (underway < window) from.resume();
        }),
      );
    });
  });
  from.on('end', () => line(0, () => to.end()));
}

export interface ShapedLine {
  /** URL of the near end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Opens a line to a local server: a proxy in user space that delays and throttles bytes. */
export async function openShapedLine(target: string, { bitsPerSecond, roundTripMs }: LineShape): Promise<ShapedLine> {
  const { hostname, port } = new URL(target);
  const oneWayMs = roundTripMs / 2;
  const up = createDirection(bitsPerSecond / 8, oneWayMs);
  const down = createDirection(bitsPerSecond / 8, oneWayMs);
  const acknowledge = createDirection(Infinity, oneWayMs);
  const sockets = new Set<Socket>();
  const proxy = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroySoon();
      });
    }
    // The TCP handshake takes a round trip.
    setTimeout(() => {
      pump(near, far, up, acknowledge);
      pump(far, near, down, acknowledge);
    }, roundTripMs);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await once(proxy, 'close');
    },
  };
}
