import {
  measureElement,
  observeElementOffset,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefCallback,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { lackingAbove, lackingHeight, positionOf, scrollTopAt } from './tallList';

/** Height of the table head, which covers the top of the scrolling area, px. */
const HEAD_HEIGHT = 34;
/** Rows mounted beyond each edge of the visible rows. */
const OVERSCAN = 4;
/** After this many measured rows of one height, the other rows are estimated at it. */
const ROWS_TO_ESTIMATE = 3;

type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** The rows to render. */
export interface MountedRows {
  /** In order. `start` is the position of a virtualized row, px. */
  readonly items: readonly { readonly index: number; readonly start?: number }[];
  /** Height of the element that contains the rows, px; undefined if all of them are mounted. */
  readonly height: number | undefined;
  /** The `ref` of a virtualized row. */
  readonly measureRow: RefCallback<HTMLDivElement> | undefined;
}

/** Scrolls a virtualized list. */
export interface RowScroller {
  /** Scrolls to a row, which need not be mounted. */
  readonly scrollToRow: (index: number, options?: { readonly align: 'center' }) => void;
}

export interface RowWindowProps {
  /** Receives the scroller of a long list. A short list, which mounts all of its rows, has none. */
  readonly ref?: Ref<RowScroller>;
  readonly count: number;
  /** The scrolling element, which contains this component. */
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  /** Height of a row until it is measured, px. */
  readonly rowHeight: number;
  /** A new function makes the virtualizer measure all rows again. */
  readonly rowKey: (index: number) => string;
  /** This row stays mounted. */
  readonly currentIndex: number;
  readonly children: (rows: MountedRows) => ReactNode;
}

/** Renders the visible rows of a long list. */
export function VirtualRows(props: RowWindowProps) {
  const { ref, count, scrollRef, rowKey, currentIndex, children } = props;
  const { estimateSize, measureRow } = useEstimate(props.rowHeight);
  const [aboveHeight, setAboveHeight] = useState(0);
  // Effects of a component run before the `ref` of an element around it is set in the same commit.
  const [scrollElement, setScrollElement] = useState(scrollRef.current);
  useEffect(() => setScrollElement(scrollRef.current), [scrollRef]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scrollElement,
    estimateSize,
    getItemKey: rowKey,
    overscan: OVERSCAN,
    // Until the element is measured, so that the first paint has rows.
    initialRect: { width: 800, height: 600 },
    initialOffset: () => scrollElement?.scrollTop ?? 0,
    observeElementOffset: (rows, report) =>
      observeElementOffset(rows, (scrollTop, isScrolling) => {
        const lacking = lackingHeight(rows.getTotalSize());
        const above = rows.scrollElement === null ? 0 : lackingAbove(lacking, rows.scrollElement);
        const move = () => setAboveHeight(above);
        // Moves the rows in the frame in which the element is scrolled.
        if (lacking > 0 && isScrolling) flushSync(move);
        else move();
        report(scrollTop + above, isScrolling);
      }),
    scrollToFn: (position, { adjustments = 0 }, rows) => scrollTo(rows, position + adjustments),
    scrollPaddingEnd: HEAD_HEIGHT,
    // A new function computes all items again.
    rangeExtractor: useCallback((range: Range) => withRow(currentIndex, range), [currentIndex]),
    measureElement: measureRow,
  });
  useImperativeHandle(
    ref,
    () => ({
      scrollToRow: (index, options) => {
        const { scrollElement: element } = virtualizer;
        const row = virtualizer.measurementsCache[index];
        // The virtualizer can't scroll beyond the height of the element.
        if (lackingHeight(virtualizer.getTotalSize()) === 0 || element === null || row === undefined) {
          virtualizer.scrollToIndex(index, options);
          return;
        }
        const shown = { position: virtualizer.scrollOffset ?? 0, visibleHeight: element.clientHeight - HEAD_HEIGHT };
        scrollTo(virtualizer, positionOf(row, shown, options?.align ?? 'nearest'));
      },
    }),
    [virtualizer],
  );
  const height = virtualizer.getTotalSize();
  // While a list that is taller than its element grows, its visible rows stay.
  useLayoutEffect(() => {
    if (lackingHeight(height) > 0) scrollTo(virtualizer, virtualizer.scrollOffset ?? 0);
  }, [height, virtualizer]);
  return children({
    items: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start: start - aboveHeight })),
    height: height - lackingHeight(height),
    measureRow: virtualizer.measureElement,
  });
}

/** Estimates the height of rows: at the given height until rows have been measured, then at theirs. */
function useEstimate(rowHeight: number) {
  const estimate = useRef({ height: rowHeight, last: 0, times: 0 });
  const measureRow = (row: HTMLDivElement, entry: ResizeObserverEntry | undefined, rows: Rows) => {
    const height = measureElement(row, entry, rows);
    // Rows of a hidden list have no height. With rows of no height, all of them would be visible, and mounted.
    if (height === 0) return rows.measurementsCache[rows.indexFromElement(row)]?.size ?? estimate.current.height;
    const { last, times } = estimate.current;
    estimate.current.times = height === last ? times + 1 : 1;
    estimate.current.last = height;
    // Only at the top of the list: elsewhere, new heights above the visible rows would move them.
    if (estimate.current.times >= ROWS_TO_ESTIMATE && !rows.scrollOffset) estimate.current.height = height;
    return height;
  };
  return { estimateSize: () => estimate.current.height, measureRow };
}

/** Scrolls to a position in the list, px. */
function scrollTo({ scrollElement, getTotalSize }: Rows, position: number): void {
  scrollElement?.scrollTo({ top: scrollTopAt(position, lackingHeight(getTotalSize()), scrollElement) });
}

/** Returns the visible rows, those around them, and one more. */
function withRow(row: number, { startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  if (row < first) return [row, ...indexes];
  return row > last && row < count ? [...indexes, row] : indexes;
}
