import { createHash } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Semaphore } from 'async-mutex';
import sharp from 'sharp';
import type { BlobStore } from '../objects/blobStore';
import type { StoredObject } from '../objects/objectStore';
import { decodeShownPlane, stretchContrast, type DecodedPlane } from './decodeImage';
import { encodeRawTiff } from './encodeRawTiff';

/** Renders previews and caches them. */
export interface Previews {
  /** Returns a preview of the object; undefined if it is not a readable image or was removed. */
  get(object: StoredObject, wanted: WantedPreview): Promise<Preview | undefined>;
}

/** Creates the previews of blobs. Concurrent requests for a preview share one rendering. */
export function createPreviews(blobs: Pick<BlobStore, 'withFile' | 'previews'>): Previews {
  const pending = new Map<string, Promise<Preview | undefined>>();

  async function findOrRender(object: StoredObject, wanted: WantedPreview, name: string): Promise<Preview | undefined> {
    const cached = await blobs.previews.get(name);
    const known = cached && unpack(cached);
    if (known !== undefined) return known;
    const rendered = await blobs.withFile(object.blob, (path) => renderPreview(path, wanted));
    // A preview that can't be cached, for example on a full disk, is still returned.
    if (rendered !== undefined) await blobs.previews.put(name, pack(rendered)).catch(() => undefined);
    return rendered;
  }

  return {
    get(object, wanted) {
      const name = previewName(object, wanted);
      const found = pending.get(name) ?? findOrRender(object, wanted, name).finally(() => pending.delete(name));
      pending.set(name, found);
      return found;
    },
  };
}

/** Maximum length of the longer side in pixels. */
const PREVIEW_PIXELS = { downsampled: 1024, thumbnail: 256 } as const;
type PreviewKind = keyof typeof PREVIEW_PIXELS;

/** Selects a preview of an image. */
export interface WantedPreview {
  readonly kind: PreviewKind;
  /** From 1. The last page if there are fewer; the first non-empty one if undefined. */
  readonly page?: number | undefined;
  /** True for a TIFF with the original values of a grayscale image. */
  readonly isRaw?: boolean;
}

/** Describes a preview and the image that it shows. */
const PreviewInfo = Type.Object({
  type: Type.Union([Type.Literal('image/png'), Type.Literal('image/tiff')]),
  /** Size of the original image. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** The shown page, from 1. */
  page: Type.Integer(),
  pages: Type.Integer(),
});

export interface Preview extends Static<typeof PreviewInfo> {
  readonly image: Buffer;
}

/** Limits the number of images decoded at the same time. */
const decoding = new Semaphore(2);

/**
 * Renders an image file as a PNG. The contrast of grayscale images and of images with more than 8 bits is stretched;
 * 8-bit color images keep their colors. A raw preview of a grayscale image is a TIFF with its values instead.
 *
 * @returns undefined if the file is missing or not a readable image.
 */
export async function renderPreview(path: string, wanted: WantedPreview): Promise<Preview | undefined> {
  return decoding.runExclusive(async () => {
    const { kind, page, isRaw = false } = wanted;
    const decoded = await decodeShownPlane(path, PREVIEW_PIXELS[kind], page === undefined ? undefined : page - 1);
    if (decoded === undefined) return undefined;
    const { original, pages } = decoded;
    const info = { width: original.width, height: original.height, page: decoded.page + 1, pages };
    const samples = isRaw ? rawSamples(decoded) : undefined;
    if (samples !== undefined) {
      return { ...info, type: 'image/tiff', image: await encodeRawTiff(samples, decoded.width, decoded.height) };
    }
    return { ...info, type: 'image/png', image: await encodePng(decoded) };
  });
}

function encodePng({ pixels, width, height, channels }: DecodedPlane): Promise<Buffer> {
  const bytes = pixels instanceof Float32Array ? stretchContrast(pixels) : pixels;
  return sharp(bytes, { raw: { width, height, channels } })
    .toColourspace(channels <= 2 ? 'b-w' : 'srgb')
    .png()
    .toBuffer();
}

/** Returns the values of a grayscale image in the type of its file, or as floats if the type has no raw preview. */
function rawSamples({ pixels, channels, depth }: DecodedPlane): Uint8Array | Uint16Array | Float32Array | undefined {
  if (channels !== 1 || !(pixels instanceof Float32Array)) return undefined;
  if (depth === 'uchar') return Uint8Array.from(pixels);
  return depth === 'ushort' ? Uint16Array.from(pixels) : pixels;
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

/** Returns the cache key of a preview, which changes with the object's content and not with its name. */
export function previewName(object: StoredObject, { kind, page, isRaw = false }: WantedPreview): string {
  const identity = JSON.stringify([object.blob, kind, page, isRaw]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 40);
}
