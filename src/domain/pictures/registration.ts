import type { PictureSize } from './picture';

/** How an image lies beside the other images of its section. All of them begin at the same corner, the top left. */
export interface Registration {
  /** Pixels of the section's finest image per pixel of this image. */
  readonly unit: number;
  /**
   * `same`: the size of the finest image. `binned`: the same shape with fewer pixels, so it shows the same tissue with
   * larger pixels. `different`: another shape; its pixels are assumed to be as large as those of the finest image.
   */
  readonly fit: 'same' | 'binned' | 'different';
}

/** Registers the images of a section by their sizes in pixels. Files rarely state the size of a pixel reliably. */
export function registerImages(sizes: readonly PictureSize[]): readonly Registration[] {
  const finest = sizes.reduce<PictureSize | undefined>(
    (largest, size) => (largest === undefined || areaOf(size) > areaOf(largest) ? size : largest),
    undefined,
  );
  return sizes.map((size) => (finest === undefined ? { unit: 1, fit: 'same' } : registerImage(size, finest)));
}

function registerImage(own: PictureSize, finest: PictureSize): Registration {
  if (own.width === finest.width && own.height === finest.height) return { unit: 1, fit: 'same' };
  const bins = Math.round(finest.width / own.width);
  // The last pixels of a binned image may be cut off, or be made from fewer pixels.
  const isBinned =
    bins > 1 && isBinnedSide(own.width, finest.width, bins) && isBinnedSide(own.height, finest.height, bins);
  if (isBinned) return { unit: bins, fit: 'binned' };
  const unit = finest.width / own.width;
  const isSameShape = unit > 1 && Math.abs(finest.height / unit - own.height) <= 0.5;
  return isSameShape ? { unit, fit: 'binned' } : { unit: 1, fit: 'different' };
}

function isBinnedSide(own: number, finest: number, bins: number): boolean {
  return own === Math.floor(finest / bins) || own === Math.ceil(finest / bins);
}

function areaOf({ width, height }: PictureSize): number {
  return width * height;
}
