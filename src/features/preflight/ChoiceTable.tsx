import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import type { GridColumn, GridSelection } from '../../ui/gridColumn';
import { FileName, PathName } from '../../ui/Name';
import classes from './preflight.module.css';
import { NameCell, StatusCell, TypedNameContext, type ValidateName } from './RowCells';
import { bySection, nameOf, type CheckedRow, type CollisionDecision, type KeyedRow } from './rows';

const ROW_PX = 40;
/** A narrow row has the finding below the name. */
const NARROW_ROW_PX = 64;

export interface ChoiceTableProps {
  readonly rows: readonly CheckedRow[];
  /** True if only the rows of a picked place are shown. */
  readonly isFiltered: boolean;
  readonly onRename: (id: string, newName: string) => void;
  readonly onRemove: (id: string) => void;
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  readonly onDecide: (ids: readonly string[], decision: CollisionDecision) => void;
  readonly validateName: ValidateName;
}

/** The checked files. Rows that need attention come first, then sections and channels in order. */
export function ChoiceTable(props: ChoiceTableProps) {
  const { rows, isFiltered, selection, onSelectionChange, onRename, onRemove, onDecide, validateName } = props;
  const [typed, setTyped] = useState<{ readonly id: string; readonly name: string }>();
  const isNarrow = useMediaQuery('(max-width: 48rem)');
  return (
    <TypedNameContext value={{ typed, setTyped, validateName }}>
      <DataGrid
        label="Chosen files"
        columns={choiceColumns(isNarrow, { onRename, onRemove, onDecide })}
        rows={rows}
        rowId={rowId}
        rowName={nameOf}
        groupOf={attentionFirst}
        selectable
        selection={selection}
        onSelectionChange={onSelectionChange}
        rowHeight={isNarrow ? NARROW_ROW_PX : ROW_PX}
        isInvalid={needsAttention}
        empty={<EmptyState title={isFiltered ? 'No chosen file matches' : 'No files chosen'} />}
      />
    </TypedNameContext>
  );
}

/** @param isNarrow the finding is below the name */
function choiceColumns(
  isNarrow: boolean,
  { onRename, onRemove, onDecide }: Pick<ChoiceTableProps, 'onRename' | 'onRemove' | 'onDecide'>,
): readonly GridColumn<CheckedRow>[] {
  const name = (row: CheckedRow, tabIndex: 0 | -1) => (
    <NameCell row={row} tabIndex={tabIndex} onRename={(newName) => onRename(row.id, newName)} />
  );
  const status = (row: CheckedRow, tabIndex: 0 | -1) => (
    <StatusCell
      row={row}
      tabIndex={tabIndex}
      onRename={(newName) => onRename(row.id, newName)}
      onDecide={(decision) => onDecide([row.id], decision)}
    />
  );
  const remove: GridColumn<CheckedRow> = {
    id: 'remove',
    header: 'Remove',
    isHeaderHidden: true,
    width: '3rem',
    align: 'end',
    cell: (row, tabIndex) =>
      // Files on the server have a button with this name.
      row.kinds.includes('system') || row.onServer !== undefined ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={tabIndex}
          aria-label={`Skip ${shownName(row.file.name)}`}
          onClick={() => onRemove(row.id)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      ),
  };
  if (isNarrow) {
    const stacked = (row: CheckedRow, tabIndex: 0 | -1) => (
      <div className={classes.stacked}>
        {name(row, tabIndex)}
        {status(row, tabIndex)}
      </div>
    );
    return [{ id: 'file', header: 'File', compare: byName, cell: stacked }, remove];
  }
  return [
    { id: 'file', header: 'File', share: 4, compare: byName, cell: name },
    { id: 'status', header: 'Status', share: 5, compare: byProblem, cell: status },
    KEY_COLUMN,
    SIZE_COLUMN,
    remove,
  ];
}

function rowId(row: KeyedRow): string {
  return row.id;
}

function needsAttention(row: CheckedRow): boolean {
  return row.problem !== undefined || isSentUnreadable(row);
}

function isSentUnreadable({ imageProblem, isLeftOut }: CheckedRow): boolean {
  return imageProblem !== undefined && isLeftOut !== true;
}

function byName(left: CheckedRow, right: CheckedRow): number {
  return compareNatural(nameOf(left), nameOf(right));
}

function byProblem(left: CheckedRow, right: CheckedRow): number {
  return (left.problem ?? left.note ?? '').localeCompare(right.problem ?? right.note ?? '') || bySection(left, right);
}

/**
 * Corrected and decided rows keep their position, so that rows do not move while the user edits them. Unreadable images,
 * which are found later, come after them.
 */
function attentionFirst(row: CheckedRow): number {
  if (row.problem !== undefined || row.newName !== undefined || row.onServer !== undefined) return 0;
  return row.imageProblem === undefined ? 2 : 1;
}

const KEY_COLUMN: GridColumn<KeyedRow> = {
  id: 'key',
  header: 'Key on the server',
  share: 5,
  hideBelow: 'wide',
  compare: (left, right) => compareNatural(left.key, right.key),
  cell: (row) => (
    <span className={classes.key} title={shownName(row.key)}>
      <PathName>{row.key}</PathName>
    </span>
  ),
};

const SIZE_COLUMN: GridColumn<KeyedRow> = {
  id: 'size',
  header: 'Size',
  width: '6.5rem',
  hideBelow: 'narrow',
  align: 'end',
  compare: (left, right) => left.size - right.size,
  cell: (row) => formatBytes(row.size),
};

/** Without sorting and controls, so that rows do not move while they are read. */
const READING_COLUMNS: readonly GridColumn<KeyedRow>[] = [
  {
    id: 'file',
    header: 'File',
    share: 4,
    cell: (row) => (
      <span className={classes.name}>
        <FileName>{nameOf(row)}</FileName>
      </span>
    ),
  },
  { id: 'status', header: 'Status', share: 5, hideBelow: 'wide', cell: () => null },
  { id: 'key', header: KEY_COLUMN.header, share: 5, hideBelow: 'wide', cell: KEY_COLUMN.cell },
  { id: 'size', header: 'Size', width: '6.5rem', hideBelow: 'narrow', align: 'end', cell: SIZE_COLUMN.cell },
  { id: 'remove', header: 'Remove', isHeaderHidden: true, width: '3rem', cell: () => null },
];

interface ReadingTableProps {
  readonly rows: readonly KeyedRow[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
}

/** The files read so far. New rows are appended. */
export function ReadingTable({ rows, selection, onSelectionChange }: ReadingTableProps) {
  return (
    <DataGrid
      label="Chosen files"
      columns={READING_COLUMNS}
      rows={rows}
      rowId={rowId}
      rowName={nameOf}
      selectable
      hasNextPage
      selection={selection}
      onSelectionChange={onSelectionChange}
      rowHeight={ROW_PX}
      empty={null}
    />
  );
}
