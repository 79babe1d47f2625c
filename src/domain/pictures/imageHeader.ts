import { readFormat } from './check/tiffDirectory';
import type { PictureSize } from './picture';

/** Type and size of an image. The size of a TIFF is not in the first bytes; its decoder reads it. */
type ImageHeader = { readonly kind: 'tiff' } | ({ readonly kind: 'png' | 'jpeg' | 'webp' } & PictureSize);

/** Parses the header of an image. Returns undefined for an unsupported format. Never throws. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (readFormat(view) !== undefined) return { kind: 'tiff' };
    return readPng(view) ?? readWebp(view) ?? readJpeg(view);
  } catch {
    // The data ends before the size.
    return undefined;
  }
}

function readPng(view: DataView): ImageHeader | undefined {
  if (view.getUint32(0) !== 0x89504e47) return undefined;
  return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Skips segments up to the start of frame. */
function readJpeg(view: DataView): ImageHeader | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    // Fill bytes may precede a marker.
    while (view.getUint16(at) === 0xffff) at += 1;
    const marker = view.getUint16(at);
    if (marker < 0xff00) return undefined;
    if (isFrame(marker)) return { kind: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}

/** Returns true for 0xC0 to 0xCF, except the markers of tables and arithmetic coding. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
}

function readWebp(view: DataView): ImageHeader | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined;
  switch (view.getUint32(12)) {
    // `VP8 `: lossy.
    case 0x56503820:
      return { kind: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    // `VP8L`: lossless, 14 bits each, minus one.
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { kind: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    // `VP8X`: extended, 24 bits each, minus one.
    case 0x56503858:
      return { kind: 'webp', width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}
