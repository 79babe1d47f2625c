import { useCallback, useRef, type ComponentType, type ReactNode } from 'react';
import classes from './DataGrid.module.css';
import type { GridCheckboxProps } from './GridCheckbox';
import type { GridColumn } from './gridColumn';
import { GridHeadCell } from './GridHeadCell';
import { useGridRows, type GridRowsOptions } from './useGridRows';
import { useRovingRows } from './useRovingRows';

interface DataGridProps<Row extends object> extends GridRowsOptions<Row> {
  /** Accessible name. */
  readonly label: string;
  /** The name of a row's checkbox. */
  readonly rowName: (row: Row) => string;
  /**
   * Makes rows selectable: one in each, and one for all in the head. A prop, since lists without it start without its
   * code.
   */
  readonly checkbox?: ComponentType<GridCheckboxProps>;
  /** Some rows are still to come, so that nobody can choose all of them yet. */
  readonly isPartial?: boolean;
  /** Estimated height of a row, px. */
  readonly rowHeight?: number;
  /** Marks rows that need attention. */
  readonly isInvalid?: (row: Row) => boolean;
  /** Shown in place of the rows where there are none. */
  readonly empty: ReactNode;
}

/** A dense table that stays quick with a hundred thousand rows: only those in sight are in the document. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { label, columns, rowId, rowName, rowHeight = 36, checkbox: Checkbox, isPartial = false, empty } = props;
  const selectable = Checkbox !== undefined;
  const scrollRef = useRef<HTMLDivElement>(null);
  const { rows, sort, toggleSort, isSelected, allSelected, toggle, setAnchor, moveRange, toggleAll } =
    useGridRows(props);
  // Stable, since another one has all rows measured anew.
  const rowKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? String(index) : rowId(row);
    },
    [rows, rowId],
  );
  const { items, height, measureRow, virtualizer, currentIndex, onKeyDown, onFocus } = useRovingRows({
    count: rows.length,
    scrollRef,
    rowHeight,
    rowKey,
    onMove: (from, to, withShift) => {
      if (withShift && selectable) moveRange(from, to);
      else setAnchor(to);
    },
  });

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
    <div className={classes.frame}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columnCount}
        {...(selectable && { 'aria-multiselectable': true })}
      >
        <div ref={scrollRef} role="presentation" className={classes.scroll} onKeyDown={onKeyDown} onFocus={onFocus}>
          <div role="rowgroup" className={classes.head}>
            <div role="row" aria-rowindex={1} className={classes.headRow}>
              {selectable && (
                <div role="columnheader" className={classes.checkCell}>
                  <Checkbox
                    label="Select all"
                    checked={allSelected === 'all'}
                    indeterminate={allSelected === 'some'}
                    disabled={rows.length === 0 || isPartial}
                    onChange={toggleAll}
                  />
                </div>
              )}
              {columns.map((column) => (
                <GridHeadCell
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
      {/* A grid may hold rows alone, and this may hold a button. */}
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
