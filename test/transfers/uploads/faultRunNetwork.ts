/** An attempt without a network fails after this long. */
const DISCONNECTED_MS = 10;

/** The network between the page and the servers, in virtual time. */
export type Network = ReturnType<typeof createNetwork>;

/** Creates a network that is up. */
export function createNetwork() {
  let outages = 0;
  const inTransit = new Set<() => void>();
  return {
    isUp: () => outages === 0,
    /** Drops everything in transit. */
    disconnect: () => {
      outages += 1;
      for (const drop of inTransit) drop();
    },
    reconnect: () => {
      outages = Math.max(0, outages - 1);
    },
    /** Waits for a duration. Ends early if the network goes down or the signal aborts. */
    transfer: (milliseconds: number, signal?: AbortSignal) =>
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
