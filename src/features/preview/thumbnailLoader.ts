import { unsupportedReason } from '../../api/previews';
import type { Failure } from '../../domain/failures/failure';
import type { Result } from '../../lib/result';
import { wait } from '../../platform/wait';
import { MAX_CONCURRENT_PICTURES, pictureId, type PictureSource } from './pictureSource';

/** Unused thumbnails kept for scrolling back. */
const MAX_KEPT = 300;
/** Thumbnails that arrive within this time are shown together, because the browser paints the list again for each change. */
const GROUP_MS = 100;

/** The loading state of a thumbnail. */
export type ThumbnailState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly url: string; readonly isFlat: boolean }
  | { readonly status: 'failed'; readonly reason?: string };

interface FetchedThumbnail {
  readonly blob: Blob;
  /** True if the server says that all pixels of the image have the same value. */
  readonly isFlat: boolean;
}

interface ThumbnailDeps {
  readonly fetchBlob: (source: PictureSource, signal: AbortSignal) => Promise<Result<FetchedThumbnail, Failure>>;
  readonly createUrl: (blob: Blob) => string;
  readonly revokeUrl: (url: string) => void;
  readonly maxAtOnce?: number;
  readonly maxKept?: number;
  /** A thumbnail is requested after it has been watched for this long, in milliseconds. */
  readonly restMs?: number;
}

/** Loads and caches thumbnails. */
export interface ThumbnailLoader {
  /** Calls the listener with each new state until unsubscribed. Aborts requests without listeners. */
  watch(source: PictureSource, listener: (state: ThumbnailState) => void): () => void;
  /** Calls the listener as soon as a thumbnail that others watch has been loaded. Requests nothing itself. */
  follow(source: PictureSource, listener: (state: ThumbnailState) => void): () => void;
}

interface Entry {
  readonly source: PictureSource;
  readonly listeners: Set<(state: ThumbnailState) => void>;
  readonly abort: AbortController;
  state: ThumbnailState;
  isDue: boolean;
  started: boolean;
}

function failedState(failure: Failure): ThumbnailState {
  const reason = unsupportedReason(failure);
  return { status: 'failed', ...(reason !== undefined && { reason }) };
}

/** Creates a loader with limited concurrency that keeps the most recent thumbnails as object URLs. */
export function createThumbnailLoader(deps: ThumbnailDeps): ThumbnailLoader {
  const { fetchBlob, createUrl, revokeUrl } = deps;
  const { maxAtOnce = MAX_CONCURRENT_PICTURES, maxKept = MAX_KEPT, restMs = 0 } = deps;
  /** In order of last use: a `Map` keeps the order of insertion. */
  const entries = new Map<string, Entry>();
  /** By the id of the source. */
  const followers = new Map<string, Set<(state: ThumbnailState) => void>>();
  let activeCount = 0;
  let arrived: Entry[] = [];

  const showGroup = () => {
    const group = arrived;
    arrived = [];
    for (const { source, state, listeners } of group) {
      for (const listener of [...listeners, ...(followers.get(pictureId(source)) ?? [])]) listener(state);
    }
  };

  const startNext = () => {
    for (const [id, entry] of entries) {
      if (activeCount >= maxAtOnce) return;
      if (entry.isDue && !entry.started) void load(id, entry);
    }
  };

  const readyState = ({ blob, isFlat }: FetchedThumbnail): ThumbnailState => {
    return { status: 'ready', url: createUrl(blob), isFlat };
  };

  const load = async (id: string, entry: Entry) => {
    entry.started = true;
    activeCount += 1;
    const result = await fetchBlob(entry.source, entry.abort.signal);
    activeCount -= 1;
    if (entries.get(id) === entry) {
      entry.state = result.ok ? readyState(result.value) : failedState(result.failure);
      if (arrived.push(entry) === 1) void wait(GROUP_MS).then(showGroup);
    }
    startNext();
  };

  const startAfterRest = async (entry: Entry) => {
    await wait(restMs, entry.abort.signal);
    entry.isDue = true;
    startNext();
  };

  const evictOldest = () => {
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
      evictOldest();
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
        isDue: restMs === 0,
        started: false,
      };
      entry.listeners.add(listener);
      if (known === undefined) entries.set(id, entry);
      else listener(entry.state);
      if (entry.isDue) startNext();
      else if (known === undefined) void startAfterRest(entry);
      return () => {
        entry.listeners.delete(listener);
        release(id, entry);
      };
    },
    follow(source, listener) {
      const id = pictureId(source);
      const others = followers.get(id) ?? new Set();
      followers.set(id, others.add(listener));
      const state = entries.get(id)?.state;
      if (state !== undefined && state.status !== 'loading') listener(state);
      return () => {
        others.delete(listener);
        if (others.size === 0) followers.delete(id);
      };
    },
  };
}
