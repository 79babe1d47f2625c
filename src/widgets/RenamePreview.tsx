import { Text } from '@mantine/core';
import { findRenameWarnings, type RenameStep } from '@data-manager/domain/names/bulkRename';
import { EXTENSION } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { DataGrid } from '../ui/DataGrid';
import type { GridColumn } from '../ui/gridColumn';
import { WrappedPath } from '../ui/Name';
import classes from './BulkRename.module.css';

/**
 * The owner of the name that a new name collides with: another new name, another chosen file, or a file on the server.
 */
export type RenameCollision = 'renamed' | 'chosen' | 'server';

interface RenamePreviewProps {
  readonly steps: readonly RenameStep[];
  /** By item id. */
  readonly collisions: ReadonlyMap<string, RenameCollision>;
  readonly serverCollisionText: string;
}

interface PreviewRow extends RenameStep {
  /** Describes the collision of the new name. */
  readonly problem: string | undefined;
}

const PREVIEW_COLUMNS: readonly GridColumn<PreviewRow>[] = [
  {
    id: 'old',
    header: 'Old name',
    compare: (left, right) => compareNatural(left.oldName, right.oldName),
    cell: (row) => <WrappedPath>{row.oldName}</WrappedPath>,
  },
  {
    id: 'new',
    header: 'New name',
    compare: (left, right) => compareNatural(left.newName, right.newName),
    cell: (row) => (
      <span>
        <WrappedPath>{row.newName}</WrappedPath>
        {row.problem !== undefined && (
          <Text span display="block" size="xs" c="var(--mantine-color-error)">
            {row.problem}
          </Text>
        )}
      </span>
    ),
  },
];

/** The old and new names. Collisions come first. */
export function RenamePreview({ steps, collisions, serverCollisionText }: RenamePreviewProps) {
  const texts = { ...COLLISION_TEXTS, server: serverCollisionText };
  const problemOf = (collision: RenameCollision | undefined) => collision && texts[collision];
  const rows = steps.map((step) => ({ ...step, problem: problemOf(collisions.get(step.id)) }));
  return (
    <>
      <Warnings steps={steps} />
      {collisions.size > 0 && (
        <Text size="sm" role="alert">
          {collisionSummary(collisions)}
        </Text>
      )}
      <div className={classes.preview}>
        <DataGrid
          label="New names"
          columns={PREVIEW_COLUMNS}
          rows={rows}
          rowId={idOf}
          rowName={oldNameOf}
          groupOf={collidingFirst}
          isInvalid={isColliding}
          empty={null}
        />
      </div>
    </>
  );
}

/** Warns of new names that are valid but probably not what the user wants. */
function Warnings({ steps }: { readonly steps: readonly RenameStep[] }) {
  const { gaps, withoutOme } = findRenameWarnings(steps);
  return (
    <>
      {gaps !== undefined && (
        <Text size="sm" role="alert" c="var(--app-color-warning)">
          {`${formatCount(gaps.missing)} of the sections ${gaps.first}–${gaps.last} would be missing. Check which digits are the section.`}
        </Text>
      )}
      {withoutOme > 0 && (
        <Text size="xs" c="dimmed">
          {`${counted(withoutOme, 'name')} will end in ${EXTENSION} instead of .ome${EXTENSION}. OME metadata stays inside the files.`}
        </Text>
      )}
    </>
  );
}

function idOf(row: PreviewRow): string {
  return row.id;
}

function oldNameOf(row: PreviewRow): string {
  return shownName(row.oldName);
}

function isColliding(row: PreviewRow): boolean {
  return row.problem !== undefined;
}

function collidingFirst(row: PreviewRow): number {
  return isColliding(row) ? 0 : 1;
}

const COLLISION_TEXTS = {
  renamed: 'Another file gets the same new name',
  chosen: 'Another chosen file already has this name',
} as const;

const COLLISION_EFFECTS: Readonly<Record<RenameCollision, string>> = {
  renamed: 'would get the same new name',
  chosen: 'would get the name of another chosen file',
  server: 'would get the name of a file on the server',
};

/** Summarizes collisions: `2 files would get the same new name · 1 file would get the name of a file on the server`. */
export function collisionSummary(collisions: ReadonlyMap<string, RenameCollision>): string {
  const counts = new Map<RenameCollision, number>();
  for (const collision of collisions.values()) counts.set(collision, (counts.get(collision) ?? 0) + 1);
  return [...counts]
    .map(([collision, count]) => `${counted(count, 'file')} ${COLLISION_EFFECTS[collision]}`)
    .join(' · ');
}
