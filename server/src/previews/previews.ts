import { createHash } from 'node:crypto';
import { Value } from '@sinclair/typebox/value';
import { createFairLimit } from '../locks';
import { type BlobStore, type PreviewCache } from '../objects/blobStore';
import { sponsorOfKey } from '../objects/keyRules';
import type { StoredObject } from '../objects/storedObject';
import type { ImageReader } from './imageReader';
import { ImageLimitError } from './imageWorkers';
import { previewPrefix } from './previewCache';
import { isPreview, PreviewInfo, type Preview, type UnreadableImage, type WantedPreview } from './renderPreview';

/** Renders previews and caches them. */
export interface Previews {
  /** Returns a preview of the object. */
  get(object: StoredObject, wanted: WantedPreview): Promise<Preview | UnreadableImage>;
}

/** Two for each of two sponsors: the previews of one, however slow, don't delay those of another. */
const CONCURRENT_RENDERINGS = { total: 4, perKey: 2 };
/** How long to wait before retrying an image that exceeded a limit. */
const REMEMBER_FAILURE_MS = 10 * 60 * 1_000;
const MAX_FAILURES = 10_000;

/**
 * Creates the previews of blobs. Concurrent requests for a preview share one rendering.
 *
 * @param markFlat Stores that all pixels of an image have the same value. Only a preview can tell: the headers of an image
 *   don't, and a listing must not read the pixels of thousands.
 */
export function createPreviews(
  blobs: Pick<BlobStore, 'withFile'> & { readonly previews: Pick<PreviewCache, 'get' | 'put'> },
  images: Pick<ImageReader, 'render'>,
  markFlat: (blob: string) => Promise<void>,
): Previews {
  const pending = new Map<string, ReturnType<Previews['get']>>();
  const limit = createFairLimit(CONCURRENT_RENDERINGS);
  /** Errors by blob, oldest first. */
  const failures = new Map<string, { readonly error: ImageLimitError; readonly until: number }>();

  async function render({ blob, key }: StoredObject, wanted: WantedPreview): ReturnType<Previews['get']> {
    const failure = failures.get(blob);
    if (failure !== undefined && failure.until > Date.now()) throw failure.error;
    try {
      return await limit(sponsorOfKey(key), () => blobs.withFile(blob, (path) => images.render(path, wanted)));
    } catch (error) {
      if (error instanceof ImageLimitError) {
        failures.delete(blob);
        failures.set(blob, { error, until: Date.now() + REMEMBER_FAILURE_MS });
        for (const oldest of failures.keys()) {
          if (failures.size <= MAX_FAILURES) break;
          failures.delete(oldest);
        }
      }
      throw error;
    }
  }

  async function findOrRender(object: StoredObject, wanted: WantedPreview, name: string): ReturnType<Previews['get']> {
    const cached = await blobs.previews.get(name);
    const known = cached && unpack(cached);
    if (known !== undefined) return known;
    const rendered = await render(object, wanted);
    // A preview that can't be cached, for example on a full disk, is still returned.
    if (isPreview(rendered)) await blobs.previews.put(name, pack(rendered)).catch(() => undefined);
    return rendered;
  }

  async function getNow(object: StoredObject, wanted: WantedPreview, name: string): ReturnType<Previews['get']> {
    const preview = await findOrRender(object, wanted, name);
    // A page of a stack says nothing about the others. Listings can do without the mark, the user can't do without the preview.
    if (isPreview(preview) && preview.isFlat && preview.pages === 1) await markFlat(object.blob).catch(() => undefined);
    return preview;
  }

  return {
    get(object, wanted) {
      const name = previewName(object, wanted);
      const found = pending.get(name) ?? getNow(object, wanted, name).finally(() => pending.delete(name));
      pending.set(name, found);
      return found;
    },
  };
}

/** Serializes a preview for the cache: the length of its description, the description and the image. */
function pack({ image, ...info }: Preview): Buffer {
  const text = Buffer.from(JSON.stringify(info));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, image]);
}

/** Returns undefined for a damaged cache entry. */
function unpack(entry: Buffer): Preview | undefined {
  try {
    const end = 4 + entry.readUInt32LE();
    const info: unknown = JSON.parse(entry.toString('utf8', 4, end));
    return Value.Check(PreviewInfo, info) ? { ...info, image: entry.subarray(end) } : undefined;
  } catch {
    return undefined;
  }
}

/** Changes when an image gets another preview than before, so that no older one is used. */
const RENDERING = 6;

/** Returns the cache key of a preview, which changes with the object's content and not with its name. */
export function previewName({ blob }: StoredObject, wanted: WantedPreview): string {
  return previewPrefix(blob) + previewVersion({ blob }, wanted);
}

/** Returns a text that identifies a preview, and reveals nothing about the object. */
export function previewVersion(
  { blob }: Pick<StoredObject, 'blob'>,
  { kind, page, isRaw = false }: WantedPreview,
): string {
  const identity = JSON.stringify([RENDERING, blob, kind, page, isRaw]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 40);
}
