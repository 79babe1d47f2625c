import {
  measureElement,
  useVirtualizer,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, type RefCallback, type RefObject } from 'react';

/** Height of the table head, which covers the top of the scrolling area, px. */
const HEAD_HEIGHT = 34;
/** Rows mounted beyond each edge of the visible ones. */
const OVERSCAN = 4;
/** After this many measured rows of one height, the other rows are estimated at it. */
const ROWS_TO_ESTIMATE = 3;

type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** The mounted rows of a long list. */
export interface VirtualRows {
  readonly items: readonly VirtualItem[];
  /** Height of all rows, px. */
  readonly height: number;
  readonly measureRow: RefCallback<HTMLDivElement>;
  /** Scrolls to a row, which need not be mounted. */
  readonly scrollToRow: (index: number, options?: { readonly align: 'center' }) => void;
}

export interface RowVirtualizerProps {
  readonly count: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  /** Height of a row until it is measured, px. */
  readonly rowHeight: number;
  /** Stable while the rows are the same. */
  readonly rowKey: (index: number) => string;
  /** This row stays mounted. */
  readonly currentIndex: number;
  readonly onChange: (rows: VirtualRows) => void;
}

/**
 * Computes which rows of a long list are mounted. Renders nothing: as a component, it can be loaded when the first list
 * is long enough to need it.
 */
export function RowVirtualizer({ count, scrollRef, rowHeight, rowKey, currentIndex, onChange }: RowVirtualizerProps) {
  const estimate = useRef({ height: rowHeight, last: 0, times: 0 });
  const measureRow = useCallback((row: HTMLDivElement, entry: ResizeObserverEntry | undefined, rows: Rows) => {
    const height = measureElement(row, entry, rows);
    const { last, times } = estimate.current;
    estimate.current.times = height === last ? times + 1 : 1;
    estimate.current.last = height;
    // Only at the top of the list: elsewhere, new heights above the visible rows would move them.
    if (estimate.current.times >= ROWS_TO_ESTIMATE && !rows.scrollOffset) estimate.current.height = height;
    return height;
  }, []);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => estimate.current.height,
    getItemKey: rowKey,
    overscan: OVERSCAN,
    // Until the element is measured, so that the first paint has rows.
    initialRect: { width: 800, height: 600 },
    initialOffset: () => scrollRef.current?.scrollTop ?? 0,
    scrollPaddingEnd: HEAD_HEIGHT,
    rangeExtractor: useCallback((range: Range) => withRow(currentIndex, range), [currentIndex]),
    measureElement: measureRow,
  });
  const items = virtualizer.getVirtualItems();
  const height = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    onChange({ items, height, measureRow: virtualizer.measureElement, scrollToRow: virtualizer.scrollToIndex });
  }, [items, height, virtualizer, onChange]);
  return null;
}

/** Returns the visible rows, those around them, and one more. */
function withRow(row: number, { startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  if (row < first) return [row, ...indexes];
  return row > last && row < count ? [...indexes, row] : indexes;
}
