import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { RenameStep } from '../../domain/names/bulkRename';
import type { ChosenRow } from './choice';
import { preflightWords } from './preflightWords';
import type { FindCollisions } from './renameCollisions';
import { RenameDialog } from './RenameDialog';

interface SelectionBarProps {
  readonly selected: readonly ChosenRow[];
  /** The dataset into which the files go; empty where it is not one. */
  readonly dataset: string;
  readonly findCollisions: FindCollisions;
  /** How many files the last renaming gave new names; 0 where there is nothing to take back. */
  readonly renamed: number;
  readonly onRenameAll: (steps: readonly RenameStep[]) => void;
  readonly onUndo: () => void;
  readonly onLeaveOut: (ids: readonly string[]) => void;
}

/** What can be done with many rows at once, and the way back. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, dataset, findCollisions, renamed, onRenameAll, onUndo, onLeaveOut } = props;
  const [isRenaming, setIsRenaming] = useState(false);
  if (selected.length === 0 && renamed === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={preflightWords.selectedFiles}>
      {selected.length > 0 && (
        <>
          <Text size="sm">{preflightWords.selected(selected.length)}</Text>
          <Button size="compact-xs" variant="default" onClick={() => setIsRenaming(true)}>
            {preflightWords.renameSelected}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onLeaveOut(selected.map((row) => row.id))}>
            {preflightWords.leaveOutSelected}
          </Button>
        </>
      )}
      {renamed > 0 && (
        <Button size="compact-xs" variant="default" onClick={onUndo}>
          {preflightWords.undoRenaming(renamed)}
        </Button>
      )}
      {isRenaming && (
        <RenameDialog
          rows={selected}
          dataset={dataset}
          findCollisions={findCollisions}
          onClose={() => setIsRenaming(false)}
          onApply={(steps) => {
            setIsRenaming(false);
            onRenameAll(steps);
          }}
        />
      )}
    </Group>
  );
}
