import { useDeferredValue, useState } from 'react';
import { lazyWithRetry } from './lazyWithRetry';
import type { MountedRows, RowWindowProps } from './VirtualRows';

/** Lists of up to this many rows mount all of them; longer lists are virtualized. */
const MAX_UNVIRTUALIZED_ROWS = 100;

/** Renders all rows of a short list; of a long list, the visible rows. */
export function RowWindow(props: RowWindowProps) {
  const isLong = props.count > MAX_UNVIRTUALIZED_ROWS;
  // A list that once was long stays virtualized, because its rows would be mounted again.
  const [wasLong, setWasLong] = useState(isLong);
  if (isLong && !wasLong) setWasLong(true);
  return wasLong ? <VirtualRows {...props} /> : <AllRows {...props} />;
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
