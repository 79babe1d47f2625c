import { useDeferredValue, useState, type ReactNode, type RefCallback } from 'react';
import { lazyWithRetry } from './lazyWithRetry';
import type { RowVirtualizerProps, VirtualRows } from './RowVirtualizer';

/** Lists of up to this many rows mount all of them; longer ones are virtualized. */
const MAX_UNVIRTUALIZED_ROWS = 100;

const RowVirtualizer = lazyWithRetry(() => import('./RowVirtualizer').then((module) => module.RowVirtualizer));

interface RowWindow {
  /** The rows to mount, in order. `start` is the position of a virtualized row, px. */
  readonly items: readonly { readonly index: number; readonly start?: number }[];
  /** Height of all rows, px; undefined if all of them are mounted. */
  readonly height: number | undefined;
  readonly measureRow: RefCallback<HTMLDivElement> | undefined;
  /** Scrolls to a row that may not be mounted yet. */
  readonly scrollToRow: VirtualRows['scrollToRow'] | undefined;
  /** Renders nothing, but must be mounted behind the scrolling element. */
  readonly virtualizer: ReactNode;
}

/** Decides which rows are mounted: all of a short list; of a long one, the visible ones. */
export function useRowWindow(options: Omit<RowVirtualizerProps, 'onChange'>): RowWindow {
  const { count, rowHeight } = options;
  const [wasLong, setWasLong] = useState(false);
  const isLong = wasLong || count > MAX_UNVIRTUALIZED_ROWS;
  if (isLong !== wasLong) setWasLong(isLong);
  const [virtualRows, setVirtualRows] = useState<VirtualRows>();
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
