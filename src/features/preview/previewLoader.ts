import type { Outcome } from '../../lib/outcome';
import type { Failure } from '../../domain/failure';

/** Requests under way at once: as many as a browser opens to one host. */
const MAX_AT_ONCE = 6;
/** Pictures that are kept although nobody shows them, so that scrolling back costs nothing. */
const MAX_KEPT = 300;

export type PreviewState =
  { readonly status: 'loading' } | { readonly status: 'ready'; readonly url: string } | { readonly status: 'failed' };

interface PreviewDeps {
  readonly fetchBlob: (key: string, signal: AbortSignal) => Promise<Outcome<Blob, Failure>>;
  readonly createUrl: (blob: Blob) => string;
  readonly revokeUrl: (url: string) => void;
  readonly maxAtOnce?: number;
  readonly maxKept?: number;
}

export interface PreviewLoader {
  /** Calls back with each new state until released. A picture that nobody wants any more is not fetched. */
  watch(key: string, listener: (state: PreviewState) => void): () => void;
}

interface Entry {
  readonly listeners: Set<(state: PreviewState) => void>;
  readonly abort: AbortController;
  state: PreviewState;
  started: boolean;
}

/** Fetches small pictures, a few at a time, each once, and keeps the latest of them as object URLs. */
export function createPreviewLoader(deps: PreviewDeps): PreviewLoader {
  const { fetchBlob, createUrl, revokeUrl, maxAtOnce = MAX_AT_ONCE, maxKept = MAX_KEPT } = deps;
  /** In order of last use: a map keeps the order of insertion. */
  const entries = new Map<string, Entry>();
  let underWay = 0;

  const startNext = () => {
    for (const [key, entry] of entries) {
      if (underWay >= maxAtOnce) return;
      if (!entry.started) void load(key, entry);
    }
  };

  const load = async (key: string, entry: Entry) => {
    entry.started = true;
    underWay += 1;
    const outcome = await fetchBlob(key, entry.abort.signal);
    underWay -= 1;
    if (entries.get(key) === entry) {
      entry.state = outcome.ok ? { status: 'ready', url: createUrl(outcome.value) } : { status: 'failed' };
      for (const listener of entry.listeners) listener(entry.state);
    }
    startNext();
  };

  const dropOldest = () => {
    const unused = [...entries].filter(([, entry]) => entry.listeners.size === 0);
    for (const [key, entry] of unused.slice(0, Math.max(0, unused.length - maxKept))) {
      entries.delete(key);
      if (entry.state.status === 'ready') revokeUrl(entry.state.url);
    }
  };

  const release = (key: string, entry: Entry) => {
    if (entry.listeners.size > 0 || entries.get(key) !== entry) return;
    entries.delete(key);
    if (entry.state.status === 'ready') {
      entries.set(key, entry);
      dropOldest();
    } else entry.abort.abort();
  };

  return {
    watch(key, listener) {
      const known = entries.get(key);
      const entry: Entry = known ?? {
        listeners: new Set(),
        abort: new AbortController(),
        state: { status: 'loading' },
        started: false,
      };
      entry.listeners.add(listener);
      if (known === undefined) entries.set(key, entry);
      else listener(entry.state);
      startNext();
      return () => {
        entry.listeners.delete(listener);
        release(key, entry);
      };
    },
  };
}
