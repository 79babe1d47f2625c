/** An attempt without a network fails after this long. */
const DISCONNECTED_MS = 10;

/** The network between the page and the servers, in virtual time. */
export interface Network {
  readonly isUp: () => boolean;
  /** Drops everything in transit. */
  readonly disconnect: () => void;
  readonly reconnect: () => void;
  /** Waits for a duration. Ends early if the network goes down or the signal aborts. */
  readonly transfer: (milliseconds: number, signal?: AbortSignal) => Promise<'arrived' | 'dropped' | 'aborted'>;
}

/** Creates a network that is up. */
export function createNetwork(): Network {
  let outages = 0;
  const inTransit = new Set<() => void>();
  return {
    isUp: () => outages === 0,
    disconnect: () => {
      outages += 1;
      for (const drop of inTransit) drop();
    },
    reconnect: () => {
      outages = Math.max(0, outages - 1);
    },
    transfer: (milliseconds, signal) =>
      new Promise((resolve) => {
        const end = (how: 'arrived' | 'dropped' | 'aborted'): void => {
          clearTimeout(timer);
          inTransit.delete(drop);
          signal?.removeEventListener('abort', abort);
          resolve(how);
        };
        const drop = (): void => end('dropped');
        const abort = (): void => end('aborted');
        const isUp = outages === 0;
        const timer = setTimeout(
          () => end(outages === 0 ? 'arrived' : 'dropped'),
          isUp ? milliseconds : DISCONNECTED_MS,
        );
        if (signal?.aborted === true) end('aborted');
        signal?.addEventListener('abort', abort);
        if (isUp) inTransit.add(drop);
      }),
  };
}
