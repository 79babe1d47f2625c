import type { PictureSize } from './picture';

/**
 * Zoom and position of a picture in its frame. Independent of the frame's size: the origin is the centre of the frame and
 * its sides have length 1. `x` and `y` are the offset of the picture's centre.
 */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A point in the frame, relative to its centre, from -0.5 to 0.5. */
export interface FramePoint {
  readonly x: number;
  readonly y: number;
}

/** A point of the picture, in its pixels. The top left corner of the first pixel is at 0, 0. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** Positions of two fingers. */
type FingerPair = readonly [FramePoint, FramePoint];

/** The view that shows the whole picture. */
export const WHOLE_VIEW: PictureView = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 32;
/** Largest side of an image's pixel, CSS pixels. */
const MAX_PIXEL_ZOOM = 32;
const MIDDLE: FramePoint = { x: 0, y: 0 };

/** Zooms by a factor around a point, as far as the picture still fills the frame. */
export function zoomView(
  view: PictureView,
  factor: number,
  at: FramePoint = MIDDLE,
  maxScale = MAX_SCALE,
): PictureView {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return within({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio });
}

/** Returns how far a picture can be zoomed: to its pixels. */
export function maxScaleOf(frame: FrameSize, picture: PictureSize): number {
  return Math.max(MAX_SCALE, MAX_PIXEL_ZOOM / pixelZoom(WHOLE_VIEW, frame, picture));
}

/** Moves the picture. */
export function panView(view: PictureView, by: FramePoint): PictureView {
  return within({ scale: view.scale, x: view.x + by.x, y: view.y + by.y });
}

/** Zooms and moves the picture so that it follows two fingers. */
export function pinchView(view: PictureView, before: FingerPair, after: FingerPair, maxScale = MAX_SCALE): PictureView {
  const spread = distanceOf(before);
  const from = middleOf(before);
  const to = middleOf(after);
  const moved = panView(view, { x: to.x - from.x, y: to.y - from.y });
  return spread === 0 ? moved : zoomView(moved, distanceOf(after) / spread, to, maxScale);
}

/** Keeps the frame filled. */
function within({ scale, x, y }: PictureView): PictureView {
  const reach = (scale - 1) / 2;
  return { scale, x: clamp(x, reach), y: clamp(y, reach) };
}

function clamp(value: number, reach: number): number {
  return Math.min(reach, Math.max(-reach, value));
}

function distanceOf([one, other]: FingerPair): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middleOf([one, other]: FingerPair): FramePoint {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** The size of the frame on the screen, CSS pixels. */
type FrameSize = PictureSize;

/** Returns how many CSS pixels a pixel of the picture takes up. */
export function pixelZoom({ scale }: PictureView, frame: FrameSize, picture: PictureSize): number {
  return Math.min(frame.width / picture.width, frame.height / picture.height) * scale;
}

/** Returns the point of the picture that is shown at a point of the frame. It may lie outside of the picture. */
export function pictureAt(view: PictureView, at: FramePoint, frame: FrameSize, picture: PictureSize): PicturePoint {
  const zoom = pixelZoom(view, frame, picture);
  return {
    x: ((at.x - view.x) * frame.width) / zoom + picture.width / 2,
    y: ((at.y - view.y) * frame.height) / zoom + picture.height / 2,
  };
}

/** Returns the point of the frame that shows a point of the picture. It may lie outside of the frame. */
export function frameAt(view: PictureView, point: PicturePoint, frame: FrameSize, picture: PictureSize): FramePoint {
  const zoom = pixelZoom(view, frame, picture);
  return {
    x: ((point.x - picture.width / 2) * zoom) / frame.width + view.x,
    y: ((point.y - picture.height / 2) * zoom) / frame.height + view.y,
  };
}

/** Returns column and row of the picture's pixel at a point of the frame, or undefined outside the picture. */
export function pixelAt(
  view: PictureView,
  at: FramePoint,
  frame: FrameSize,
  picture: PictureSize,
): PicturePoint | undefined {
  const point = pictureAt(view, at, frame, picture);
  const x = Math.floor(point.x);
  const y = Math.floor(point.y);
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : undefined;
}

/** A scale bar: its length on the screen and in reality. */
export interface ScaleBar {
  /** CSS pixels. */
  readonly length: number;
  readonly micrometres: number;
}

/** Returns the longest scale bar of 1, 2 or 5 times a power of ten that is not longer than `maxLength` CSS pixels. */
export function fitScaleBar(micrometresPerPixel: number, maxLength: number): ScaleBar | undefined {
  const longest = micrometresPerPixel * maxLength;
  if (!(longest > 0) || !Number.isFinite(longest)) return undefined;
  const power = 10 ** Math.floor(Math.log10(longest));
  const micrometres = [5, 2, 1].map((step) => step * power).find((one) => one <= longest) ?? power;
  return { micrometres, length: micrometres / micrometresPerPixel };
}
