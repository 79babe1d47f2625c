/** The network between the page and the servers, in virtual time. */
export interface Line {
  readonly isUp: () => boolean;
  /** Drops all that is on it; nothing gets through until it is mended. */
  readonly cut: () => void;
  readonly mend: () => void;
  /** Takes its time, and ends early when the line is cut or the signal says so. */
  readonly travel: (milliseconds: number, signal?: AbortSignal) => Promise<'arrived' | 'dropped' | 'aborted'>;
}

/** A line that works. */
export function createLine(): Line {
  let cuts = 0;
  const onTheWay = new Set<() => void>();
  return {
    isUp: () => cuts === 0,
    cut: () => {
      cuts += 1;
      for (const drop of onTheWay) drop();
    },
    mend: () => {
      cuts = Math.max(0, cuts - 1);
    },
    travel: (milliseconds, signal) =>
      new Promise((resolve) => {
        const end = (how: 'arrived' | 'dropped' | 'aborted'): void => {
          clearTimeout(timer);
          onTheWay.delete(drop);
          signal?.removeEventListener('abort', abort);
          resolve(how);
        };
        const drop = (): void => end('dropped');
        const abort = (): void => end('aborted');
        // An attempt on a dead line fails soon, but not at once.
        const timer = setTimeout(() => end(cuts === 0 ? 'arrived' : 'dropped'), cuts === 0 ? milliseconds : 10);
        if (signal?.aborted === true) end('aborted');
        signal?.addEventListener('abort', abort);
        if (cuts === 0) onTheWay.add(drop);
      }),
  };
}
