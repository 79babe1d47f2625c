import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { hasModifier } from './hasModifier';
import type { RowScroller } from './VirtualRows';

interface RovingRowsOptions {
  readonly count: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  /** Scrolls to a row that is not mounted; null if all of them are. */
  readonly scroller: RowScroller | null;
  /** Called when the keyboard moves to another row. */
  readonly onMove: (from: number, to: number, withShift: boolean) => void;
}

/**
 * Roving tabindex for virtualized rows. Only the controls of the current row are tab stops; the arrow keys move to the same
 * control of another row. The current row stays mounted while it is scrolled out of view, so that Tab can return to it.
 */
export function useRovingRows({ count, scrollRef, scroller, onMove }: RovingRowsOptions) {
  const [requestedIndex, setCurrentIndex] = useState(0);
  const currentIndex = Math.min(requestedIndex, Math.max(0, count - 1));
  const pendingFocus = useRef<{ readonly index: number; readonly control: number } | null>(null);

  useLayoutEffect(() => {
    const wanted = pendingFocus.current;
    if (wanted === null) return;
    const row = scrollRef.current?.querySelector(`[data-index="${wanted.index}"]`);
    if (!row) return;
    pendingFocus.current = null;
    const controls = controlsOf(row);
    controls[Math.min(wanted.control, controls.length - 1)]?.focus({ preventScroll: scroller !== null });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = locate(event.target);
    if (place === undefined || event.defaultPrevented || handlesArrowKeys(event.target, place.controls)) return;
    if (hasModifier(event)) return;
    const { row, index, controls, control } = place;
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (sideways !== 0) {
      controls[control + sideways]?.focus();
      event.preventDefault();
      return;
    }
    const page = Math.max(1, Math.floor((scrollRef.current?.clientHeight ?? 0) / row.clientHeight || 1) - 1);
    const target = targetIndex(event.key, index, page, count);
    if (target === undefined) return;
    event.preventDefault();
    pendingFocus.current = { index: target, control };
    scroller?.scrollToRow(target);
    setCurrentIndex(target);
    onMove(index, target, event.shiftKey);
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const place = locate(event.target);
    if (place !== undefined) setCurrentIndex(place.index);
  };

  return { currentIndex, onKeyDown, onFocus };
}

function targetIndex(key: string, index: number, page: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  };
  const target = moves[key];
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
}

function locate(target: EventTarget) {
  if (!(target instanceof HTMLElement)) return undefined;
  const row = target.closest<HTMLElement>('[data-index]');
  if (row === null) return undefined;
  const controls = controlsOf(row);
  return { row, index: Number(row.dataset.index), controls, control: Math.max(0, controls.indexOf(target)) };
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('input, button, a[href]')];
}

/** Text fields and scrollable elements use the arrow keys themselves. */
function handlesArrowKeys(target: EventTarget, controls: readonly EventTarget[]): boolean {
  return !controls.includes(target) || (target instanceof HTMLInputElement && target.type !== 'checkbox');
}
