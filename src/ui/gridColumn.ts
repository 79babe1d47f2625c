import type { ReactNode } from 'react';

/** A column of a `DataGrid`. */
export interface GridColumn<Row> {
  readonly id: string;
  /** Text of the header cell. */
  readonly header: string;
  /** True if the cells explain themselves, so that only screen readers get the header. */
  readonly isHeaderHidden?: boolean;
  /** CSS length. A column without a width shares the remaining space. */
  readonly width?: string;
  /** Share of the remaining space. Defaults to 1. */
  readonly share?: number;
  readonly align?: 'end';
  /** Hidden while the grid is narrower than 30rem (`narrow`), 36rem (`compact`), 45rem (`medium`) or 64rem (`wide`). */
  readonly hideBelow?: 'narrow' | 'compact' | 'medium' | 'wide';
  /** Compares two rows. Makes the column sortable. */
  readonly compare?: (left: Row, right: Row) => number;
  /** Renders a cell. Every control in it must use `tabIndex`: only controls of the current row are tab stops. */
  readonly cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
}

/** Width of a time column. Fits `05/17/2024, 02:03 PM`. */
export const TIME_WIDTH = '11.5rem';

/** The sorted column and its direction. */
export interface GridSort {
  readonly id: string;
  readonly desc: boolean;
}

/** IDs of the selected rows. */
export type GridSelection = ReadonlySet<string>;

/** A stable empty selection. */
export const NOTHING_SELECTED: GridSelection = new Set();

type Compare<Row> = (left: Row, right: Row) => number;

/**
 * Returns a function that creates sortable columns of numbers, without their cells. Unknown values are sorted last.
 *
 * @param compareEqual orders rows with the same number
 */
export function numberColumn<Row>(compareEqual: Compare<Row>) {
  return (id: string, header: string, width: string, value: (row: Row) => number | undefined) => {
    const rank = (row: Row): number => value(row) ?? Number.MAX_SAFE_INTEGER;
    const compare: Compare<Row> = (left, right) => rank(left) - rank(right) || compareEqual(left, right);
    return { id, header, width, align: 'end', compare } as const;
  };
}

/** Returns the attributes of a column's cells: their width, alignment, and the width of the list below which they are hidden. */
export function cellLayout<Row>({ width, share = 1, align, hideBelow }: GridColumn<Row>) {
  return {
    'data-align': align,
    'data-hide-below': hideBelow,
    style: width === undefined ? { flex: `${share} 1 0` } : { flex: `0 0 ${width}` },
  };
}
