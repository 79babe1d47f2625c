import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import {
  maxScaleOf,
  panView,
  pinchView,
  WHOLE_VIEW,
  zoomView,
  type FramePoint,
  type PictureView,
} from '@data-manager/domain/pictures/pictureView';
import { hasModifier } from '../../../ui/hasModifier';

/** Zoom factor per key press or click. */
export const ZOOM_STEP = 1.5;
/** Wheel distance that doubles the zoom, px. */
const WHEEL_PX_PER_DOUBLING = 240;
const PAN_STEP = 0.1;

/** Zoom factor of a double click. */
const DOUBLE_CLICK_ZOOM = 2;
/** How much finer the wheel events of a trackpad's pinch are than those of a wheel. */
const PINCH_FINENESS = 10;
/** Most doublings per wheel event: a wheel with Ctrl looks like a pinch. */
const MAX_DOUBLINGS = 1;

/** A shorter movement is a click rather than a line, px. */
const MIN_LINE_PX = 4;

/** Draws from one point of the frame to another. */
type Draw = (view: PictureView, from: FramePoint, to: FramePoint) => void;

/** Updates the view. */
export type ChangeView = (change: (view: PictureView) => PictureView) => void;

const KEYS: Readonly<Record<string, (view: PictureView, maxScale?: number) => PictureView>> = {
  '+': (view, maxScale) => zoomView(view, ZOOM_STEP, undefined, maxScale),
  '=': (view, maxScale) => zoomView(view, ZOOM_STEP, undefined, maxScale),
  '-': (view, maxScale) => zoomView(view, 1 / ZOOM_STEP, undefined, maxScale),
  '0': () => WHOLE_VIEW,
  ArrowLeft: (view) => panView(view, { x: PAN_STEP, y: 0 }),
  ArrowRight: (view) => panView(view, { x: -PAN_STEP, y: 0 }),
  ArrowUp: (view) => panView(view, { x: 0, y: PAN_STEP }),
  ArrowDown: (view) => panView(view, { x: 0, y: -PAN_STEP }),
};

/**
 * Zooms and pans by wheel, trackpad pinch, drag, two fingers and keyboard. A double click zooms in, with Shift out. While
 * the whole picture is visible, the arrow keys and scrolling down are left to the page.
 *
 * @param picture size of the picture in pixels, which limits the zoom
 * @param draw replaces panning by drag
 */
export function usePictureView(
  frame: RefObject<HTMLElement | null>,
  picture: PictureSize | undefined,
  draw: Draw | undefined,
): readonly [PictureView, ChangeView, zoom: (factor: number) => void] {
  const [view, setView] = useState(WHOLE_VIEW);
  const readMaxScale = () => {
    const box = frame.current?.getBoundingClientRect();
    return box === undefined || picture === undefined ? undefined : maxScaleOf(box, picture);
  };
  const isFitted = useEffectEvent(() => view.scale === 1);
  const maxScale = useEffectEvent(readMaxScale);
  const isDrawing = useEffectEvent(() => draw !== undefined);
  const drawLine = useEffectEvent((from: FramePoint, to: FramePoint) => draw?.(view, from, to));
  useEffect(
    () =>
      frame.current === null ? undefined : listen(frame.current, setView, { isFitted, maxScale, isDrawing, drawLine }),
    [frame],
  );
  const zoom = (factor: number) => setView((now) => zoomView(now, factor, undefined, readMaxScale()));
  return [view, setView, zoom];
}

/** Returns a pointer's position in the frame. */
export function framePoint(frame: HTMLElement, { clientX, clientY }: MouseEvent): FramePoint {
  const { left, top, width, height } = frame.getBoundingClientRect();
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 };
}

function isDragged(start: PointerEvent, { clientX, clientY }: PointerEvent): boolean {
  return Math.hypot(clientX - start.clientX, clientY - start.clientY) >= MIN_LINE_PX;
}

/** What the listeners ask for. */
interface PictureState {
  readonly isFitted: () => boolean;
  readonly maxScale: () => number | undefined;
  /** Returns false if dragging pans. */
  readonly isDrawing: () => boolean;
  readonly drawLine: (from: FramePoint, to: FramePoint) => void;
}

/** Adds native listeners: React's wheel listeners are passive and cannot prevent scrolling. */
function listen(
  frame: HTMLElement,
  change: ChangeView,
  { isFitted, maxScale, isDrawing, drawLine }: PictureState,
): () => void {
  const fingers = new Map<number, FramePoint>();
  /** The press of a single pointer. Undefined after a second one was pressed. */
  let pressed: PointerEvent | undefined;
  const stops: (() => void)[] = [];
  const on = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    react: (event: HTMLElementEventMap[Kind]) => void,
  ): void => {
    frame.addEventListener(kind, react, { passive: false });
    stops.push(() => frame.removeEventListener(kind, react));
  };

  on('wheel', (event) => {
    if (!event.ctrlKey && event.deltaY >= 0 && isFitted()) return;
    event.preventDefault();
    const at = framePoint(frame, event);
    const most = maxScale();
    const doublings = (-event.deltaY / WHEEL_PX_PER_DOUBLING) * (event.ctrlKey ? PINCH_FINENESS : 1);
    const factor = 2 ** (event.ctrlKey ? Math.max(-MAX_DOUBLINGS, Math.min(MAX_DOUBLINGS, doublings)) : doublings);
    change((view) => zoomView(view, factor, at, most));
  });
  on('keydown', (event) => {
    const step = KEYS[event.key];
    if (step === undefined || event.target !== frame || hasModifier(event)) return;
    if (event.key.startsWith('Arrow') && isFitted()) return;
    event.preventDefault();
    const most = maxScale();
    change((view) => step(view, most));
  });
  on('dblclick', (event) => {
    const at = framePoint(frame, event);
    const most = maxScale();
    change((view) => zoomView(view, event.shiftKey ? 1 / DOUBLE_CLICK_ZOOM : DOUBLE_CLICK_ZOOM, at, most));
  });
  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    frame.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, framePoint(frame, event));
    pressed = fingers.size === 1 ? event : undefined;
  });
  on('pointermove', (event) => {
    const from = fingers.get(event.pointerId);
    if (from === undefined) return;
    const to = framePoint(frame, event);
    fingers.set(event.pointerId, to);
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (other === undefined) {
      if (pressed === undefined || !isDrawing())
        change((view) => panView(view, { x: to.x - from.x, y: to.y - from.y }));
      else if (isDragged(pressed, event)) drawLine(framePoint(frame, pressed), to);
    } else {
      const most = maxScale();
      change((view) => pinchView(view, [from, other], [to, other], most));
    }
  });
  on('pointerup', (event) => void fingers.delete(event.pointerId));
  on('pointercancel', (event) => void fingers.delete(event.pointerId));
  return () => stops.forEach((stop) => stop());
}
