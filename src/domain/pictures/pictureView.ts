/**
 * What of a picture is seen in its frame. The frame's middle is the origin and its sides are 1 long, so that a view
 * holds whatever the frame's size: `x` and `y` say how far the picture's middle is off, `scale` how much it is enlarged.
 */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A place in the frame, from its middle, in sides of the frame: -0.5 to 0.5. */
export interface FramePoint {
  readonly x: number;
  readonly y: number;
}

/** Two fingers on the frame. */
export type FingerPair = readonly [FramePoint, FramePoint];

/** The picture as a whole. */
export const WHOLE_VIEW: PictureView = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 32;
const MIDDLE: FramePoint = { x: 0, y: 0 };

/** Enlarges by a factor; what is at the point stays there, unless the picture would leave the frame. */
export function zoomView(view: PictureView, factor: number, at: FramePoint = MIDDLE): PictureView {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return within({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio });
}

/** Moves the picture, in sides of the frame. */
export function panView(view: PictureView, by: FramePoint): PictureView {
  return within({ scale: view.scale, x: view.x + by.x, y: view.y + by.y });
}

/** Follows two fingers: what was under them stays under them, as far as it can. */
export function pinchView(view: PictureView, before: FingerPair, after: FingerPair): PictureView {
  const spread = distanceOf(before);
  const from = middleOf(before);
  const to = middleOf(after);
  const moved = panView(view, { x: to.x - from.x, y: to.y - from.y });
  return spread === 0 ? moved : zoomView(moved, distanceOf(after) / spread, to);
}

/** The frame is always full. */
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
