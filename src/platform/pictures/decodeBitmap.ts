import { makePicture, planesOfRgba, type Picture } from '../../domain/pictures/picture';

/** Decodes what the browser itself reads: PNG, JPEG, WebP. Transparent parts are black. Throws where it can't. */
export async function decodeBitmap(blob: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('There is no 2D canvas in this worker');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return makePicture({ width, height }, planesOfRgba(context.getImageData(0, 0, width, height).data));
}
