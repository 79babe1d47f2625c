import { formatBytes } from '../../lib/formatBytes';
import { DataGrid } from '../../ui/DataGrid';
import { GridCheckbox } from '../../ui/GridCheckbox';
import type { GridColumn, GridSelection } from '../../ui/gridColumn';
import { Name, PathName } from '../../ui/Name';
import { nameOf, type KeyedRow } from './choice';
import classes from './preflight.module.css';
import { preflightWords } from './preflightWords';

/** As wide as those of the judged rows, but without what would change places under the hand: sorting, and all fields. */
const COLUMNS: readonly GridColumn<KeyedRow>[] = [
  {
    id: 'file',
    header: preflightWords.fileAndKey,
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
    header: preflightWords.size,
    width: '6.5rem',
    hideBelow: 'narrow',
    align: 'end',
    cell: (row) => formatBytes(row.size),
  },
];

interface ReadRowsProps {
  readonly rows: readonly KeyedRow[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
}

/** What has been read so far of a choice. Rows are added at the end alone, so that none that is looked at moves. */
export function ReadRows({ rows, selection, onSelectionChange }: ReadRowsProps) {
  return (
    <DataGrid
      label={preflightWords.chosenFiles}
      columns={COLUMNS}
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

function rowId(row: KeyedRow): string {
  return row.id;
}
