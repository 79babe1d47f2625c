import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { startTransition, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '@data-manager/lib/formatNumber';
import { NOTHING_SELECTED } from '../../../ui/gridColumn';
import type { TableChange, TableView } from '../rows/choice';
import type { ChosenRow } from '../rows/rows';
import { FilteredTable } from './FilteredTable';
import type { UploadScreenState } from './useUploadScreen';

interface AllFilesProps {
  readonly screen: UploadScreenState;
  readonly onRename: (rows: readonly ChosenRow[]) => void;
}

/** The table of all chosen files, behind a button. */
export function AllFiles({ screen, onRename }: AllFilesProps) {
  const { choice, rows, dispatchChoice } = screen;
  const { isSmall, isOpen = isSmall } = choice.table;
  const tableId = useId();
  const box = useRevealed(choice.table);
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  // In short tasks, since the table may have ten thousand rows.
  const show = (table: TableChange) => startTransition(() => dispatchChoice({ type: 'tableShown', ...table }));
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div ref={box} style={{ scrollMarginTop: 'var(--mantine-spacing-xs)' }}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={tableId}
          onClick={() => show({ isOpen: !isOpen })}
        >
          {`All files (${formatCount(rows.length)})`}
        </Button>
      </div>
      <div id={tableId} hidden={!isOpen}>
        {isOpen && (
          <FilteredTable
            screen={screen}
            onShow={show}
            selection={selection}
            onSelectionChange={setSelection}
            onRename={onRename}
          />
        )}
      </div>
    </>
  );
}

/** Scrolls to the table when the user opens it or picks a place. */
function useRevealed({ isOpen, place }: TableView) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef({ isOpen, place });
  useEffect(() => {
    const { current: before } = shown;
    shown.current = { isOpen, place };
    if (isOpen === true && (before.isOpen !== true || before.place !== place)) box.current?.scrollIntoView();
  }, [isOpen, place]);
  return box;
}
