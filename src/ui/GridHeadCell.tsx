import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './DataGrid.module.css';

interface GridHeadCellProps {
  readonly header: string;
  readonly sortable: boolean;
  readonly direction: 'ascending' | 'descending' | 'none';
  readonly onToggle: () => void;
  readonly layout: {
    readonly 'data-align': string | undefined;
    readonly 'data-hide-below': string | undefined;
    readonly style: CSSProperties;
  };
}

/** A column's head; a button where the column can be sorted. */
export function GridHeadCell({ header, sortable, direction, onToggle, layout }: GridHeadCellProps) {
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
