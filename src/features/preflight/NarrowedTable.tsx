import { useMemo, useState } from 'react';
import type { CheckedRow } from './choice';
import { ChoiceTable, type ChoiceTableProps } from './ChoiceTable';
import { KindToggles } from './KindToggles';
import { countKinds, type RowKind } from './rowKinds';

interface NarrowedTableProps extends ChoiceTableProps {
  /** System files: shown only where they are asked for. */
  readonly leftOut: readonly CheckedRow[];
}

/** The table of what was chosen, below the counts that narrow it. */
export function NarrowedTable({ rows, leftOut, ...table }: NarrowedTableProps) {
  const [wanted, setWanted] = useState<RowKind>();
  const counts = useMemo(() => countKinds([...rows, ...leftOut]), [rows, leftOut]);
  // When the last row of a kind is put right, its count goes, and all rows are shown again.
  const shown = wanted !== undefined && counts.has(wanted) ? wanted : undefined;
  const inSight = useMemo(() => {
    if (shown === undefined) return rows;
    return shown === 'system' ? leftOut : rows.filter((row) => row.kinds.includes(shown));
  }, [rows, leftOut, shown]);
  return (
    <>
      <KindToggles counts={counts} shown={shown} onShow={setWanted} />
      <ChoiceTable {...table} rows={inSight} />
    </>
  );
}
