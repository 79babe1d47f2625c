import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, type ReactElement } from 'react';
import classes from './DataGrid.module.css';
import { cellLayout, type GridColumn, type GridSort } from './gridColumn';

const ARROWS = { none: undefined, ascending: IconArrowUp, descending: IconArrowDown } as const;

interface GridHeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort | undefined;
  readonly onToggleSort: (column: string) => void;
  /** The checkbox for all rows, if they can be selected. */
  readonly checkbox: ReactElement | false;
}

/** The row of headers, with a button in each by which the rows can be sorted. */
export function GridHead<Row>({ columns, sort, onToggleSort, checkbox }: GridHeadProps<Row>) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {checkbox !== false && (
          <div role="columnheader" className={classes.checkCell}>
            {checkbox}
          </div>
        )}
        {columns.map((column) => {
          const { id, header, isHeaderHidden = false, compare } = column;
          const direction = sort?.id !== id ? 'none' : sort.desc ? 'descending' : 'ascending';
          const Arrow = ARROWS[direction];
          const Shown = isHeaderHidden ? VisuallyHidden : Fragment;
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={compare && direction}
              className={classes.headCell}
              {...cellLayout(column)}
            >
              {compare === undefined ? (
                <Shown>{header}</Shown>
              ) : (
                <UnstyledButton className={classes.sortButton} onClick={() => onToggleSort(id)}>
                  <span>{header}</span>
                  {Arrow !== undefined && <Arrow size={12} aria-hidden />}
                </UnstyledButton>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
