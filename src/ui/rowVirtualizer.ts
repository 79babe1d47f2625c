import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';

/** So many rows of one height in a row tell what those are high that nobody has seen yet. */
const TELLING_ROWS = 3;

type Options = VirtualizerOptions<HTMLDivElement, HTMLDivElement>;

/** What a list tells of itself: how many rows it has, about how high they are, where it scrolls. */
export type RowVirtualizerOptions = Omit<Options, 'scrollToFn' | 'observeElementRect' | 'observeElementOffset'>;

/** The virtualizer of a list, and the way to tell it that the list has changed. */
export interface RowVirtualizer {
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly setOptions: (options: RowVirtualizerOptions) => void;
}

/**
 * Tells which rows of a list are in sight, and where they stand. In a module of its own, since only long lists need it.
 * A row that nobody has seen is taken to be as high as those at the top of the list: names break where it is narrow.
 */
export function createRowVirtualizer(options: RowVirtualizerOptions): RowVirtualizer {
  let rowHeight: number | undefined;
  let last = { height: 0, times: 0 };
  const measureRow: Options['measureElement'] = (row, entry, instance) => {
    const height = measureElement(row, entry, instance);
    last = { height, times: height === last.height ? last.times + 1 : 1 };
    // Elsewhere than at the top, rows in sight would move when those above them become another size.
    if (last.times >= TELLING_ROWS && !instance.scrollOffset) rowHeight = height;
    return height;
  };
  const complete = (given: RowVirtualizerOptions): Options => ({
    ...given,
    estimateSize: (index) => rowHeight ?? given.estimateSize(index),
    measureElement: measureRow,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
  });
  const virtualizer = new Virtualizer(complete(options));
  return { virtualizer, setOptions: (next) => virtualizer.setOptions(complete(next)) };
}
