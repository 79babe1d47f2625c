import {
  useDeferredValue,
  useEffect,
  useState,
  type ReactNode,
  type Ref,
  type RefCallback,
  type RefObject,
} from 'react';
import { lazyWithRetry } from './lazyWithRetry';

/** Lists of up to this many rows mount all of them; longer ones are virtualized. */
const MAX_UNVIRTUALIZED_ROWS = 100;

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

/** Renders all rows of a short list; of a long one, the visible ones. */
export function RowWindow(props: RowWindowProps) {
  const isLong = props.count > MAX_UNVIRTUALIZED_ROWS;
  // A list that once was long stays virtualized, because its rows would be mounted again.
  const [wasLong, setWasLong] = useState(isLong);
  useEffect(() => {
    if (isLong) setWasLong(true);
  }, [isLong]);
  return isLong || wasLong ? <VirtualRows {...props} /> : <AllRows {...props} />;
}

/** Loaded with TanStack Virtual (10 KiB) when the first list is long enough to need it. */
const VirtualRows = lazyWithRetry(
  () => import('./VirtualRows').then((module) => module.VirtualRows),
  (props: RowWindowProps) => props.children(firstRows(props, visibleCount(props))),
);

/** The rows below the window are mounted after the first paint. */
function AllRows(props: RowWindowProps) {
  return props.children(firstRows(props, useDeferredValue(props.count, visibleCount(props))));
}

/** Returns the number of rows that can be visible before the list is scrolled. */
function visibleCount({ count, rowHeight }: RowWindowProps): number {
  return Math.min(count, Math.ceil(window.innerHeight / rowHeight));
}

function firstRows({ count, rowHeight }: RowWindowProps, most: number): MountedRows {
  const mounted = Math.min(count, most);
  return {
    items: Array.from({ length: mounted }, (_, index) => ({ index })),
    height: mounted < count ? count * rowHeight : undefined,
    measureRow: undefined,
  };
}
