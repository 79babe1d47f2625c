import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useRowWindow } from './useRowWindow';

interface RovingRowsOptions {
  readonly count: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  /** Height of a row until it is measured, px. */
  readonly rowHeight: number;
  /** Stable while the rows are the same. */
  readonly rowKey: (index: number) => string;
  /** The keys have made another row the current one. */
  readonly onMove: (from: number, to: number, withShift: boolean) => void;
}

/**
 * Mounts the rows of a window, and makes one of them the current one: its controls are tab stops, the arrow keys move
 * to the same control of another row. The current row stays mounted, so that Tab always finds its way back to it.
 */
export function useRovingRows({ count, scrollRef, rowHeight, rowKey, onMove }: RovingRowsOptions) {
  const [chosenIndex, setCurrentIndex] = useState(0);
  const currentIndex = Math.min(chosenIndex, Math.max(0, count - 1));
  const focusWanted = useRef<{ readonly index: number; readonly control: number } | null>(null);

  const { items, height, measureRow, scrollToRow, virtualizer } = useRowWindow({
    count,
    scrollRef,
    rowHeight,
    rowKey,
    currentIndex,
  });
  const isScrolledTo = scrollToRow !== undefined;

  useLayoutEffect(() => {
    const wanted = focusWanted.current;
    if (wanted === null) return;
    const row = scrollRef.current?.querySelector(`[data-index="${wanted.index}"]`);
    if (!row) return;
    focusWanted.current = null;
    const controls = controlsOf(row);
    controls[Math.min(wanted.control, controls.length - 1)]?.focus({ preventScroll: isScrolledTo });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place === undefined || event.defaultPrevented || hasKeysOfItsOwn(event.target, place.controls)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
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
    focusWanted.current = { index: target, control };
    scrollToRow?.(target);
    setCurrentIndex(target);
    onMove(index, target, event.shiftKey);
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place !== undefined) setCurrentIndex(place.index);
  };

  return { items, height, measureRow, virtualizer, currentIndex, onKeyDown, onFocus };
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

function placeOf(target: EventTarget) {
  if (!(target instanceof HTMLElement)) return undefined;
  const row = target.closest<HTMLElement>('[data-index]');
  if (row === null) return undefined;
  const controls = controlsOf(row);
  return { row, index: Number(row.dataset.index), controls, control: Math.max(0, controls.indexOf(target)) };
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('input, button, a[href]')];
}

/** In a text field the arrow keys belong to the text; in what scrolls by itself they scroll. */
function hasKeysOfItsOwn(target: EventTarget, controls: readonly EventTarget[]): boolean {
  return !controls.includes(target) || (target instanceof HTMLInputElement && target.type !== 'checkbox');
}
