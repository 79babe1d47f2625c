import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { RowScroller } from './VirtualRows';

/** While the user scrolls, and for this long afterwards, the list does not scroll automatically. */
const USER_SCROLL_MS = 1_000;

/** A row to scroll into view once, as soon as it is listed. */
export interface RevealedRow<Row> {
  /** Scrolls again if it changes. */
  readonly key: string;
  /** Several rows may match; the first one is meant. */
  readonly isRow: (row: Row) => boolean;
}

interface RevealedRowOptions<Row> {
  readonly rows: readonly Row[];
  readonly revealed: RevealedRow<Row> | undefined;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  /** Scrolls to a row that is not mounted; null if all of them are, or will be. */
  readonly scroller: RowScroller | null;
}

/** Scrolls a list, but not the page, to the first row of a kind. Does not move the focus. */
export function useRevealedRow<Row>({ rows, revealed, scrollRef, scroller }: RevealedRowOptions<Row>): void {
  const revealedKey = useRef<string>(undefined);
  const lastUserScroll = useRef(-Infinity);

  useEffect(() => {
    const list = scrollRef.current;
    if (list === null) return undefined;
    const onUserScroll = (event: Event): void => {
      lastUserScroll.current = event.timeStamp;
    };
    for (const kind of USER_SCROLLS) list.addEventListener(kind, onUserScroll, { passive: true });
    return () => USER_SCROLLS.forEach((kind) => list.removeEventListener(kind, onUserScroll));
  }, [scrollRef]);

  const reveal = () => {
    if (revealed === undefined || revealed.key === revealedKey.current) return;
    const list = scrollRef.current;
    // Reading the height forces a layout.
    if (list === null || list.clientHeight === 0) return;
    const index = rows.findIndex(revealed.isRow);
    if (index < 0) return;
    if (performance.now() - lastUserScroll.current < USER_SCROLL_MS) {
      revealedKey.current = revealed.key;
      return;
    }
    const row = list.querySelector(`[data-index="${index}"]`);
    if (row === null && scroller === null) return;
    revealedKey.current = revealed.key;
    if (row !== null && isVisibleIn(list, row)) return;
    if (scroller !== null) scroller.scrollToRow(index, { align: 'center' });
    else if (row !== null) scrollIntoList(list, row);
  };
  // After every render, because the rows may arrive later, and when the list, which may be hidden, gets a size.
  useEffect(reveal);
  const onResize = useEffectEvent(reveal);
  useEffect(() => {
    if (scrollRef.current === null) return undefined;
    const observer = new ResizeObserver(() => onResize());
    observer.observe(scrollRef.current);
    return () => observer.disconnect();
  }, [scrollRef]);
}

const USER_SCROLLS = ['wheel', 'touchmove', 'keydown'] as const;

/** Returns the part of the page in which rows are visible. */
function visiblePart(list: HTMLElement) {
  const { top, bottom } = list.getBoundingClientRect();
  return { top: top + (list.firstElementChild?.clientHeight ?? 0), bottom };
}

function isVisibleIn(list: HTMLElement, row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const visible = visiblePart(list);
  return top >= visible.top && bottom <= visible.bottom;
}

/** Unlike `scrollIntoView`, it never scrolls the page. */
function scrollIntoList(list: HTMLElement, row: Element): void {
  const { top, height } = row.getBoundingClientRect();
  const visible = visiblePart(list);
  // In the middle, so that the rows of the same section are visible, too.
  list.scrollTop += top + height / 2 - (visible.top + visible.bottom) / 2;
}
