import { Button, Flex, Group, Text } from '@mantine/core';
import type { RenameOptions, RenameStep } from '@data-manager/domain/names/bulkRename';
import { isNamedLikeOther } from '@data-manager/domain/names/grammar';
import { counted } from '@data-manager/lib/plural';
import { BulkRenameDialog, type FindCollisions } from '../../../widgets/BulkRenameDialog';
import { nameOf, type ChosenRow, type ServerListing } from '../rows/rows';

/** Explains that the chosen files could not be compared with the server. */
export function UnlistedNotice({ listing }: { readonly listing: ServerListing }) {
  if (listing.status !== 'failed') return null;
  return (
    <Group gap="xs" role="alert">
      <Text size="sm">
        The files on the server could not be loaded. Uploading replaces files of the same names, and missing files are
        not shown.
      </Text>
      <Button size="compact-xs" onClick={listing.retry}>
        Try again
      </Button>
    </Group>
  );
}

interface SelectionBarProps {
  readonly selected: readonly ChosenRow[];
  readonly onRename: (rows: readonly ChosenRow[]) => void;
  readonly onLeaveOut: (ids: readonly string[]) => void;
}

/** Renames or leaves out the selected files. Always takes up its space, so that nothing moves. */
export function SelectionBar({ selected, onRename, onLeaveOut }: SelectionBarProps) {
  return (
    <Flex
      role="group"
      aria-label="Selected files"
      flex={{ base: '1 1 100%', xs: '1 1 20rem' }}
      wrap="wrap"
      align="center"
      justify={{ base: 'flex-start', sm: 'flex-end' }}
      gap="xs"
      mih={{ base: 56, xs: 24 }}
    >
      {selected.length === 0 ? (
        <Text size="xs" c="dimmed">
          Select files to rename or leave them out
        </Text>
      ) : (
        <>
          <Text size="xs">{`${counted(selected.length, 'file')} selected`}</Text>
          <Button
            size="compact-xs"
            disabled={selected.every((row) => isNamedLikeOther(nameOf(row)))}
            onClick={() => onRename(selected)}
          >
            Rename selected
          </Button>
          <Button size="compact-xs" onClick={() => onLeaveOut(selected.map((row) => row.id))}>
            Leave out selected
          </Button>
        </>
      )}
    </Flex>
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
export function RenameMany({ files: all, ...dialog }: RenameManyProps) {
  const files = all.filter((row) => !isNamedLikeOther(nameOf(row)));
  const items = files.map((row) => ({ id: row.id, name: nameOf(row), lastModified: row.lastModified }));
  return (
    <BulkRenameDialog
      {...dialog}
      title={`Rename ${counted(files.length, 'file')}`}
      submitLabel="Apply"
      items={items}
      serverCollisionText="Already on the server. Leave out or replace after renaming."
    />
  );
}
