import type { Range, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefCallback,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { lazyWithRetry } from './lazyWithRetry';
import { positionOf, TallList } from './tallList';

/** Lists of up to this many rows mount all of them; longer ones are virtualized. */
const MAX_UNVIRTUALIZED_ROWS = 100;
/** Height of the table head, which covers the top of the scrolling area, px. */
const HEAD_HEIGHT = 34;
/** Rows mounted beyond each edge of the visible ones. */
const OVERSCAN = 4;
/** After this many measured rows of one height, the other rows are estimated at it. */
const ROWS_TO_ESTIMATE = 3;

type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

interface RowWindowOptions {
  readonly count: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  /** Height of a row until it is measured, px. */
  readonly rowHeight: number;
  /** A new function makes the virtualizer measure all rows again. */
  readonly rowKey: (index: number) => string;
  /** This row stays mounted. */
  readonly currentIndex: number;
}

/** The mounted rows of a long list. */
interface VirtualRows {
  readonly items: readonly Pick<VirtualItem, 'index' | 'start'>[];
  /** Height of the element that contains the rows, px. */
  readonly height: number;
  readonly measureRow: RefCallback<HTMLDivElement>;
  /** Scrolls to a row, which need not be mounted. */
  readonly scrollToRow: (index: number, options?: { readonly align: 'center' }) => void;
}

interface RowWindow {
  /** The rows to mount, in order. `start` is the position of a virtualized row, px. */
  readonly items: readonly { readonly index: number; readonly start?: number }[];
  /** Height of the element that contains the rows, px; undefined if all of them are mounted. */
  readonly height: number | undefined;
  readonly measureRow: RefCallback<HTMLDivElement> | undefined;
  /** Scrolls to a row that may not be mounted yet. */
  readonly scrollToRow: VirtualRows['scrollToRow'] | undefined;
  /** Renders nothing, but must be mounted behind the scrolling element. */
  readonly virtualizer: ReactNode;
}

/** Decides which rows are mounted: all of a short list; of a long one, the visible ones. */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { count, rowHeight } = options;
  const [virtualRows, setVirtualRows] = useState<VirtualRows>();
  // A list that once was long stays virtualized.
  const isLong = virtualRows !== undefined || count > MAX_UNVIRTUALIZED_ROWS;
  const virtualizer = isLong && <RowVirtualizer {...options} onChange={setVirtualRows} />;

  // The rows below the window are mounted after the first paint.
  const first = Math.min(count, Math.ceil(window.innerHeight / rowHeight));
  const mounted = Math.min(count, useDeferredValue(isLong ? first : count, first));
  if (virtualRows !== undefined) return { ...virtualRows, virtualizer };
  return {
    items: Array.from({ length: mounted }, (_, index) => ({ index })),
    height: mounted < count ? count * rowHeight : undefined,
    measureRow: undefined,
    scrollToRow: undefined,
    virtualizer,
  };
}

interface RowVirtualizerProps extends RowWindowOptions {
  readonly onChange: (rows: VirtualRows) => void;
}

/**
 * Computes which rows of a long list are mounted. Renders nothing: as a component, it loads TanStack Virtual (10 KiB) when
 * the first list is long enough to need it.
 */
const RowVirtualizer = lazyWithRetry(async () => {
  const { measureElement, observeElementOffset, useVirtualizer } = await import('@tanstack/react-virtual');
  return function LoadedRowVirtualizer(options: RowVirtualizerProps) {
    const { count, scrollRef, rowHeight, rowKey, currentIndex, onChange } = options;
    const estimate = useRef({ height: rowHeight, last: 0, times: 0 });
    const measureRow = (row: HTMLDivElement, entry: ResizeObserverEntry | undefined, rows: Rows) => {
      const height = measureElement(row, entry, rows);
      const { last, times } = estimate.current;
      estimate.current.times = height === last ? times + 1 : 1;
      estimate.current.last = height;
      // Only at the top of the list: elsewhere, new heights above the visible rows would move them.
      if (estimate.current.times >= ROWS_TO_ESTIMATE && !rows.scrollOffset) estimate.current.height = height;
      return height;
    };
    const [list] = useState(() => new TallList());
    const [lackingAbove, setLackingAbove] = useState(0);
    const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
      count,
      getScrollElement: () => scrollRef.current,
      estimateSize: () => estimate.current.height,
      getItemKey: rowKey,
      overscan: OVERSCAN,
      // Until the element is measured, so that the first paint has rows.
      initialRect: { width: 800, height: 600 },
      initialOffset: () => scrollRef.current?.scrollTop ?? 0,
      observeElementOffset: (rows, report) =>
        observeElementOffset(rows, (scrollTop, isScrolling) => {
          const lacking = rows.scrollElement === null ? 0 : list.lackingAbove(rows.scrollElement);
          // Moves the rows in the frame in which the element is scrolled.
          if (list.isTaller) flushSync(() => setLackingAbove(lacking));
          else setLackingAbove(0);
          report(scrollTop + lacking, isScrolling);
        }),
      scrollToFn: (position, { adjustments = 0 }, { scrollElement }) =>
        scrollElement?.scrollTo({ top: list.scrollTopAt(position + adjustments, scrollElement) }),
      scrollPaddingEnd: HEAD_HEIGHT,
      // A new function computes all items again.
      rangeExtractor: useCallback((range: Range) => withRow(currentIndex, range), [currentIndex]),
      measureElement: measureRow,
    });
    const items = virtualizer.getVirtualItems();
    const height = virtualizer.getTotalSize();
    useLayoutEffect(() => {
      onChange({
        items: items.map(({ index, start }) => ({ index, start: start - lackingAbove })),
        height: list.fit(height),
        measureRow: virtualizer.measureElement,
        scrollToRow: (index, scroll) => {
          const element = scrollRef.current;
          const row = virtualizer.measurementsCache[index];
          // The virtualizer can't scroll beyond the height of the element.
          if (!list.isTaller || element === null || row === undefined) virtualizer.scrollToIndex(index, scroll);
          else {
            const shown = {
              position: virtualizer.scrollOffset ?? 0,
              visibleHeight: element.clientHeight - HEAD_HEIGHT,
            };
            element.scrollTo({ top: list.scrollTopAt(positionOf(row, shown, scroll?.align ?? 'nearest'), element) });
          }
        },
      });
    }, [items, height, lackingAbove, list, scrollRef, virtualizer, onChange]);
    // While such a list grows, its visible rows stay.
    useLayoutEffect(() => {
      const element = scrollRef.current;
      if (!list.isTaller || element === null) return;
      element.scrollTo({ top: list.scrollTopAt(virtualizer.scrollOffset ?? 0, element) });
    }, [height, list, scrollRef, virtualizer]);
    return null;
  };
});

/** Returns the visible rows, those around them, and one more. */
function withRow(row: number, { startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  if (row < first) return [row, ...indexes];
  return row > last && row < count ? [...indexes, row] : indexes;
}
