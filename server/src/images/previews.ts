import { createHash } from 'node:crypto';
import type { FoundContent } from '@data-manager/domain/pictures/check/foundContent';
import { Value } from '@sinclair/typebox/value';
import { remember } from '../common/remember';
import type { StoredObject } from '../database/files/storedObject';
import { sponsorOfKey } from '../names/keyRules';
import { createFairLimit } from '../scheduling/limits';
import { type BlobStore, type PreviewCache } from '../storage/blobStore';
import { previewPrefix } from '../storage/folder/previewCache';
import { ImageLimitError, type ImageWorkers } from './imageWorkers';
import { isPreview, PreviewInfo, type Preview, type UnreadableImage, type WantedPreview } from './renderPreview';

type PreviewedObject = Pick<StoredObject, 'key' | 'blob' | 'found'>;

/** Renders previews and caches them. */
export type Previews = ReturnType<typeof createPreviews>;

type AnyPreview = Promise<Preview | UnreadableImage>;

/** Two for each of two sponsors: the previews of one, however slow, don't delay those of another. */
const CONCURRENT_RENDERINGS = { total: 4, perKey: 2 };
/** How long to wait before retrying an image that exceeded a limit. */
const REMEMBER_FAILURE_MS = 10 * 60 * 1_000;
const MAX_FAILURES = 10_000;

/**
 * Creates the previews of blobs. Concurrent requests for a preview share one rendering.
 *
 * @param record Stores what was found in an image: only a preview reads its pixels.
 */
export function createPreviews(
  blobs: Pick<BlobStore, 'withFile'> & { readonly previews: Pick<PreviewCache, 'get' | 'put'> },
  images: Pick<ImageWorkers, 'render'>,
  record: (blob: string, found: FoundContent) => Promise<void>,
) {
  const pending = new Map<string, AnyPreview>();
  const limit = createFairLimit(CONCURRENT_RENDERINGS);
  /** Errors by blob, oldest first. */
  const failures = new Map<string, { readonly error: ImageLimitError; readonly until: number }>();

  async function render({ blob, key }: PreviewedObject, wanted: WantedPreview): AnyPreview {
    const failure = failures.get(blob);
    if (failure !== undefined && failure.until > performance.now()) throw failure.error;
    try {
      return await limit(sponsorOfKey(key), () => blobs.withFile(blob, (path) => images.render(path, wanted)));
    } catch (error) {
      if (error instanceof ImageLimitError) {
        remember(failures, blob, { error, until: performance.now() + REMEMBER_FAILURE_MS }, MAX_FAILURES);
      }
      throw error;
    }
  }

  async function findOrRender(object: PreviewedObject, wanted: WantedPreview, name: string): AnyPreview {
    const cached = await blobs.previews.get(name);
    const known = cached && unpack(cached);
    if (known !== undefined) return known;
    const rendered = await render(object, wanted);
    // A preview that can't be cached, for example on a full disk, is still returned.
    if (isPreview(rendered)) await blobs.previews.put(name, pack(rendered)).catch(() => undefined);
    return rendered;
  }

  async function getNow(object: PreviewedObject, wanted: WantedPreview, name: string): AnyPreview {
    const preview = await findOrRender(object, wanted, name);
    // The user can't do without the preview.
    const { found } = preview;
    if (object.found === undefined && found !== undefined) await record(object.blob, found).catch(() => undefined);
    return preview;
  }

  return {
    /** Returns a preview of the object. */
    get(object: PreviewedObject, wanted: WantedPreview): AnyPreview {
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
const RENDERING = 9;

/** Returns the cache key of a preview, which changes with the object's content and not with its name. */
export function previewName({ blob }: Pick<StoredObject, 'blob'>, wanted: WantedPreview): string {
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
