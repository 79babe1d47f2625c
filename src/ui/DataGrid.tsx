import { Box } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import classes from './DataGrid.module.css';
import { useIsDense } from './density';
import { GridCheckbox } from './GridCheckbox';
import { GridHead } from './GridHead';
import { GridRow } from './GridRow';
import { RowWindow } from './RowWindow';
import { useGridRows, type GridRowsOptions } from './useGridRows';
import { useRevealedRow, type RevealedRow } from './useRevealedRow';
import { useRovingRows } from './useRovingRows';
import type { MountedRows, RowScroller } from './VirtualRows';

interface DataGridProps<Row extends object> extends GridRowsOptions<Row> {
  /** Accessible name. */
  readonly label: string;
  /** The name of a row's checkbox. */
  readonly rowName: (row: Row) => string;
  /** Rows have checkboxes. */
  readonly selectable?: boolean;
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
  /** The row to scroll into view. */
  readonly revealed?: RevealedRow<Row> | undefined;
  /** Called when a row is clicked outside its controls, or when Enter is pressed on its checkbox. */
  readonly onChoose?: ((row: Row) => void) | undefined;
  /** Replaces the rows if there are none. */
  readonly empty: ReactNode;
}

/** Height of the lowest dense row, px: room for a control of 24 px. */
const DENSE_ROW_HEIGHT = 28;
/** Height that a dense row saves, px. */
const DENSITY_GAIN = 12;

/** A dense, virtualized table for up to a million rows. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { label, columns, rowId, rowName, selectable = false, hasNextPage = false, empty } = props;
  const { isDense, rowHeight } = useRowHeight(props.rowHeight);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [scroller, setScroller] = useState<RowScroller | null>(null);
  const { rows, rowKey, sort, toggleSort, isSelected, allSelected, toggle, setAnchor, moveRange, toggleAll } =
    useGridRows(props);
  const { currentIndex, onKeyDown, onFocus } = useRovingRows({
    count: rows.length,
    scrollRef,
    scroller,
    onMove: (from, to, withShift) => {
      if (withShift && selectable) moveRange(from, to);
      else setAnchor(to);
    },
  });
  useRevealedRow({ rows, revealed: props.revealed, scrollRef, scroller });
  const chosen = choosing({ rows, onChoose: props.onChoose, onKeyDown });

  const renderRow = ({ index, start }: MountedRows['items'][number], measureRow: MountedRows['measureRow']) => {
    const row = rows[index];
    const tabIndex = index === currentIndex ? 0 : -1;
    return row === undefined ? null : (
      <GridRow
        key={rowId(row)}
        row={row}
        index={index}
        columns={columns}
        height={rowHeight}
        start={start}
        measureRow={measureRow}
        tabIndex={tabIndex}
        isSelected={selectable ? isSelected(row) : undefined}
        isCurrent={props.isCurrent?.(row) === true}
        isInvalid={props.isInvalid?.(row) === true}
        checkbox={
          selectable && (
            <GridCheckbox
              label={rowName(row)}
              checked={isSelected(row)}
              onChange={(checked, withShift) => toggle(index, checked, withShift)}
              tabIndex={tabIndex}
            />
          )
        }
      />
    );
  };
  const selectAll = selectable && (
    <GridCheckbox
      label="Select all"
      checked={allSelected === 'all'}
      indeterminate={allSelected === 'some'}
      disabled={rows.length === 0 || hasNextPage}
      onChange={toggleAll}
    />
  );

  return (
    <div className={classes.frame} data-dense={isDense || undefined} data-fills={props.fills === true || undefined}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + (selectable ? 1 : 0)}
        aria-multiselectable={selectable || undefined}
      >
        <div
          ref={scrollRef}
          role="presentation"
          className={classes.scroll}
          data-choosable={props.onChoose !== undefined || undefined}
          onFocus={onFocus}
          {...chosen}
        >
          <GridHead columns={columns} sort={sort} onToggleSort={toggleSort} checkbox={selectAll} />
          <RowWindow
            ref={setScroller}
            count={rows.length}
            scrollRef={scrollRef}
            rowHeight={rowHeight}
            rowKey={rowKey}
            currentIndex={currentIndex}
          >
            {({ items, height, measureRow }) => (
              <div role="rowgroup" className={classes.body} data-windowed={measureRow && true} style={{ height }}>
                {items.map((item) => renderRow(item, measureRow))}
              </div>
            )}
          </RowWindow>
        </div>
      </div>
      {/* Outside the grid, which may only contain rows. */}
      {rows.length === 0 && (
        <Box px="1rem" py="2.5rem">
          {empty}
        </Box>
      )}
    </div>
  );
}

function useRowHeight(comfortableHeight = 36) {
  const isDense = useIsDense();
  const rowHeight = isDense ? Math.max(DENSE_ROW_HEIGHT, comfortableHeight - DENSITY_GAIN) : comfortableHeight;
  return { isDense, rowHeight };
}

interface ChoosingOptions<Row> {
  readonly rows: readonly Row[];
  readonly onChoose: ((row: Row) => void) | undefined;
  /** Handles the keys that choose no row. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Returns the handlers that choose rows by a click outside their controls, or by Enter on their checkbox. */
function choosing<Row>({ rows, onChoose, onKeyDown }: ChoosingOptions<Row>) {
  const choose = (target: EventTarget): boolean => {
    if (!(target instanceof Element) || onChoose === undefined) return false;
    const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)];
    if (row !== undefined) onChoose(row);
    return row !== undefined;
  };
  return {
    onClick: ({ target }: MouseEvent) => {
      const isOnControl = target instanceof Element && target.closest('input, button, a, label') !== null;
      // Selecting text, for example to copy a name, ends with a click, too.
      if (!isOnControl && window.getSelection()?.isCollapsed !== false) choose(target);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isOnCheckbox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
      if (event.key === 'Enter' && isOnCheckbox && choose(event.target)) event.preventDefault();
      else onKeyDown(event);
    },
  };
}
