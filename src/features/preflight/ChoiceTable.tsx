import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { shownName } from '../../domain/names/shownName';
import { compareNatural } from '../../lib/compareNatural';
import { formatBytes } from '../../lib/formatBytes';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { GridCheckbox } from '../../ui/GridCheckbox';
import type { GridColumn, GridSelection } from '../../ui/gridColumn';
import { nameOf, type CheckedRow, type CollisionDecision } from './choice';
import { ChosenFileCell } from './ChosenFileCell';
import { preflightWords } from './preflightWords';

export interface ChoiceTableProps {
  readonly rows: readonly CheckedRow[];
  /** The rows are those of one place alone. */
  readonly isNarrowed: boolean;
  /** Stable between renders, like `onRemove` and `onDecide`: they are part of the columns. */
  readonly onRename: (id: string, newName: string) => void;
  readonly onRemove: (id: string) => void;
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  readonly onDecide: (ids: readonly string[], decision: CollisionDecision) => void;
}

/** What was chosen: names, the keys they will get, sizes, and what is wrong. Rows that need attention stand first. */
export function ChoiceTable(props: ChoiceTableProps) {
  const { rows, isNarrowed, selection, onSelectionChange, onRename, onRemove, onDecide } = props;
  const columns = useMemo((): readonly GridColumn<CheckedRow>[] => {
    return [
      {
        id: 'file',
        header: preflightWords.fileAndKey,
        compare: (left, right) => compareNatural(left.key, right.key),
        cell: (row, tabIndex) => (
          <ChosenFileCell
            row={row}
            tabIndex={tabIndex}
            onRename={(newName) => onRename(row.id, newName)}
            onDecide={(decision) => onDecide([row.id], decision)}
          />
        ),
      },
      {
        id: 'size',
        header: preflightWords.size,
        width: '6.5rem',
        hideBelow: 'narrow',
        align: 'end',
        compare: (left, right) => left.size - right.size,
        cell: (row) => formatBytes(row.size),
      },
      {
        id: 'remove',
        header: '',
        width: '3rem',
        align: 'end',
        cell: (row, tabIndex) =>
          row.kinds.includes('system') ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={tabIndex}
              aria-label={preflightWords.removeFile(shownName(row.file.name))}
              onClick={() => onRemove(row.id)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          ),
      },
    ];
  }, [onRename, onRemove, onDecide]);
  return (
    <DataGrid
      label={preflightWords.chosenFiles}
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowName={nameOf}
      groupOf={attentionFirst}
      checkbox={GridCheckbox}
      selection={selection}
      onSelectionChange={onSelectionChange}
      rowHeight={52}
      isInvalid={hasProblem}
      empty={
        isNarrowed ? (
          <EmptyState title={preflightWords.noneForPlace} />
        ) : (
          <EmptyState title={preflightWords.nothingChosen} hint={preflightWords.howFilesAreNamed} />
        )
      }
    />
  );
}

function rowId(row: CheckedRow): string {
  return row.id;
}

function hasProblem(row: CheckedRow): boolean {
  return row.problem !== undefined;
}

/** A row that was put right or decided keeps its place, so that nothing jumps away under the hand. */
function attentionFirst(row: CheckedRow): number {
  return hasProblem(row) || row.newName !== undefined || row.onServer !== undefined ? 0 : 1;
}
