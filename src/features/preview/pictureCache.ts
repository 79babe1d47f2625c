import { pictureBytes, type Picture } from '../../domain/pictures/picture';
import { pictureId, PICTURES_AT_ONCE, type PictureSource } from './pictureSource';

/** Samples that are held, bytes: some thirty pictures of 1024 × 1024 and 16 bits for each of three sections. */
const MAX_HELD_BYTES = 192 * 1024 ** 2;

type PictureState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly picture: Picture }
  /** There is no picture of it, or none came. */
  | { readonly status: 'failed' };

/** What is wanted now, the most important first; whatever else is on its way is aborted. */
interface Wanted {
  readonly shown: readonly PictureSource[];
  /** Probably shown next: fetched when nothing that is shown waits for its turn, and while there is room. */
  readonly ahead: readonly PictureSource[];
}

interface CacheDeps {
  /** Undefined for a failure. */
  readonly loadPicture: (key: string, signal: AbortSignal) => Promise<Picture | undefined>;
  readonly maxAtOnce?: number;
  readonly maxHeldBytes?: number;
}

/** The pictures that are held, and the way to have others fetched. */
export interface PictureCache {
  readonly want: (wanted: Wanted) => void;
  readonly read: (source: PictureSource) => PictureState;
  /** Calls back when something that is read may have changed. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Another number after each change. */
  readonly version: () => number;
}

interface Entry {
  readonly abort: AbortController;
  state: PictureState;
}

const LOADING: PictureState = { status: 'loading' };

/** Holds decoded pictures: those that are wanted, and of the others as many of the latest as there is room for. */
export function createPictureCache(deps: CacheDeps): PictureCache {
  const { loadPicture, maxAtOnce = PICTURES_AT_ONCE, maxHeldBytes = MAX_HELD_BYTES } = deps;
  /** In order of last use: a map keeps the order of insertion. */
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let wanted: Wanted = { shown: [], ahead: [] };
  let changes = 0;
  let underWay = 0;

  const heldBytes = (): number =>
    [...entries.values()].reduce(
      (sum, { state }) => sum + (state.status === 'ready' ? pictureBytes(state.picture) : 0),
      0,
    );

  const startNext = (): void => {
    for (const source of wanted.shown) start(source);
    if (wanted.shown.some((source) => entries.get(pictureId(source))?.state.status === 'loading')) return;
    for (const source of wanted.ahead) if (heldBytes() < maxHeldBytes) start(source);
  };

  const start = (source: PictureSource): void => {
    const id = pictureId(source);
    if (underWay >= maxAtOnce || entries.has(id)) return;
    const entry: Entry = { abort: new AbortController(), state: LOADING };
    entries.set(id, entry);
    void load(id, source.key, entry);
  };

  const load = async (id: string, key: string, entry: Entry): Promise<void> => {
    underWay += 1;
    const picture = await loadPicture(key, entry.abort.signal);
    underWay -= 1;
    if (entries.get(id) === entry) {
      entry.state = picture === undefined ? { status: 'failed' } : { status: 'ready', picture };
      dropOldest();
      changes += 1;
      for (const listener of listeners) listener();
    }
    startNext();
  };

  /** What is shown stays, whatever it takes. */
  const dropOldest = (): void => {
    const shown = new Set(wanted.shown.map(pictureId));
    let held = heldBytes();
    for (const [id, { state }] of entries) {
      if (held <= maxHeldBytes) return;
      if (state.status !== 'ready' || shown.has(id)) continue;
      entries.delete(id);
      held -= pictureBytes(state.picture);
    }
  };

  return {
    want: (next) => {
      wanted = next;
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
