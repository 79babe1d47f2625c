import type { PictureSize } from '../picture';
import type { FileSamples, PixelRect } from './fileImage';
import { gather } from './readSamples';

/** How the stored pixels are turned to be shown: transposed first, then mirrored. */
interface Turn {
  readonly isTransposed: boolean;
  /** True if the shown columns run from right to left. */
  readonly isMirrored: boolean;
  /** True if the shown rows run from bottom to top. */
  readonly isFlipped: boolean;
}

/** Returns the turn of TIFF's orientation. Unknown orientations count as 1, upright. */
function turnOf(orientation: number): Turn {
  return {
    isTransposed: orientation >= 5 && orientation <= 8,
    isMirrored: [2, 3, 6, 7].includes(orientation),
    isFlipped: [3, 4, 7, 8].includes(orientation),
  };
}

/** Returns the size at which an image is shown. */
export function shownSize({ width, height }: PictureSize, orientation: number): PictureSize {
  return turnOf(orientation).isTransposed ? { width: height, height: width } : { width, height };
}

/**
 * Returns the stored pixels of a shown rect.
 *
 * @param size of the image as shown
 */
export function storedRect(rect: PixelRect, { width, height }: PictureSize, orientation: number): PixelRect {
  const { isTransposed, isMirrored, isFlipped } = turnOf(orientation);
  const [left, right] = isMirrored ? [width - rect.right, width - rect.left] : [rect.left, rect.right];
  const [top, bottom] = isFlipped ? [height - rect.bottom, height - rect.top] : [rect.top, rect.bottom];
  return isTransposed ? { left: top, right: bottom, top: left, bottom: right } : { left, right, top, bottom };
}

/**
 * Turns the stored pixels of a rect so that they can be shown.
 *
 * @param size of the result
 * @param perPixel samples of a pixel that follow each other
 */
export function turnSamples<Samples extends FileSamples>(
  samples: Samples,
  { width, height }: PictureSize,
  orientation: number,
  perPixel = 1,
): Samples {
  const { isTransposed, isMirrored, isFlipped } = turnOf(orientation);
  if (!isTransposed && !isMirrored && !isFlipped) return samples;
  return gather(samples, width * height * perPixel, (at) => {
    const index = Math.floor(at / perPixel);
    const x = index % width;
    const y = Math.floor(index / width);
    const row = isFlipped ? height - 1 - y : y;
    const column = isMirrored ? width - 1 - x : x;
    return (isTransposed ? column * height + row : row * width + column) * perPixel + (at % perPixel);
  });
}
