import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';

export type RowVirtualizerOptions = Omit<
  VirtualizerOptions<HTMLDivElement, HTMLDivElement>,
  'scrollToFn' | 'observeElementRect' | 'observeElementOffset'
>;

export interface RowVirtualizer {
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly setOptions: (options: RowVirtualizerOptions) => void;
}

/** Tells which rows of a list are in sight, and where they stand. In a module of its own, since only long lists need it. */
export function createRowVirtualizer(options: RowVirtualizerOptions): RowVirtualizer {
  const virtualizer = new Virtualizer(forScrolledElement(options));
  return { virtualizer, setOptions: (next) => virtualizer.setOptions(forScrolledElement(next)) };
}

function forScrolledElement(options: RowVirtualizerOptions): VirtualizerOptions<HTMLDivElement, HTMLDivElement> {
  return { ...options, scrollToFn: elementScroll, observeElementRect, observeElementOffset };
}
