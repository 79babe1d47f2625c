import type { Failure } from '../../domain/failures/failure';
import type { Result } from '../../lib/result';
import { pictureId, PICTURES_AT_ONCE, type PictureSource } from './pictureSource';

/** Pictures that are kept although nobody shows them, so that scrolling back costs nothing. */
const MAX_KEPT = 300;

/** How far a small picture is. */
export type ThumbnailState =
  { readonly status: 'loading' } | { readonly status: 'ready'; readonly url: string } | { readonly status: 'failed' };

interface ThumbnailDeps {
  readonly fetchBlob: (key: string, signal: AbortSignal) => Promise<Result<Blob, Failure>>;
  readonly createUrl: (blob: Blob) => string;
  readonly revokeUrl: (url: string) => void;
  readonly maxAtOnce?: number;
  readonly maxKept?: number;
}

/** Where small pictures come from. */
export interface ThumbnailLoader {
  /** Calls back with each new state until released. A picture that nobody wants any more is not fetched. */
  watch(source: PictureSource, listener: (state: ThumbnailState) => void): () => void;
}

interface Entry {
  readonly source: PictureSource;
  readonly listeners: Set<(state: ThumbnailState) => void>;
  readonly abort: AbortController;
  state: ThumbnailState;
  started: boolean;
}

/** Fetches small pictures, a few at a time, each once, and keeps the latest of them as object URLs. */
export function createThumbnailLoader(deps: ThumbnailDeps): ThumbnailLoader {
  const { fetchBlob, createUrl, revokeUrl, maxAtOnce = PICTURES_AT_ONCE, maxKept = MAX_KEPT } = deps;
  /** In order of last use: a map keeps the order of insertion. */
  const entries = new Map<string, Entry>();
  let underWay = 0;

  const startNext = () => {
    for (const [id, entry] of entries) {
      if (underWay >= maxAtOnce) return;
      if (!entry.started) void load(id, entry);
    }
  };

  const load = async (id: string, entry: Entry) => {
    entry.started = true;
    underWay += 1;
    const outcome = await fetchBlob(entry.source.key, entry.abort.signal);
    underWay -= 1;
    if (entries.get(id) === entry) {
      entry.state = outcome.ok ? { status: 'ready', url: createUrl(outcome.value) } : { status: 'failed' };
      for (const listener of entry.listeners) listener(entry.state);
    }
    startNext();
  };

  const dropOldest = () => {
    const unused = [...entries].filter(([, entry]) => entry.listeners.size === 0);
    for (const [id, entry] of unused.slice(0, Math.max(0, unused.length - maxKept))) {
      entries.delete(id);
      if (entry.state.status === 'ready') revokeUrl(entry.state.url);
    }
  };

  const release = (id: string, entry: Entry) => {
    if (entry.listeners.size > 0 || entries.get(id) !== entry) return;
    entries.delete(id);
    if (entry.state.status === 'ready') {
      entries.set(id, entry);
      dropOldest();
    } else entry.abort.abort();
  };

  return {
    watch(source, listener) {
      const id = pictureId(source);
      const known = entries.get(id);
      const entry: Entry = known ?? {
        source,
        listeners: new Set(),
        abort: new AbortController(),
        state: { status: 'loading' },
        started: false,
      };
      entry.listeners.add(listener);
      if (known === undefined) entries.set(id, entry);
      else listener(entry.state);
      startNext();
      return () => {
        entry.listeners.delete(listener);
        release(id, entry);
      };
    },
  };
}
