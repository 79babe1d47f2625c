import { useEffect, useState, type RefObject } from 'react';
import {
  panView,
  pinchView,
  WHOLE_VIEW,
  zoomView,
  type FramePoint,
  type PictureView,
} from '../../domain/pictures/pictureView';

/** One press of a key or a button. */
export const ZOOM_STEP = 1.5;
/** Pixels of a wheel that double the picture. */
const WHEEL_DOUBLES = 240;
const PAN_STEP = 0.1;

/** A change of the view. */
export type ChangeView = (change: (view: PictureView) => PictureView) => void;

const KEYS: Readonly<Record<string, (view: PictureView) => PictureView>> = {
  '+': (view) => zoomView(view, ZOOM_STEP),
  '=': (view) => zoomView(view, ZOOM_STEP),
  '-': (view) => zoomView(view, 1 / ZOOM_STEP),
  '0': () => WHOLE_VIEW,
  ArrowLeft: (view) => panView(view, { x: PAN_STEP, y: 0 }),
  ArrowRight: (view) => panView(view, { x: -PAN_STEP, y: 0 }),
  ArrowUp: (view) => panView(view, { x: 0, y: PAN_STEP }),
  ArrowDown: (view) => panView(view, { x: 0, y: -PAN_STEP }),
};

/** Zoom and pan by wheel (with Ctrl, as trackpads pinch), by drag, by two fingers, by keys and by double click. */
export function usePictureView(frame: RefObject<HTMLElement | null>): readonly [PictureView, ChangeView] {
  const [view, setView] = useState(WHOLE_VIEW);
  useEffect(() => (frame.current === null ? undefined : listen(frame.current, setView)), [frame]);
  return [view, setView];
}

/** Listens by itself, since a wheel that zooms must not scroll the page, too, which React's listeners can't hinder. */
function listen(frame: HTMLElement, change: ChangeView): () => void {
  const fingers = new Map<number, FramePoint>();
  const stops: (() => void)[] = [];
  const pointOf = ({ clientX, clientY }: MouseEvent): FramePoint => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 };
  };
  const on = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    react: (event: HTMLElementEventMap[Kind]) => void,
  ): void => {
    frame.addEventListener(kind, react, { passive: false });
    stops.push(() => frame.removeEventListener(kind, react));
  };

  on('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = pointOf(event);
    change((view) => zoomView(view, 2 ** (-event.deltaY / WHEEL_DOUBLES), at));
  });
  on('keydown', (event) => {
    const step = KEYS[event.key];
    if (step === undefined || event.target !== frame || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    change(step);
  });
  on('dblclick', () => change(() => WHOLE_VIEW));
  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    frame.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, pointOf(event));
  });
  on('pointermove', (event) => {
    const from = fingers.get(event.pointerId);
    if (from === undefined) return;
    const to = pointOf(event);
    fingers.set(event.pointerId, to);
    const [still] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (still === undefined) change((view) => panView(view, { x: to.x - from.x, y: to.y - from.y }));
    else change((view) => pinchView(view, [from, still], [to, still]));
  });
  on('pointerup', (event) => void fingers.delete(event.pointerId));
  on('pointercancel', (event) => void fingers.delete(event.pointerId));
  return () => stops.forEach((stop) => stop());
}
