import type { VirtualFile } from './virtualTiff';

/** A storage with a file, for code that reads ranges of it. */
export interface ServedFile {
  readonly fetch: typeof fetch;
  /** The requested ranges. */
  readonly requests: (readonly [start: number, end: number])[];
  /** The highest number of requests at the same time. */
  readonly maxPending: () => number;
  /** Delays the responses until the returned function is called. */
  readonly hold: () => () => void;
  /** The status of all responses from now on, and their tag. */
  answer: { status: number; etag: string };
}

/** Serves ranges of a file. Responds to aborted requests like a browser. */
export function serveFile(file: Pick<VirtualFile, 'slice'>): ServedFile {
  const requests: (readonly [start: number, end: number])[] = [];
  let pending = 0;
  let maxPending = 0;
  let gate: Promise<void> = Promise.resolve();
  const served: ServedFile = {
    requests,
    maxPending: () => maxPending,
    hold: () => {
      let open = (): void => undefined;
      gate = new Promise((resolve) => (open = resolve));
      return () => open();
    },
    answer: { status: 206, etag: '"1"' },
    fetch: async (_url, init) => {
      const { signal } = init ?? {};
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('range') ?? '') ?? [];
      const [start, end] = [Number(first), Number(last) + 1];
      requests.push([start, end]);
      pending += 1;
      maxPending = Math.max(maxPending, pending);
      try {
        await Promise.race([gate, new Promise((_, reject) => signal?.addEventListener('abort', reject))]);
        signal?.throwIfAborted();
        const { status, etag } = served.answer;
        return new Response(status === 206 ? file.slice(start, end) : null, { status, headers: { etag } });
      } finally {
        pending -= 1;
      }
    },
  };
  return served;
}
