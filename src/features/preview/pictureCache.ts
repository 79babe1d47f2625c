import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { readThunkExtra } from '../../api/baseQuery';
import { unsupportedReason } from '../../api/previews';
import { pictureBytes, type Picture, type PictureOrigin } from '../../domain/pictures/picture';
import { getFetchPreview, MAX_CONCURRENT_PICTURES, pictureId, type PictureSource } from './pictureSource';

/** Maximum size of the cached samples: about thirty 16-bit pictures of 1024 × 1024 for each of three sections. */
const MAX_CACHED_BYTES = 192 * 1024 ** 2;

type PictureState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly picture: Picture }
  /** There is no picture, or it could not be loaded. */
  | { readonly status: 'failed'; readonly reason?: string };

/** The reason why an image can't be shown, for users. */
interface Unshowable {
  readonly reason: string;
}

/** The requested pictures, most important first. All other requests are aborted. */
interface Wanted {
  readonly shown: readonly PictureSource[];
  /** Prefetched once everything shown is loaded, as far as all requested pictures fit into the cache. */
  readonly ahead: readonly PictureSource[];
}

interface CacheDeps {
  /** Resolves with undefined on failure. */
  readonly loadPicture: (source: PictureSource, signal: AbortSignal) => Promise<Picture | Unshowable | undefined>;
  readonly maxAtOnce?: number;
  readonly maxHeldBytes?: number;
}

/** A cache of decoded pictures. */
export interface PictureCache {
  readonly want: (requested: Wanted) => void;
  readonly read: (source: PictureSource) => PictureState;
  /** Calls the listener whenever the cache changes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns a number that increases with each change. */
  readonly version: () => number;
}

interface Entry {
  readonly abort: AbortController;
  state: PictureState;
}

const LOADING: PictureState = { status: 'loading' };

/** Creates a cache that keeps the requested pictures, and the most recently used others while there is room. */
export function createPictureCache(deps: CacheDeps): PictureCache {
  const { loadPicture, maxAtOnce = MAX_CONCURRENT_PICTURES, maxHeldBytes = MAX_CACHED_BYTES } = deps;
  /** In order of last use: a `Map` keeps the order of insertion. */
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let requested: Wanted = { shown: [], ahead: [] };
  /** Pictures to prefetch. Each is started once: if it is evicted, the cache is too small for it. */
  let queue: readonly PictureSource[] = [];
  let changes = 0;
  let activeCount = 0;

  const startNext = (): void => {
    for (const source of requested.shown) start(source);
    if (requested.shown.some((source) => entries.get(pictureId(source))?.state.status === 'loading')) return;
    while (queue.length > 0 && activeCount < maxAtOnce && hasRoom()) {
      const [next, ...others] = queue;
      queue = others;
      if (next !== undefined) start(next);
    }
  };

  /** Returns true if another picture fits beside the requested ones. All others can be evicted. */
  const hasRoom = (): boolean => {
    const ids = [...requested.shown, ...requested.ahead].map(pictureId);
    const needed = ids.flatMap((id) => entries.get(id)?.state ?? []);
    const sizes = needed.flatMap((state) => (state.status === 'ready' ? pictureBytes(state.picture) : []));
    const loading = needed.filter(({ status }) => status === 'loading').length;
    // Pictures of a dataset usually have the same size.
    const expected = (loading + 1) * Math.max(0, ...sizes);
    return sizes.reduce((sum, bytes) => sum + bytes, expected) <= maxHeldBytes;
  };

  const start = (source: PictureSource): void => {
    const id = pictureId(source);
    if (activeCount >= maxAtOnce || entries.has(id)) return;
    const entry: Entry = { abort: new AbortController(), state: LOADING };
    entries.set(id, entry);
    void load(id, source, entry);
  };

  const load = async (id: string, source: PictureSource, entry: Entry): Promise<void> => {
    activeCount += 1;
    const picture = await loadPicture(source, entry.abort.signal);
    activeCount -= 1;
    if (entries.get(id) === entry) {
      if (picture === undefined) entry.state = { status: 'failed' };
      else entry.state = 'reason' in picture ? { status: 'failed', ...picture } : { status: 'ready', picture };
      evictOldest();
      changes += 1;
      for (const listener of listeners) listener();
    }
    startNext();
  };

  /** Never evicts a picture that is shown. */
  const evictOldest = (): void => {
    const shown = new Set(requested.shown.map(pictureId));
    let bytes = [...entries.values()].reduce(
      (sum, { state }) => sum + (state.status === 'ready' ? pictureBytes(state.picture) : 0),
      0,
    );
    for (const [id, { state }] of entries) {
      if (bytes <= maxHeldBytes) return;
      if (state.status !== 'ready' || shown.has(id)) continue;
      entries.delete(id);
      bytes -= pictureBytes(state.picture);
    }
  };

  return {
    want: (next) => {
      requested = next;
      queue = next.ahead;
      const ids = new Set([...next.ahead, ...next.shown].map(pictureId));
      for (const [id, entry] of [...entries]) {
        if (ids.has(id) || entry.state.status === 'ready') continue;
        entries.delete(id);
        entry.abort.abort();
      }
      for (const id of ids) touch(entries, id);
      startNext();
    },
    read: (source) => entries.get(pictureId(source))?.state ?? LOADING,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    version: () => changes,
  };
}

function touch(entries: Map<string, Entry>, id: string): void {
  const entry = entries.get(id);
  if (entry === undefined) return;
  entries.delete(id);
  entries.set(id, entry);
}

/** Returns a picture cache for the lifetime of the component, and its version. */
export function usePictureCache(): readonly [PictureCache, version: number] {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [cache] = useState(() => dispatch(openCache));
  const version = useSyncExternalStore(cache.subscribe, cache.version);
  useEffect(() => () => cache.want({ shown: [], ahead: [] }), [cache]);
  return [cache, version];
}

/** A server that describes the image sends the requested page alone. Otherwise, the decoder finds the pages. */
function mergeOrigins(decoded: PictureOrigin | undefined, sent: PictureOrigin): PictureOrigin {
  return sent.pages === undefined ? { size: sent.size, isFlat: sent.isFlat, ...decoded } : sent;
}

const openCache: ThunkAction<PictureCache, unknown, unknown, UnknownAction> = (_dispatch, _getState, extraArgument) => {
  const extra = readThunkExtra(extraArgument);
  const fetchPreview = getFetchPreview(extra);
  return createPictureCache({
    loadPicture: async ({ key, page }, signal) => {
      const result = await fetchPreview('downsampled', key, signal, page);
      if (!result.ok) {
        const reason = unsupportedReason(result.failure);
        return reason === undefined ? undefined : { reason };
      }
      const { blob, origin } = result.value;
      const picture = await extra.ports.decodePicture(blob, signal, page);
      return picture && { ...picture, origin: mergeOrigins(picture.origin, origin) };
    },
  });
};
