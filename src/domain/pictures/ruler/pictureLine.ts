import { numberFormatter } from '@data-manager/lib/formatNumber';
import type { PictureSize } from '../picture';
import type { PicturePoint } from '../pictureView';

/** A straight line over a picture. */
export interface PictureLine {
  readonly from: PicturePoint;
  readonly to: PicturePoint;
}

/** A pixel that a line crosses. */
export interface LinePixel {
  /** From the start of the line, in pixels. */
  readonly distance: number;
  /** Column and row. */
  readonly x: number;
  readonly y: number;
}

/** Most pixels of a line that are looked at: more than a screen has columns. */
const MAX_PIXELS = 4_096;

/** Returns the length of a line in pixels. */
export function lineLength({ from, to }: PictureLine): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** Converts a line to pixels of another size. */
export function scaleLine({ from, to }: PictureLine, factor: number): PictureLine {
  return { from: { x: from.x * factor, y: from.y * factor }, to: { x: to.x * factor, y: to.y * factor } };
}

/** Moves the ends of a line into the picture. */
export function clampLine({ from, to }: PictureLine, picture: PictureSize): PictureLine {
  return { from: clampPoint(from, picture), to: clampPoint(to, picture) };
}

function clampPoint({ x, y }: PicturePoint, { width, height }: PictureSize): PicturePoint {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
}

/** Returns the pixels at equal steps along a line: at least its two ends, and about one for each pixel of its length. */
export function pixelsAlong(line: PictureLine, { width, height }: PictureSize): readonly LinePixel[] {
  const { from, to } = line;
  const length = lineLength(line);
  const steps = Math.min(MAX_PIXELS - 1, Math.max(1, Math.round(length)));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps;
    const x = Math.floor(from.x + (to.x - from.x) * share);
    const y = Math.floor(from.y + (to.y - from.y) * share);
    return {
      distance: length * share,
      x: Math.min(width - 1, Math.max(0, x)),
      y: Math.min(height - 1, Math.max(0, y)),
    };
  });
}

const formatLength = numberFormatter({ maximumSignificantDigits: 5, useGrouping: false });

/**
 * Returns a length as text.
 *
 * @param pixelEdge µm; undefined if it is unknown
 */
export function lengthText(pixels: number, pixelEdge: number | undefined): string {
  if (pixelEdge === undefined) return `${formatLength(pixels)} px`;
  const micrometres = pixels * pixelEdge;
  return micrometres >= 1_000 ? `${formatLength(micrometres / 1_000)} mm` : `${formatLength(micrometres)} µm`;
}
