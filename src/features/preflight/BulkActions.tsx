import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { RenameOptions, RenameStep } from '../../domain/names/bulkRename';
import { counted } from '../../lib/plural';
import { BulkRenameDialog, type FindCollisions } from '../../ui/BulkRenameDialog';
import classes from './preflight.module.css';
import { nameOf, type CheckedRow, type ChosenRow, type CollisionDecision, type ServerListing } from './rows';

interface CollisionBarProps {
  readonly listing: ServerListing;
  readonly rows: readonly CheckedRow[];
  readonly onDecide: (ids: readonly string[], decision: CollisionDecision) => void;
}

/** Skips or replaces all files that are already on the server. */
export function CollisionBar({ listing, rows, onDecide }: CollisionBarProps) {
  if (listing.status === 'failed') {
    return (
      <Group gap="xs" role="alert">
        <Text size="sm">
          The files on the server could not be loaded. Uploading replaces files with the same keys, and missing files
          are not shown.
        </Text>
        <Button size="compact-xs" variant="default" onClick={listing.retry}>
          Try again
        </Button>
      </Group>
    );
  }
  const ids = rows.flatMap((row) => (row.onServer === undefined ? [] : [row.id]));
  if (ids.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Files already on the server">
      <Text size="sm">{`${counted(ids.length, 'file')} already on the server:`}</Text>
      <Button size="compact-xs" variant="default" onClick={() => onDecide(ids, 'skip')}>
        Skip all
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onDecide(ids, 'replace')}>
        Replace all
      </Button>
    </Group>
  );
}

interface SelectionBarProps {
  readonly rows: readonly CheckedRow[];
  readonly selected: readonly ChosenRow[];
  /** The dataset that the files are uploaded to; empty for a project. */
  readonly dataset: string;
  readonly findCollisions: FindCollisions;
  /** The number of files in the last bulk rename; 0 if there is nothing to undo. */
  readonly renamed: number;
  readonly onRenameAll: (steps: readonly RenameStep[], rule: RenameOptions) => void;
  readonly onUndo: () => void;
  readonly onExclude: (ids: readonly string[]) => void;
}

/**
 * Renames the files with invalid names, renames or excludes the selected files, and undoes the last bulk rename. Always takes
 * up its space, so that nothing moves.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { rows, selected, dataset, findCollisions, renamed, onRenameAll, onUndo, onExclude } = props;
  const [renaming, setRenaming] = useState<readonly ChosenRow[]>();
  const misnamed = useMemo(() => rows.filter(({ kinds }) => kinds.includes('invalid')), [rows]);
  return (
    <Group gap="xs" role="group" aria-label="Selected files" className={classes.selected ?? ''}>
      {misnamed.length > 0 && (
        <Button size="compact-xs" variant="light" onClick={() => setRenaming(misnamed)}>
          {`Rename ${counted(misnamed.length, 'file')}…`}
        </Button>
      )}
      {selected.length === 0 ? (
        <Text size="xs" c="dimmed">
          Select files to rename or exclude them
        </Text>
      ) : (
        <>
          <Text size="xs">{`${counted(selected.length, 'file')} selected`}</Text>
          <Button size="compact-xs" variant="default" onClick={() => setRenaming(selected)}>
            Rename selected
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onExclude(selected.map((row) => row.id))}>
            Exclude selected
          </Button>
        </>
      )}
      {renamed > 0 && (
        <Button size="compact-xs" variant="default" onClick={onUndo}>
          {`Undo renaming of ${counted(renamed, 'file')}`}
        </Button>
      )}
      {renaming !== undefined && (
        <RenameMany
          files={renaming}
          dataset={dataset}
          findCollisions={findCollisions}
          onClose={() => setRenaming(undefined)}
          onApply={(steps, rule) => {
            setRenaming(undefined);
            onRenameAll(steps, rule);
          }}
        />
      )}
    </Group>
  );
}

interface RenameManyProps extends Pick<SelectionBarProps, 'dataset' | 'findCollisions'> {
  readonly files: readonly ChosenRow[];
  readonly onApply: SelectionBarProps['onRenameAll'];
  readonly onClose: () => void;
}

function RenameMany({ files, ...dialog }: RenameManyProps) {
  const items = useMemo(
    () => files.map((row) => ({ id: row.id, name: nameOf(row), lastModified: row.lastModified })),
    [files],
  );
  return (
    <BulkRenameDialog
      {...dialog}
      title={`Rename ${counted(files.length, 'file')}`}
      submitLabel="Apply"
      items={items}
      serverCollisionText="Already on the server. Skip or replace after renaming."
    />
  );
}
