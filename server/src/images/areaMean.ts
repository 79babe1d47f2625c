import type { PictureSize } from '@data-manager/domain/pictures/picture';
import type { PixelRect } from '@data-manager/domain/pictures/pixels/fileImage';

/**
 * Creates the mean of the pixels under each pixel of a picture of at most `side` pixels. A mean lies between the lowest and the
 * highest of its pixels, unlike the results of filters that sharpen. NaN and infinity spread to the pixels that contain them.
 */
export function createAreaMean(original: PictureSize, side: number, channels: number) {
  const size = smallerSize(original, side);
  const columns = targets(original.width, size.width);
  const rows = targets(original.height, size.height);
  const sums = new Float64Array(size.width * size.height * channels);

  return {
    /** Size of the smaller picture. */
    size,
    /** Adds the values of a part of the image, row by row. Those outside of the image are left out. */
    add(channel: number, { left, top, right, bottom }: PixelRect, values: ArrayLike<number | bigint>) {
      for (let y = top; y < Math.min(bottom, original.height); y += 1) {
        const target = (rows[y] ?? 0) * size.width;
        const start = (y - top) * (right - left) - left;
        for (let x = left; x < Math.min(right, original.width); x += 1) {
          const at = (target + (columns[x] ?? 0)) * channels + channel;
          sums[at] = (sums[at] ?? 0) + Number(values[start + x]);
        }
      }
    },
    /** Returns the picture, row by row, with the channels of a pixel side by side. */
    result(isRounded: boolean) {
      const [perColumn, perRow] = [counts(columns, size.width), counts(rows, size.height)];
      return sums.map((sum, at) => {
        const pixel = Math.floor(at / channels);
        const mean = sum / ((perColumn[pixel % size.width] ?? 1) * (perRow[Math.floor(pixel / size.width)] ?? 1));
        return isRounded ? Math.round(mean) : mean;
      });
    },
  };
}

/** Returns the size of an image that is scaled to at most `side` pixels. */
export function smallerSize({ width, height }: PictureSize, side: number): PictureSize {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns the index in the smaller picture of each row or column of the original. */
function targets(length: number, smaller: number): Uint32Array {
  return Uint32Array.from({ length }, (_, at) => Math.floor((at * smaller) / length));
}

function counts(target: Uint32Array, length: number): Uint32Array {
  const result = new Uint32Array(length);
  for (const at of target) result[at] = (result[at] ?? 0) + 1;
  return result;
}
