import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { RenameStep } from '../../domain/names/bulkRename';
import { shownName } from '../../domain/names/shownName';
import { compareNatural } from '../../lib/compareNatural';
import { DataGrid } from '../../ui/DataGrid';
import type { GridColumn } from '../../ui/gridColumn';
import { Name } from '../../ui/Name';
import classes from './preflight.module.css';
import { collisionWords, type RenameCollision } from './renameCollisions';
import { renameWords } from './renameWords';

interface RenamePreviewProps {
  readonly steps: readonly RenameStep[];
  /** Which new names would collide, by id. */
  readonly collisions: ReadonlyMap<string, RenameCollision>;
}

interface PreviewRow extends RenameStep {
  readonly collision: RenameCollision | undefined;
}

const COLUMNS: readonly GridColumn<PreviewRow>[] = [
  {
    id: 'old',
    header: renameWords.oldName,
    compare: (left, right) => compareNatural(left.oldName, right.oldName),
    cell: (row) => (
      <span className={classes.name}>
        <Name>{row.oldName}</Name>
      </span>
    ),
  },
  {
    id: 'new',
    header: renameWords.newName,
    compare: (left, right) => compareNatural(left.newName, right.newName),
    cell: (row) => (
      <span className={classes.file}>
        <span className={classes.name}>
          <Name>{row.newName}</Name>
        </span>
        {row.collision !== undefined && (
          <span className={classes.problem}>{renameWords.collisions[row.collision].inRow}</span>
        )}
      </span>
    ),
  },
];

/** Every file's old and new name, and which new names would collide; those stand first. */
export function RenamePreview({ steps, collisions }: RenamePreviewProps) {
  const rows = useMemo(
    () => steps.map((step) => ({ ...step, collision: collisions.get(step.id) })),
    [steps, collisions],
  );
  return (
    <>
      {collisions.size > 0 && (
        <Text size="sm" role="alert">
          {collisionWords(collisions)}
        </Text>
      )}
      <div className={classes.preview}>
        <DataGrid
          label={renameWords.newNames}
          columns={COLUMNS}
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

function idOf(row: PreviewRow): string {
  return row.id;
}

function oldNameOf(row: PreviewRow): string {
  return shownName(row.oldName);
}

function isColliding(row: PreviewRow): boolean {
  return row.collision !== undefined;
}

function collidingFirst(row: PreviewRow): number {
  return isColliding(row) ? 0 : 1;
}
