import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import classes from './DataGrid.module.css';
import { cellLayout, type GridColumn, type GridSort } from './gridColumn';

interface GridHeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort | undefined;
  readonly onToggleSort: (column: string) => void;
  /** The checkbox for all rows, if they can be selected. */
  readonly checkbox: ReactElement | false;
}

/** The row of headers. */
export function GridHead<Row>({ columns, sort, onToggleSort, checkbox }: GridHeadProps<Row>) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {checkbox !== false && (
          <div role="columnheader" className={classes.checkCell}>
            {checkbox}
          </div>
        )}
        {columns.map((column) => (
          <HeaderCell
            key={column.id}
            header={column.isHeaderHidden === true ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}
            sortable={column.compare !== undefined}
            direction={sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : 'none'}
            onToggle={() => onToggleSort(column.id)}
            layout={cellLayout(column)}
          />
        ))}
      </div>
    </div>
  );
}

interface HeaderCellProps {
  readonly header: ReactNode;
  readonly sortable: boolean;
  readonly direction: 'ascending' | 'descending' | 'none';
  readonly onToggle: () => void;
  readonly layout: ReturnType<typeof cellLayout>;
}

/** The header of a column. Contains a button if the column is sortable. */
function HeaderCell({ header, sortable, direction, onToggle, layout }: HeaderCellProps) {
  if (!sortable) {
    return (
      <div role="columnheader" className={classes.headCell} {...layout}>
        {header}
      </div>
    );
  }
  return (
    <div role="columnheader" aria-sort={direction} className={classes.headCell} {...layout}>
      <UnstyledButton className={classes.sortButton} onClick={onToggle}>
        {header}
        {direction === 'ascending' && <IconArrowUp size={12} aria-hidden />}
        {direction === 'descending' && <IconArrowDown size={12} aria-hidden />}
      </UnstyledButton>
    </div>
  );
}
