/** Height of an element that all browsers allow, in CSS pixels and in pixels of the screen. */
const MAX_HEIGHT = 16_000_000;
const MAX_SCREEN_HEIGHT = 32_000_000;

/** The visible part of a list, and a row. */
interface Positions {
  /** Position of the visible part in the list, px. */
  readonly position: number;
  readonly visibleHeight: number;
}

/*
 * The scroll positions of a list that may be taller than an element.
 *
 * Problem: browsers cap the height of an element, Firefox at 17.9 million CSS pixels and Chromium at 33.5 million pixels of the
 * screen. A million rows need 44 million CSS pixels.
 * Idea: the element is as tall as browsers allow, and the list moves in proportion while the element is scrolled from its start to
 * its end. A row is drawn at its position in the list, less the height that the element lacks above it.
 * Cost: in such a list, a turn of the wheel moves more rows, by the factor by which the list is taller than the element.
 */

/** Returns by how much a list of this height is taller than its element, px. */
export function lackingHeight(height: number): number {
  return Math.max(0, height - Math.min(MAX_HEIGHT, MAX_SCREEN_HEIGHT / window.devicePixelRatio));
}

/** Returns the height that the element lacks above the visible rows, px. */
export function lackingAbove(lacking: number, { scrollTop, scrollHeight, clientHeight }: Element): number {
  return Math.round((lacking * scrollTop) / Math.max(1, scrollHeight - clientHeight));
}

/** Returns the scroll position of the element that shows a position in the list. */
export function scrollTopAt(position: number, lacking: number, { scrollHeight, clientHeight }: Element): number {
  const range = scrollHeight - clientHeight;
  return lacking === 0 ? position : (position * range) / (range + lacking);
}

/** Returns the position at which a row is visible: the nearest one, or the one with the row in the middle. */
export function positionOf(
  { start, end }: { readonly start: number; readonly end: number },
  { position, visibleHeight }: Positions,
  align: 'nearest' | 'center',
): number {
  if (align === 'center') return Math.max(0, (start + end - visibleHeight) / 2);
  return Math.min(start, Math.max(position, end - visibleHeight));
}
