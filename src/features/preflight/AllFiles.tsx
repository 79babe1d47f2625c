import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { RowKind } from '@data-manager/domain/preflight/rowKinds';
import { formatCount } from '@data-manager/lib/formatNumber';
import { NOTHING_SELECTED } from '../../ui/gridColumn';
import { SelectionBar } from './BulkActions';
import { systemRows } from './checkRows';
import { FilteredTable } from './FilteredTable';
import type { PickedPlace } from './Forecasts';
import type { ChosenRow, CollisionDecision } from './rows';
import type { UploadScreenState } from './useUploadScreen';

interface AllFilesProps {
  readonly screen: UploadScreenState;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly place: PickedPlace | undefined;
  readonly onShowAllPlaces: () => void;
  readonly filter: RowKind | undefined;
  readonly onFilter: (kind: RowKind | undefined) => void;
  readonly onRename: (rows: readonly ChosenRow[]) => void;
}

/** The table of all chosen files, behind a button. */
export function AllFiles({ screen, isOpen, onOpen, onRename, ...table }: AllFilesProps) {
  const { choice, rows, dispatchChoice, validateName } = screen;
  const tableId = useId();
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const selected = choice.rows.filter((row) => selection.has(row.id));
  const systemFiles = systemRows(choice.systemFiles);
  const skip = (ids: readonly string[]) => dispatchChoice({ type: 'removed', ids });
  const remove = (id: string) => skip([id]);
  const rename = (id: string, newName: string) => dispatchChoice({ type: 'renamed', id, newName });
  const decide = (ids: readonly string[], decision: CollisionDecision) =>
    dispatchChoice({ type: 'decided', ids, decision });
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={tableId}
          onClick={() => onOpen(!isOpen)}
        >
          {`All files (${formatCount(rows.length)})`}
        </Button>
      </div>
      <div id={tableId} hidden={!isOpen}>
        {isOpen && (
          <FilteredTable
            {...table}
            selection={selection}
            onSelectionChange={setSelection}
            rows={rows}
            systemFiles={systemFiles}
            onRename={rename}
            onRemove={remove}
            onDecide={decide}
            validateName={validateName}
            selectionBar={rows.length > 0 && <SelectionBar selected={selected} onRename={onRename} onSkip={skip} />}
          />
        )}
      </div>
    </>
  );
}
