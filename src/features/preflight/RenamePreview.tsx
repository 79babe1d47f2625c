import type { RenameStep } from '../../domain/bulkRename';
import { compareNatural } from '../../lib/compareNatural';
import { DataGrid } from '../../ui/DataGrid';
import type { GridColumn } from '../../ui/gridColumn';
import classes from './preflight.module.css';

const COLUMNS: readonly GridColumn<RenameStep>[] = [
  {
    id: 'old',
    header: 'Old name',
    compare: (left, right) => compareNatural(left.oldName, right.oldName),
    cell: (step) => <span className={classes.name}>{step.oldName}</span>,
  },
  {
    id: 'new',
    header: 'New name',
    compare: (left, right) => compareNatural(left.newName, right.newName),
    cell: (step) => <span className={classes.name}>{step.newName}</span>,
  },
];

/** Every file's old and new name. */
export function RenamePreview({ steps }: { readonly steps: readonly RenameStep[] }) {
  return (
    <div className={classes.preview}>
      <DataGrid label="New names" columns={COLUMNS} rows={steps} rowId={idOf} rowName={oldNameOf} empty={null} />
    </div>
  );
}

function idOf(step: RenameStep): string {
  return step.id;
}

function oldNameOf(step: RenameStep): string {
  return step.oldName;
}
