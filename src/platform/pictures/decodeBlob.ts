import { layersOf } from '@data-manager/domain/pictures/composite';
import { readImageHeader } from '@data-manager/domain/pictures/imageHeader';
import { isDecodable, makePicture, planesOfRgba, type Picture } from '@data-manager/domain/pictures/picture';
import { Compositor } from './compositor';

/** Bytes read for the header. The size of a JPEG follows its colour profile and thumbnail. */
const HEADER_BYTES = 512 * 1024;
/** Larger files are not previews. */
const MAX_FILE_BYTES = 512 * 1024 ** 2;

/** The calls that a decode worker carries out. They resolve with undefined if the file can't be displayed. */
export interface DecodeCalls {
  readonly picture: (blob: Blob, page: number | undefined) => Promise<Picture | undefined>;
  /** Returns a file that an `<img>` displays. */
  readonly image: (blob: Blob, page: number | undefined) => Promise<Blob | undefined>;
}

export const decodeCalls: DecodeCalls = {
  // The decoders' errors are indistinguishable, so the file counts as having no picture.
  picture: (blob, page) => decode(blob, page).catch(() => undefined),
  image: async (blob, page) => {
    const picture = await decodeCalls.picture(blob, page);
    return picture && drawImage(picture).catch(() => undefined);
  },
};

/** Checks the dimensions before decoding: a small file can declare a picture of any size. */
async function decode(blob: Blob, page: number | undefined): Promise<Picture | undefined> {
  if (blob.size > MAX_FILE_BYTES) return undefined;
  const file = await blob.arrayBuffer();
  const header = readImageHeader(new Uint8Array(file, 0, Math.min(HEADER_BYTES, file.byteLength)));
  if (header === undefined) return undefined;
  if (header.kind !== 'tiff') return isDecodable(header) ? decodeBitmap(blob) : undefined;
  const { decodeTiff } = await import('./decodeTiff');
  return decodeTiff(file, page);
}

/** Decodes the formats that browsers support: PNG, JPEG and WebP. Transparent pixels become black. Throws on failure. */
async function decodeBitmap(blob: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('This worker has no 2D canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return makePicture({ width, height }, planesOfRgba(context.getImageData(0, 0, width, height).data));
}

/** Draws a picture with its automatic contrast. */
async function drawImage(picture: Picture): Promise<Blob> {
  const { width, height, auto } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('This worker has no 2D canvas');
  new Compositor().draw(context, layersOf(picture, auto, [1, 1, 1]), picture);
  return canvas.convertToBlob({ type: 'image/png' });
}
