import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { shownName } from '../../domain/names/shownName';
import { compareNatural } from '../../lib/compareNatural';
import { formatBytes } from '../../lib/formatBytes';
import { formatTime } from '../../lib/formatTime';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { GridCheckbox } from '../../ui/GridCheckbox';
import type { GridColumn, GridSelection } from '../../ui/gridColumn';
import { Name, PathName } from '../../ui/Name';
import { ToggleButton } from '../../ui/ToggleButton';
import classes from './preflight.module.css';
import { nameOf, type CheckedRow, type CollisionDecision, type KeyedRow } from './rows';
import { findingText } from './rowTexts';

export interface ChoiceTableProps {
  readonly rows: readonly CheckedRow[];
  /** True if only the rows of a picked place are shown. */
  readonly isFiltered: boolean;
  /** `onRename`, `onRemove` and `onDecide` must be stable, because the columns depend on them. */
  readonly onRename: (id: string, newName: string) => void;
  readonly onRemove: (id: string) => void;
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  readonly onDecide: (ids: readonly string[], decision: CollisionDecision) => void;
}

/** The checked files. Rows that need attention come first. */
export function ChoiceTable(props: ChoiceTableProps) {
  const { rows, isFiltered, selection, onSelectionChange, onRename, onRemove, onDecide } = props;
  const columns = useMemo((): readonly GridColumn<CheckedRow>[] => {
    return [
      {
        id: 'file',
        header: 'File and key',
        compare: (left, right) => compareNatural(left.key, right.key),
        cell: (row, tabIndex) => (
          <FileCell
            row={row}
            tabIndex={tabIndex}
            onRename={(newName) => onRename(row.id, newName)}
            onDecide={(decision) => onDecide([row.id], decision)}
          />
        ),
      },
      {
        id: 'size',
        header: 'Size',
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
              aria-label={`Remove ${shownName(row.file.name)}`}
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
      label="Chosen files"
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
        isFiltered ? (
          <EmptyState title="No chosen file matches" />
        ) : (
          <EmptyState
            title="No files selected"
            hint="Section images are named DATASET_NAME_SXXXXXX_LXX_chXX.tif. Nothing is uploaded until you click Upload."
          />
        )
      }
    />
  );
}

function rowId(row: KeyedRow): string {
  return row.id;
}

function hasProblem(row: CheckedRow): boolean {
  return row.problem !== undefined;
}

/** Corrected and decided rows keep their position, so that rows do not move while the user edits them. */
function attentionFirst(row: CheckedRow): number {
  return hasProblem(row) || row.newName !== undefined || row.onServer !== undefined ? 0 : 1;
}

interface FileCellProps {
  readonly row: CheckedRow;
  readonly tabIndex: 0 | -1;
  readonly onRename: (newName: string) => void;
  readonly onDecide: (decision: CollisionDecision) => void;
}

/** A file's name and key, its findings, and the controls to resolve them. */
function FileCell({ row, tabIndex, onRename, onDecide }: FileCellProps) {
  const canRename = row.problem !== undefined || row.newName !== undefined;
  return (
    <div className={classes.file}>
      {canRename ? (
        <NameField key={nameOf(row)} row={row} tabIndex={tabIndex} onRename={onRename} />
      ) : (
        <span className={classes.name}>
          <Name>{row.file.name}</Name>
        </span>
      )}
      {row.problem !== undefined && <span className={classes.problem}>{findingText(row.problem)}</span>}
      {row.note !== undefined && <span className={classes.note}>{findingText(row.note)}</span>}
      <CollisionControls row={row} tabIndex={tabIndex} onDecide={onDecide} />
      <span className={classes.key}>
        <PathName>{row.key}</PathName>
      </span>
    </div>
  );
}

/** Applies the name on Enter or blur; Escape resets it. */
function NameField({ row, tabIndex, onRename }: Omit<FileCellProps, 'onDecide'>) {
  const [name, setName] = useState(nameOf(row));
  const commit = () => {
    if (name !== nameOf(row)) onRename(name);
  };
  return (
    <TextInput
      size="xs"
      aria-label={`New name for ${shownName(row.file.name)}`}
      error={row.problem !== undefined}
      value={name}
      tabIndex={tabIndex}
      spellCheck={false}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setName(nameOf(row));
      }}
    />
  );
}

interface CollisionControlsProps {
  readonly row: CheckedRow;
  readonly tabIndex: 0 | -1;
  readonly onDecide: (decision: CollisionDecision) => void;
}

/** Skips or replaces a file that is already on the server. */
function CollisionControls({ row, tabIndex, onDecide }: CollisionControlsProps) {
  if (row.onServer === undefined) return null;
  const { size, lastModified } = row.onServer;
  const button = (decision: CollisionDecision, text: 'Skip' | 'Replace') => (
    <ToggleButton
      pressed={row.decision === decision}
      label={`${text} ${shownName(row.file.name)}`}
      tabIndex={tabIndex}
      onClick={() => onDecide(decision)}
    >
      {text}
    </ToggleButton>
  );
  return (
    <Group gap="xs">
      {button('skip', 'Skip')}
      {button('replace', 'Replace')}
      <span
        className={classes.note}
      >{`On the server: ${[formatBytes(size), ...(lastModified ? [formatTime(lastModified)] : [])].join(', ')}`}</span>
    </Group>
  );
}

/** The same widths as in `ChoiceTable`, but without sorting and controls, so that rows do not move while they are read. */
const READING_COLUMNS: readonly GridColumn<KeyedRow>[] = [
  {
    id: 'file',
    header: 'File and key',
    cell: (row) => (
      <div className={classes.file}>
        <span className={classes.name}>
          <Name>{nameOf(row)}</Name>
        </span>
        <span className={classes.key}>
          <PathName>{row.key}</PathName>
        </span>
      </div>
    ),
  },
  {
    id: 'size',
    header: 'Size',
    width: '6.5rem',
    hideBelow: 'narrow',
    align: 'end',
    cell: (row) => formatBytes(row.size),
  },
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
      checkbox={GridCheckbox}
      hasNextPage
      selection={selection}
      onSelectionChange={onSelectionChange}
      rowHeight={52}
      empty={null}
    />
  );
}
