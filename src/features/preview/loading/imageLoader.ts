import { isTemporary, type Failure } from '@data-manager/domain/failures/failure';
import { growingPause } from '@data-manager/domain/transfers/retryPolicy';
import { RecentlyUsed } from '@data-manager/lib/recentlyUsed';
import type { Result } from '@data-manager/lib/result';
import { unsupportedReason } from '../../../api/previews';
import { wait } from '../../../platform/wait';
import { MAX_CONCURRENT_PICTURES, pictureId, type PictureSource } from './pictureSource';

/** The loading state of an image. */
export type ImageState<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly reason?: string };

interface ImageLoaderOptions<Value> {
  readonly load: (source: PictureSource, signal: AbortSignal) => Promise<Result<Value, Failure>>;
  /** 1 by default. An image that failed costs 1. */
  readonly costOf?: (value: Value) => number;
  /** The costs of all images together, unless the requested images cost more. */
  readonly maxCost: number;
  /** Frees an image that is no longer kept. */
  readonly discard?: (value: Value) => void;
  readonly maxAtOnce?: number;
  /** An image is loaded after it has been requested for this long, in milliseconds. */
  readonly restMs?: number;
  /** Listeners are called once for images that arrive within this time, in milliseconds. */
  readonly groupMs?: number;
}

interface Entry<Value> {
  readonly source: PictureSource;
  readonly abort: AbortController;
  state: ImageState<Value>;
  /** The number of requests that were not released. */
  holders: number;
  isDue: boolean;
  isStarted: boolean;
  /** The number of temporary faults. */
  tries: number;
}

const LOADING = { status: 'loading' } as const;

/**
 * Loads images for components.
 *
 * Problem: scrolling requests more images than can be loaded at once, and many are out of view again before they arrive.
 * Idea: an image is requested until its component releases it, and loading is aborted when no component requests the image any
 * more. Some images load at a time, in the order of the requests, and the most recently used images are kept up to a limit. An
 * image that failed is loaded again when it is requested again, and after a pause if the fault is temporary.
 * Cost: each component has to release what it has requested, and listeners are called for any image.
 */
export class ImageLoader<Value> {
  readonly #options: ImageLoaderOptions<Value>;
  readonly #entries: RecentlyUsed<string, Entry<Value>>;
  readonly #listeners = new Set<() => void>();
  #activeCount = 0;
  #changes = 0;
  #isNotifying = false;

  constructor(options: ImageLoaderOptions<Value>) {
    const { maxCost, costOf, discard } = options;
    this.#options = options;
    this.#entries = new RecentlyUsed({
      maxCost,
      costOf: ({ state }) => (state.status === 'ready' && costOf !== undefined ? costOf(state.value) : 1),
      onForgotten: ({ state }) => {
        if (state.status === 'ready') discard?.(state.value);
      },
    });
  }

  /** Requests an image until the returned function is called. Requests start in order. */
  request(source: PictureSource): () => void {
    const id = pictureId(source);
    const known = this.#entries.peek(id);
    const isUsable = known !== undefined && (known.holders > 0 || known.state.status !== 'failed');
    const entry = isUsable ? known : this.#add(id, source);
    entry.holders += 1;
    this.#startNext();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      entry.holders -= 1;
      this.#release(id, entry);
    };
  }

  /** Returns the same object until the image changes. */
  read(source: PictureSource): ImageState<Value> {
    return this.#entries.peek(pictureId(source))?.state ?? LOADING;
  }

  /** Calls the listener whenever images have arrived or failed. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns a number that increases before listeners are called. */
  readonly version = (): number => this.#changes;

  #add(id: string, source: PictureSource): Entry<Value> {
    const { restMs = 0 } = this.#options;
    const abort = new AbortController();
    const entry: Entry<Value> = {
      ...{ source, abort, state: LOADING, holders: 0 },
      ...{ isDue: restMs === 0, isStarted: false, tries: 0 },
    };
    this.#entries.set(id, entry);
    if (!entry.isDue) {
      void wait(restMs, abort.signal).then(() => {
        entry.isDue = true;
        this.#startNext();
      });
    }
    return entry;
  }

  #release(id: string, entry: Entry<Value>): void {
    if (entry.holders > 0 || this.#entries.peek(id) !== entry) return;
    if (entry.state.status === 'loading') {
      this.#entries.delete(id);
      entry.abort.abort();
    } else {
      // It was in use until now.
      this.#entries.get(id);
      this.#trim();
    }
  }

  #startNext(): void {
    const { maxAtOnce = MAX_CONCURRENT_PICTURES } = this.#options;
    for (const id of this.#entries.keys()) {
      if (this.#activeCount >= maxAtOnce) return;
      const entry = this.#entries.peek(id);
      if (entry?.isDue === true && !entry.isStarted) void this.#load(id, entry);
    }
  }

  async #load(id: string, entry: Entry<Value>): Promise<void> {
    entry.isStarted = true;
    this.#activeCount += 1;
    const result = await this.#options.load(entry.source, entry.abort.signal);
    this.#activeCount -= 1;
    if (this.#entries.peek(id) === entry) {
      entry.state = result.ok ? { status: 'ready', value: result.value } : failedState(result.failure);
      this.#entries.set(id, entry);
      this.#trim();
      this.#notify();
      if (!result.ok && isTemporary(result.failure) && !unsupportedReason(result.failure)) void this.#loadLater(entry);
    } else if (result.ok) this.#options.discard?.(result.value);
    this.#startNext();
  }

  async #loadLater(entry: Entry<Value>): Promise<void> {
    entry.tries += 1;
    await wait(growingPause('image', entry.tries));
    entry.isStarted = entry.holders === 0;
    this.#startNext();
  }

  #trim(): void {
    this.#entries.trim(({ holders }) => holders > 0);
  }

  #notify(): void {
    const { groupMs = 0 } = this.#options;
    if (this.#isNotifying) return;
    const tell = (): void => {
      this.#isNotifying = false;
      this.#changes += 1;
      for (const listener of [...this.#listeners]) listener();
    };
    if (groupMs === 0) tell();
    else {
      this.#isNotifying = true;
      void wait(groupMs).then(tell);
    }
  }
}

function failedState(failure: Failure): ImageState<never> {
  const reason = unsupportedReason(failure);
  return { status: 'failed', ...(reason !== undefined && { reason }) };
}
