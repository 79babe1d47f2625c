import { LOWEST, type PictureSize } from '../picture';
import { pixelZoom, type PictureView } from '../pictureView';
import type { Plane } from '../plane';
import { chooseLevel } from './fileBlocks';
import { rectHeight, rectWidth, type FileImageHeader, type PixelRect } from './fileImage';
import { shownSize } from './orientation';

/** Pixels on the screen that are filled beside the frame, so that small movements need no other window. */
const MARGIN = 64;
/** Pixels of a window: two large screens of 4K. More would take too long to fetch and to paint. */
const MAX_PIXELS = 8 * 1024 ** 2;

/** The part of a section that is filled with pixels of files. */
export interface SharpWindow {
  /** In pixels of the section. */
  readonly rect: PixelRect;
  /** Pixels on the screen per pixel of the section. */
  readonly zoom: number;
}

/**
 * Returns the part of a section that a frame shows, with a margin: whole steps, so that it rarely changes.
 *
 * @param density pixels of the screen per CSS pixel
 */
export function visibleWindow(
  view: PictureView,
  frame: PictureSize,
  section: PictureSize,
  density: number,
): SharpWindow | undefined {
  const zoom = pixelZoom(view, frame, section) * density;
  if (!(zoom > 0) || !Number.isFinite(zoom)) return undefined;
  const [width, height] = [(frame.width * density) / zoom, (frame.height * density) / zoom];
  const left = section.width / 2 - (view.x * frame.width * density) / zoom - width / 2;
  const top = section.height / 2 - (view.y * frame.height * density) / zoom - height / 2;
  // Powers of two, so that the pixels of binned images and of lower resolutions are whole.
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, MARGIN / zoom)));
  const before = (value: number): number => Math.max(0, Math.floor((value - step / 2) / step) * step);
  const after = (value: number, end: number): number => Math.min(end, Math.ceil((value + step / 2) / step) * step);
  const rect = {
    left: before(left),
    top: before(top),
    right: after(left + width, section.width),
    bottom: after(top + height, section.height),
  };
  return rect.left < rect.right && rect.top < rect.bottom ? { rect, zoom } : undefined;
}

/** How the pixels of a grid lie in a section: the file's pixels, or those of a preview. */
export interface PixelGrid extends PictureSize {
  /** Pixels of the section per pixel of the grid. */
  readonly unit: number;
}

/** Returns the level of a file to fill a window with, and its grid. */
export function sharpLevel(
  header: FileImageHeader,
  unit: number,
  { zoom }: SharpWindow,
): { readonly level: number; readonly grid: PixelGrid } {
  const level = chooseLevel(header, zoom * unit);
  const [full] = header.levels;
  const chosen = header.levels[level] ?? full;
  const size = shownSize(chosen, header.orientation);
  return { level, grid: { ...size, unit: (unit * full.width) / chosen.width } };
}

/** Returns the pixels of a grid that a window shows, or undefined if it shows none of them. */
export function gridRect({ rect }: SharpWindow, { width, height, unit }: PixelGrid): PixelRect | undefined {
  const own = {
    left: Math.floor(rect.left / unit),
    top: Math.floor(rect.top / unit),
    right: Math.min(width, Math.ceil(rect.right / unit)),
    bottom: Math.min(height, Math.ceil(rect.bottom / unit)),
  };
  return own.left < own.right && own.top < own.bottom ? own : undefined;
}

/** Returns true if a window of this grid has too many pixels. */
export function isTooWide({ rect }: SharpWindow, unit: number): boolean {
  return (rectWidth(rect) * rectHeight(rect)) / unit ** 2 > MAX_PIXELS;
}

/** Returns the size of the picture of a window in the finest of its grids. */
export function windowSize({ rect }: SharpWindow, unit: number): PictureSize {
  return {
    width: Math.max(1, Math.round(rectWidth(rect) / unit)),
    height: Math.max(1, Math.round(rectHeight(rect) / unit)),
  };
}

/**
 * Draws the pixels of a grid into the picture of a window by repeating or skipping them. What the grid does not cover is
 * black.
 *
 * @param plane the pixels of `own`, a part of the grid
 */
export function drawIntoWindow(
  plane: Plane,
  own: PixelRect,
  { unit }: PixelGrid,
  { rect }: SharpWindow,
  size: PictureSize,
): Plane {
  const width = rectWidth(own);
  if (width === size.width && rectHeight(own) === size.height) return plane;
  const columns = placesOf(size.width, rect.left, rectWidth(rect), unit, own.left, own.right);
  const rows = placesOf(size.height, rect.top, rectHeight(rect), unit, own.top, own.bottom);
  const drawn = blackPlane(plane, size.width * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const row = rows[y] ?? -1;
    if (row < 0) continue;
    for (let x = 0; x < size.width; x += 1) {
      const column = columns[x] ?? -1;
      if (column >= 0) drawn[y * size.width + x] = plane[row * width + column] ?? 0;
    }
  }
  return drawn;
}

/** Returns the place in the grid's part for each pixel of the picture, or -1 outside of it. */
function placesOf(count: number, start: number, length: number, unit: number, first: number, end: number): Int32Array {
  return new Int32Array(count).map((_, index) => {
    const place = Math.floor((start + ((index + 0.5) * length) / count) / unit);
    return place >= first && place < end ? place - first : -1;
  });
}

/** Returns samples that are black with every contrast. */
export function blackPlane(like: Plane, length: number): Plane {
  if (like instanceof Uint8Array) return new Uint8Array(length);
  if (like instanceof Uint16Array) return new Uint16Array(length);
  return new Float32Array(length).fill(LOWEST);
}
