import { useEffect, useState, useSyncExternalStore } from 'react';
import { pictureBytes, type Picture, type PictureOrigin } from '@data-manager/domain/pictures/picture';
import { err, ok } from '@data-manager/lib/result';
import type { ThunkExtra } from '../../../api/baseQuery';
import { useThunkExtra } from '../../../api/useThunkExtra';
import { ImageLoader, type ImageState } from './imageLoader';
import { fetchPreviewOf, MAX_CONCURRENT_PICTURES, pictureId, type PictureSource } from './pictureSource';

/** Maximum size of the cached samples: about thirty 16-bit pictures of 1024 × 1024 for each of three sections. */
const MAX_CACHED_BYTES = 192 * 1024 ** 2;

/** The requested pictures, most important first. All other requests are aborted. */
interface Wanted {
  readonly shown: readonly PictureSource[];
  /** Prefetched once everything shown is loaded, as far as all requested pictures fit into the cache. */
  readonly ahead: readonly PictureSource[];
}

const NOTHING: Wanted = { shown: [], ahead: [] };

/** The pictures of the shown section, and of the sections that may be shown next. */
export class PictureCache {
  readonly #loader: ImageLoader<Picture>;
  readonly #maxBytes: number;
  /** The requests that were not released: what is shown, and what is still loading. */
  readonly #requests = new Map<string, { readonly source: PictureSource; readonly release: () => void }>();
  #wanted = NOTHING;
  /** Pictures to prefetch. Each is requested once: if it is evicted, the cache is too small for it. */
  #queue: readonly PictureSource[] = [];

  constructor(loader: ImageLoader<Picture>, maxBytes = MAX_CACHED_BYTES) {
    this.#loader = loader;
    this.#maxBytes = maxBytes;
    loader.subscribe(() => this.#advance());
  }

  readonly want = (next: Wanted): void => {
    this.#wanted = next;
    this.#queue = next.ahead;
    const ids = new Set([...next.shown, ...next.ahead].map(pictureId));
    for (const [id, { release }] of [...this.#requests]) {
      if (ids.has(id)) continue;
      this.#requests.delete(id);
      release();
    }
    for (const source of next.shown) this.#request(source);
    this.#advance();
  };

  read(source: PictureSource): ImageState<Picture> {
    return this.#loader.read(source);
  }

  #request(source: PictureSource): void {
    const id = pictureId(source);
    if (!this.#requests.has(id)) this.#requests.set(id, { source, release: this.#loader.request(source) });
  }

  #advance(): void {
    const shown = new Set(this.#wanted.shown.map(pictureId));
    for (const [id, { source, release }] of [...this.#requests]) {
      if (shown.has(id) || this.#isLoading(source)) continue;
      this.#requests.delete(id);
      release();
    }
    if (this.#wanted.shown.some((source) => this.#isLoading(source))) return;
    while (this.#queue.length > 0 && this.#loadingCount() < MAX_CONCURRENT_PICTURES && this.#hasRoom()) {
      const [next, ...others] = this.#queue;
      this.#queue = others;
      if (next !== undefined) this.#request(next);
    }
  }

  #isLoading(source: PictureSource): boolean {
    return this.read(source).status === 'loading';
  }

  #loadingCount(): number {
    return [...this.#requests.values()].filter(({ source }) => this.#isLoading(source)).length;
  }

  /** Returns true if another picture fits beside the requested pictures. All others can be evicted. */
  #hasRoom(): boolean {
    const sizes = [...this.#wanted.shown, ...this.#wanted.ahead].flatMap((source) => {
      const state = this.read(source);
      return state.status === 'ready' ? pictureBytes(state.value) : [];
    });
    // Pictures of a dataset usually have the same size.
    const expected = (this.#loadingCount() + 1) * Math.max(0, ...sizes);
    return sizes.reduce((sum, bytes) => sum + bytes, expected) <= this.#maxBytes;
  }
}

/** Returns a picture cache for the lifetime of the component, and its version. */
export function usePictureCache(): readonly [PictureCache, version: number] {
  const extra = useThunkExtra();
  const [{ cache, loader }] = useState(() => {
    const created = createPictureLoader(extra);
    return { cache: new PictureCache(created), loader: created };
  });
  const version = useSyncExternalStore(loader.subscribe, loader.version);
  useEffect(() => () => cache.want(NOTHING), [cache]);
  return [cache, version];
}

/** A server that describes the image sends the requested page alone. Otherwise, the decoder finds the pages. */
function mergeOrigins(decoded: PictureOrigin | undefined, sent: PictureOrigin): PictureOrigin {
  return sent.pages === undefined ? { size: sent.size, content: sent.content, ...decoded } : sent;
}

function createPictureLoader(extra: ThunkExtra): ImageLoader<Picture> {
  const fetchPreview = fetchPreviewOf(extra);
  return new ImageLoader<Picture>({
    maxCost: MAX_CACHED_BYTES,
    costOf: pictureBytes,
    load: async ({ key, page }, signal) => {
      const result = await fetchPreview('downsampled', key, signal, page);
      if (!result.ok) return result;
      const { blob, origin } = result.value;
      const picture = await extra.ports.decodePicture(blob, signal, page);
      if (picture === undefined) return err({ kind: 'bad-answer', endpoint: 'get-downsampled-image', field: 'body' });
      return ok({ ...picture, origin: mergeOrigins(picture.origin, origin) });
    },
  });
}
