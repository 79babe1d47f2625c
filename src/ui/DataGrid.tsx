import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useCallback, useRef, type ComponentType, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import classes from './DataGrid.module.css';
import { useIsDense } from './density';
import type { GridCheckboxProps } from './GridCheckbox';
import type { GridColumn } from './gridColumn';
import { useGridRows, type GridRowsOptions } from './useGridRows';
import { useRevealedRow } from './useRevealedRow';
import { useRovingRows } from './useRovingRows';

interface DataGridProps<Row extends object> extends GridRowsOptions<Row> {
  /** Accessible name. */
  readonly label: string;
  /** The name of a row's checkbox. */
  readonly rowName: (row: Row) => string;
  /** Makes rows selectable. A prop, so that grids without selection do not load the checkbox. */
  readonly checkbox?: ComponentType<GridCheckboxProps>;
  /** True if more rows are loading. Disables `Select all`. */
  readonly hasNextPage?: boolean;
  /** Estimated height of a comfortable row, px. */
  readonly rowHeight?: number;
  /** Fills the height of its parent, a flex column, instead of being limited by the window's height. */
  readonly fills?: boolean;
  /** Highlights rows that need attention. */
  readonly isInvalid?: (row: Row) => boolean;
  /** Marks the rows that another part of the screen shows. */
  readonly isCurrent?: (row: Row) => boolean;
  /** Matches rows to scroll into view. A new function scrolls once; it must be stable otherwise. */
  readonly isRevealed?: ((row: Row) => boolean) | undefined;
  /** Called when a row is clicked outside its controls, or when Enter is pressed on its checkbox. */
  readonly onChoose?: ((row: Row) => void) | undefined;
  /** Replaces the rows if there are none. */
  readonly empty: ReactNode;
}

/** Height of the lowest dense row, px: room for a control of 24 px. */
const DENSE_ROW_HEIGHT = 28;
/** Height that a dense row saves, px. */
const DENSITY_GAIN = 12;

/** A dense, virtualized table for up to a hundred thousand rows. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { label, columns, rowId, rowName, checkbox: Checkbox, hasNextPage = false, empty } = props;
  const isDense = useIsDense();
  const { rowHeight: comfortableHeight = 36 } = props;
  const rowHeight = isDense ? Math.max(DENSE_ROW_HEIGHT, comfortableHeight - DENSITY_GAIN) : comfortableHeight;
  const selectable = Checkbox !== undefined;
  const scrollRef = useRef<HTMLDivElement>(null);
  const { rows, sort, toggleSort, isSelected, allSelected, toggle, setAnchor, moveRange, toggleAll } =
    useGridRows(props);
  // Stable, because a new function makes the virtualizer measure all rows again.
  const rowKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? String(index) : rowId(row);
    },
    [rows, rowId],
  );
  const { items, height, measureRow, scrollToRow, virtualizer, currentIndex, onKeyDown, onFocus } = useRovingRows({
    count: rows.length,
    scrollRef,
    rowHeight,
    rowKey,
    onMove: (from, to, withShift) => {
      if (withShift && selectable) moveRange(from, to);
      else setAnchor(to);
    },
  });

  useRevealedRow({ rows, isRevealed: props.isRevealed, scrollRef, scrollToRow });

  const choose = (target: EventTarget, isOnControl: boolean): boolean => {
    if (!(target instanceof Element) || isOnControl || props.onChoose === undefined) return false;
    const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)];
    if (row !== undefined) props.onChoose(row);
    return row !== undefined;
  };
  const onClick = ({ target }: MouseEvent) => {
    const isOnControl = target instanceof Element && target.closest('input, button, a, label') !== null;
    // Selecting text, for example to copy a name, ends with a click, too.
    if (window.getSelection()?.isCollapsed !== false) choose(target, isOnControl);
  };
  const onRowKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOnCheckbox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
    if (event.key === 'Enter' && isOnCheckbox && choose(event.target, false)) event.preventDefault();
    else onKeyDown(event);
  };

  const columnCount = columns.length + (selectable ? 1 : 0);

  const renderRow = (row: Row, index: number, start: number | undefined) => {
    const tabIndex = index === currentIndex ? 0 : -1;
    return (
      <div
        key={rowId(row)}
        ref={measureRow}
        role="row"
        aria-rowindex={index + 2}
        {...(selectable && { 'aria-selected': isSelected(row) })}
        data-index={index}
        {...(props.isCurrent?.(row) === true && { 'aria-current': true })}
        data-selected={isSelected(row) || undefined}
        data-invalid={props.isInvalid?.(row) === true || undefined}
        className={classes.row}
        style={{ minHeight: rowHeight, ...(start !== undefined && { transform: `translateY(${start}px)` }) }}
      >
        {selectable && (
          <div role="gridcell" className={classes.checkCell}>
            <Checkbox
              label={rowName(row)}
              checked={isSelected(row)}
              onChange={(checked, withShift) => toggle(index, checked, withShift)}
              tabIndex={tabIndex}
            />
          </div>
        )}
        {columns.map((column) => (
          <div key={column.id} role="gridcell" className={classes.cell} {...cellLayout(column)}>
            {column.cell(row, tabIndex)}
          </div>
        ))}
      </div>
    );
  };

  return (
    <div className={classes.frame} data-dense={isDense || undefined} data-fills={props.fills === true || undefined}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columnCount}
        {...(selectable && { 'aria-multiselectable': true })}
      >
        <div
          ref={scrollRef}
          role="presentation"
          className={classes.scroll}
          data-choosable={props.onChoose !== undefined || undefined}
          onClick={onClick}
          onKeyDown={onRowKeyDown}
          onFocus={onFocus}
        >
          <div role="rowgroup" className={classes.head}>
            <div role="row" aria-rowindex={1} className={classes.headRow}>
              {selectable && (
                <div role="columnheader" className={classes.checkCell}>
                  <Checkbox
                    label="Select all"
                    checked={allSelected === 'all'}
                    indeterminate={allSelected === 'some'}
                    disabled={rows.length === 0 || hasNextPage}
                    onChange={toggleAll}
                  />
                </div>
              )}
              {columns.map((column) => (
                <HeaderCell
                  key={column.id}
                  header={column.header}
                  sortable={column.compare !== undefined}
                  direction={sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : 'none'}
                  onToggle={() => toggleSort(column.id)}
                  layout={cellLayout(column)}
                />
              ))}
            </div>
          </div>
          <div role="rowgroup" className={classes.body} data-windowed={measureRow && true} style={{ height }}>
            {items.map((item) => {
              const row = rows[item.index];
              return row === undefined ? null : renderRow(row, item.index, item.start);
            })}
          </div>
        </div>
      </div>
      {virtualizer}
      {/* Outside the grid, which may only contain rows. */}
      {rows.length === 0 && <div className={classes.empty}>{empty}</div>}
    </div>
  );
}

function cellLayout<Row>({ width, share = 1, align, hideBelow }: GridColumn<Row>) {
  return {
    'data-align': align,
    'data-hide-below': hideBelow,
    style: width === undefined ? { flex: `${share} 1 0` } : { flex: `0 0 ${width}` },
  };
}

interface HeaderCellProps {
  readonly header: string;
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
