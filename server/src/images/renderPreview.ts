import type { FoundContent } from '@data-manager/domain/pictures/check/foundContent';
import { FLAT_KINDS, flatKind } from '@data-manager/domain/pictures/check/imageContent';
import { Type, type Static } from '@sinclair/typebox';
import sharp from 'sharp';
import { oneOf } from '../common/oneOf';
import type { DecodedPlane } from './decodedPlane';
import { decodeShownPlane, MAXIMA, stretchContrast } from './decodeImage';
import { encodeRawTiff, type Samples } from './encodeRawTiff';
import { explainUnreadable } from './explainUnreadable';
import { findProblemOfFile } from './findImageProblem';

/** Maximum length of the longer side in pixels. */
const PREVIEW_PIXELS = { downsampled: 1024, thumbnail: 256 } as const;
type PreviewKind = keyof typeof PREVIEW_PIXELS;

/** Selects a preview of an image. */
export interface WantedPreview {
  readonly kind: PreviewKind;
  /** Page number, from 1. The last page if there are fewer; the first non-empty one if undefined. */
  readonly page?: number | undefined;
  /** True for a TIFF with the original values of a grayscale image. */
  readonly isRaw?: boolean;
}

/** Describes a preview and the image that it shows. */
export const PreviewInfo = Type.Object({
  type: oneOf(['image/png', 'image/tiff']),
  /** Size of the original image. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** The shown page, from 1. */
  page: Type.Integer(),
  pages: Type.Integer(),
  /** What the shown page contains. */
  content: oneOf(['complete', ...FLAT_KINDS]),
  /** What the file contains: a page of a stack says nothing about the others. */
  found: oneOf(['complete', ...FLAT_KINDS, 'empty', 'truncated', 'not-tiff', 'damaged']),
});

export type PreviewInfo = Static<typeof PreviewInfo>;

export interface Preview extends PreviewInfo {
  readonly image: Buffer;
}

/** An image that can't be shown. */
export interface UnreadableImage {
  /** The reason, as a sentence without its full stop. */
  readonly unreadable: string;
  /** Absent if the file itself can't be read. */
  readonly found?: FoundContent;
}

/** Returns true for an image that can be shown. */
export function isPreview(rendered: Preview | UnreadableImage): rendered is Preview {
  return 'image' in rendered;
}

/**
 * Renders an image file as a PNG. The contrast of grayscale images and of images with more than 8 bits is stretched;
 * 8-bit color images keep their colors. A raw preview of any other image is a TIFF with its values instead.
 */
export async function renderPreview(path: string, wanted: WantedPreview): Promise<Preview | UnreadableImage> {
  const { kind, page, isRaw = false } = wanted;
  const decoded = await decodeShownPlane(path, PREVIEW_PIXELS[kind], page === undefined ? undefined : page - 1);
  const problem = await findProblemOfFile(path).catch(() => 'unread' as const);
  if (decoded === undefined || problem === 'unread') {
    return {
      unreadable: await explainUnreadable(path),
      ...(problem !== 'unread' && { found: problem ?? 'complete' }),
    };
  }
  const { original, pages } = decoded;
  const content = contentOf(decoded);
  const found = problem ?? (pages === 1 ? content : 'complete');
  const info = { width: original.width, height: original.height, page: decoded.page + 1, pages, content, found };
  const samples = isRaw ? rawSamples(decoded) : undefined;
  if (samples !== undefined) {
    return { ...info, type: 'image/tiff', image: await encodeRawTiff(samples, decoded) };
  }
  return { ...info, type: 'image/png', image: await encodePng(decoded) };
}

function contentOf({ isFlat, pixels, channels, depth }: DecodedPlane): PreviewInfo['content'] {
  return isFlat ? flatKind([...pixels.subarray(0, channels)], MAXIMA[depth]) : 'complete';
}

function encodePng({ pixels, width, height, channels, depth }: DecodedPlane): Promise<Buffer> {
  const bytes = pixels instanceof Uint8Array ? pixels : stretchContrast(pixels, depth);
  return sharp(bytes, { raw: { width, height, channels } })
    .toColourspace(channels <= 2 ? 'b-w' : 'srgb')
    .png()
    .toBuffer();
}

const RAW_TYPES: Readonly<Partial<Record<string, { from(values: ArrayLike<number>): Samples }>>> = {
  uchar: Uint8Array,
  char: Int8Array,
  ushort: Uint16Array,
  short: Int16Array,
  uint: Uint32Array,
  int: Int32Array,
};

/** Returns the values of an image in the type of its file. Types of more than 32 bits become floats. */
function rawSamples({ pixels, channels, depth }: DecodedPlane): Samples | undefined {
  if ((channels !== 1 && channels !== 3) || pixels instanceof Uint8Array) return undefined;
  return (RAW_TYPES[depth] ?? Float32Array).from(pixels);
}
