import type { ReactElement, RefCallback } from 'react';
import classes from './DataGrid.module.css';
import { cellLayout, type GridColumn } from './gridColumn';

interface GridRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly GridColumn<Row>[];
  /** Minimum height, px. */
  readonly height: number;
  /** Position of a virtualized row, px. */
  readonly start: number | undefined;
  readonly measureRow: RefCallback<HTMLDivElement> | undefined;
  /** 0 if its controls are tab stops. */
  readonly tabIndex: 0 | -1;
  /** Undefined if rows can't be selected. */
  readonly isSelected: boolean | undefined;
  readonly isCurrent: boolean;
  readonly isInvalid: boolean;
  /** The row's checkbox, if it can be selected. */
  readonly checkbox: ReactElement | false;
}

/** A row of the grid. */
export function GridRow<Row>({
  row,
  index,
  columns,
  start,
  tabIndex,
  isSelected,
  checkbox,
  ...props
}: GridRowProps<Row>) {
  return (
    <div
      ref={props.measureRow}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={props.isCurrent || undefined}
      data-index={index}
      data-selected={isSelected === true || undefined}
      data-invalid={props.isInvalid || undefined}
      className={classes.row}
      style={{ minHeight: props.height, ...(start !== undefined && { transform: `translateY(${start}px)` }) }}
    >
      {checkbox !== false && (
        <div role="gridcell" className={classes.checkCell}>
          {checkbox}
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          // Numbers, sizes and times are aligned at the end, below a visible header.
          translate={column.align === 'end' && column.isHeaderHidden !== true ? 'no' : undefined}
          className={classes.cell}
          {...cellLayout(column)}
        >
          {column.cell(row, tabIndex)}
        </div>
      ))}
    </div>
  );
}
