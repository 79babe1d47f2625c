import type { ReactNode } from 'react';

/** A column of a `DataGrid`. */
export interface GridColumn<Row> {
  readonly id: string;
  /** What stands in the head; also the name under which the column is sorted. */
  readonly header: string;
  /** CSS length. Without it the column takes the room that is left. */
  readonly width?: string;
  /** How many parts of the room that is left it takes; 1 by default. */
  readonly share?: number;
  readonly align?: 'end';
  /** Hidden while the grid is narrower than 30rem (`narrow`), 45rem (`medium`) or 64rem (`wide`). */
  readonly hideBelow?: 'narrow' | 'medium' | 'wide';
  /** Order of two rows; makes the column sortable. */
  readonly compare?: (left: Row, right: Row) => number;
  /** `tabIndex` belongs on each control in the cell: only the current row's controls are tab stops. */
  readonly cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
}

/** The width of a column of times: it holds `05/17/2024, 02:03 PM`. */
export const TIME_WIDTH = '11.5rem';

/** Which column the rows are in order of. */
export interface GridSort {
  readonly id: string;
  readonly desc: boolean;
}

/** Ids of the chosen rows. */
export type GridSelection = Readonly<Record<string, true>>;

/** Whether no row is chosen. */
export function isNothingSelected(selection: GridSelection): boolean {
  for (const _ in selection) return false;
  return true;
}
