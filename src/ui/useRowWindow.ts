import type { Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useReducer,
  useState,
  type RefCallback,
  type RefObject,
} from 'react';
import { createLatePart } from './latePart';
import type { RowVirtualizer, RowVirtualizerOptions } from './rowVirtualizer';

/** A list of so many rows is drawn as it is; a longer one gets what tells the rows in sight. */
const MOST_FLOWING_ROWS = 100;
/** Rows that the first drawing has; it leaves the others for later, which nobody sees below them. */
const FIRST_ROWS = 30;
/** Height of the head, which stays in sight above the rows, px. */
const HEAD_HEIGHT = 34;
/** Rows that are mounted beyond each edge of what is in sight. */
const OVERSCAN = 8;

const useRowVirtualizer = createLatePart(() =>
  import(/* webpackPrefetch: true */ './rowVirtualizer').then((module) => module.createRowVirtualizer),
);

interface RowWindowOptions {
  readonly count: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  /** Height of a row until it is measured, px. */
  readonly rowHeight: number;
  /** Stable while the rows are the same. */
  readonly rowKey: (index: number) => string;
  /** This row stays mounted. */
  readonly currentIndex: number;
}

interface RowWindow {
  /** The rows to mount, in order; `start` is where one stands, px, unless it just follows the row before. */
  readonly items: readonly { readonly index: number; readonly start?: number }[];
  /** Height of all rows, px, where those that are mounted don’t have it by themselves. */
  readonly height: number | undefined;
  readonly measureRow: RefCallback<HTMLDivElement> | undefined;
  /** Scrolls to a row that may not be mounted yet. */
  readonly scrollToRow: ((index: number) => void) | undefined;
}

/** Which rows are mounted: all of a short list; of a long one those in sight, once the code that tells them has come. */
export function useRowWindow({ count, scrollRef, rowHeight, rowKey, currentIndex }: RowWindowOptions): RowWindow {
  const [isLong, setIsLong] = useState(false);
  if (!isLong && count > MOST_FLOWING_ROWS) setIsLong(true);
  const { Part: create, failure } = useRowVirtualizer(isLong);
  if (failure !== undefined) throw failure.error;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const rangeExtractor = useCallback((range: Range) => withRow(currentIndex, range), [currentIndex]);
  const options: RowVirtualizerOptions = {
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey: rowKey,
    overscan: OVERSCAN,
    // Until it is measured, so that the first paint has rows already.
    initialRect: { width: 800, height: 600 },
    initialOffset: () => scrollRef.current?.scrollTop ?? 0,
    scrollPaddingEnd: HEAD_HEIGHT,
    rangeExtractor,
    onChange: redraw,
  };
  const [made, setMade] = useState<RowVirtualizer>();
  if (create !== undefined && made === undefined) setMade(create(options));
  made?.setOptions(options);
  const virtualizer = made?.virtualizer;
  // What adapters of the library do, React's among them.
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());

  const first = Math.min(count, FIRST_ROWS);
  const drawn = Math.min(count, useDeferredValue(isLong ? first : count, first));
  if (virtualizer === undefined) {
    return {
      items: Array.from({ length: drawn }, (_, index) => ({ index })),
      height: drawn < count ? count * rowHeight : undefined,
      measureRow: undefined,
      scrollToRow: undefined,
    };
  }
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measureRow: virtualizer.measureElement,
    scrollToRow: virtualizer.scrollToIndex,
  };
}

/** The rows in sight and around, and one that stays. */
function withRow(row: number, { startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  if (row < first) return [row, ...indexes];
  return row > last && row < count ? [...indexes, row] : indexes;
}
