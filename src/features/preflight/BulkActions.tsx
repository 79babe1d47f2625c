import { Button, Group, Text } from '@mantine/core';
import type { RenameOptions, RenameStep } from '@data-manager/domain/names/bulkRename';
import { counted } from '@data-manager/lib/plural';
import { BulkRenameDialog, type FindCollisions } from '../../widgets/BulkRenameDialog';
import classes from './preflight.module.css';
import { nameOf, type ChosenRow, type ServerListing } from './rows';

/** Explains that the chosen files could not be compared with the server. */
export function UnlistedNotice({ listing }: { readonly listing: ServerListing }) {
  if (listing.status !== 'failed') return null;
  return (
    <Group gap="xs" role="alert">
      <Text size="sm">
        The files on the server could not be loaded. Uploading replaces files of the same names, and missing files are
        not shown.
      </Text>
      <Button size="compact-xs" variant="default" onClick={listing.retry}>
        Try again
      </Button>
    </Group>
  );
}

interface SelectionBarProps {
  readonly selected: readonly ChosenRow[];
  readonly onRename: (rows: readonly ChosenRow[]) => void;
  readonly onSkip: (ids: readonly string[]) => void;
}

/** Renames or skips the selected files. Always takes up its space, so that nothing moves. */
export function SelectionBar({ selected, onRename, onSkip }: SelectionBarProps) {
  return (
    <Group gap="xs" role="group" aria-label="Selected files" className={classes.selected ?? ''}>
      {selected.length === 0 ? (
        <Text size="xs" c="dimmed">
          Select files to rename or skip them
        </Text>
      ) : (
        <>
          <Text size="xs">{`${counted(selected.length, 'file')} selected`}</Text>
          <Button size="compact-xs" variant="default" onClick={() => onRename(selected)}>
            Rename selected
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onSkip(selected.map((row) => row.id))}>
            Skip selected
          </Button>
        </>
      )}
    </Group>
  );
}

interface RenameManyProps {
  readonly files: readonly ChosenRow[];
  /** The dataset that the files are uploaded to; empty for a project. */
  readonly dataset: string;
  readonly findCollisions: FindCollisions;
  readonly onApply: (steps: readonly RenameStep[], rule: RenameOptions) => void;
  readonly onClose: () => void;
}

/** Renames chosen files by a rule. */
export function RenameMany({ files, ...dialog }: RenameManyProps) {
  const items = files.map((row) => ({ id: row.id, name: nameOf(row), lastModified: row.lastModified }));
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
