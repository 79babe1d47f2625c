import { ActionIcon, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { use, useState, type Dispatch } from 'react';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { DataGrid } from '../../../ui/DataGrid';
import { EmptyState } from '../../../ui/EmptyState';
import type { GridColumn, GridSelection } from '../../../ui/gridColumn';
import { WrappedPath } from '../../../ui/Name';
import type { ChoiceEvent } from './choice';
import { CellsContext, NameCell, StatusCell, type CellProps, type ValidateName } from './RowCells';
import { bySection, nameOf, type CheckedRow, type KeyedRow } from './rows';

const ROW_PX = 40;
/** A narrow row has the finding below the name. */
const NARROW_ROW_PX = 64;

export interface ChoiceTableProps {
  readonly rows: readonly CheckedRow[];
  /** True if only the rows of a picked place are shown. */
  readonly isFiltered: boolean;
  readonly dispatch: Dispatch<ChoiceEvent>;
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  readonly validateName: ValidateName;
}

/** The checked files. Rows that need attention come first, then sections and channels in order. */
export function ChoiceTable({ isFiltered, dispatch, validateName, ...grid }: ChoiceTableProps) {
  const [typed, setTyped] = useState<{ readonly id: string; readonly name: string }>();
  const isNarrow = useMediaQuery('(max-width: 48rem)');
  return (
    <CellsContext value={{ dispatch, typed, setTyped, validateName }}>
      <DataGrid
        {...grid}
        label="Chosen files"
        columns={isNarrow ? NARROW_COLUMNS : COLUMNS}
        rowId={rowId}
        rowName={nameOf}
        groupOf={attentionFirst}
        selectable
        rowHeight={isNarrow ? NARROW_ROW_PX : ROW_PX}
        isInvalid={needsAttention}
        empty={<EmptyState title={isFiltered ? 'No chosen file matches' : 'No files chosen'} />}
      />
    </CellsContext>
  );
}

function RemoveButton({ row, tabIndex }: CellProps) {
  const { dispatch } = use(CellsContext);
  // Files on the server have a button with this name.
  if (row.kinds.includes('system') || row.onServer !== undefined) return null;
  return (
    <ActionIcon
      tabIndex={tabIndex}
      aria-label={`Remove ${shownName(row.file.name)}`}
      onClick={() => dispatch({ type: 'removed', ids: [row.id] })}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  );
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
  return row.imageProblem === undefined && !row.isNoImage ? 2 : 1;
}

const SIZE_COLUMN: GridColumn<KeyedRow> = {
  id: 'size',
  header: 'Size',
  width: '6.5rem',
  hideBelow: 'narrow',
  align: 'end',
  compare: (left, right) => left.size - right.size,
  cell: (row) => formatBytes(row.size),
};
const REMOVE_COLUMN: GridColumn<CheckedRow> = {
  id: 'remove',
  header: 'Remove',
  isHeaderHidden: true,
  width: '3rem',
  align: 'end',
  cell: (row, tabIndex) => <RemoveButton row={row} tabIndex={tabIndex} />,
};

const COLUMNS: readonly GridColumn<CheckedRow>[] = [
  {
    id: 'file',
    header: 'File',
    share: 4,
    compare: byName,
    cell: (row, tabIndex) => <NameCell row={row} tabIndex={tabIndex} />,
  },
  {
    id: 'status',
    header: 'Status',
    share: 5,
    compare: byProblem,
    cell: (row, tabIndex) => <StatusCell row={row} tabIndex={tabIndex} />,
  },
  SIZE_COLUMN,
  REMOVE_COLUMN,
];

/** The finding is below the name. */
const NARROW_COLUMNS: readonly GridColumn<CheckedRow>[] = [
  {
    id: 'file',
    header: 'File',
    compare: byName,
    cell: (row, tabIndex) => (
      <Stack gap={2} py={4}>
        <NameCell row={row} tabIndex={tabIndex} />
        <StatusCell row={row} tabIndex={tabIndex} />
      </Stack>
    ),
  },
  REMOVE_COLUMN,
];

/** Without sorting and controls, so that rows do not move while they are read. */
const READING_COLUMNS: readonly GridColumn<KeyedRow>[] = [
  {
    id: 'file',
    header: 'File',
    share: 4,
    cell: (row) => <WrappedPath>{row.path}</WrappedPath>,
  },
  { id: 'status', header: 'Status', share: 5, hideBelow: 'wide', cell: () => null },
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
