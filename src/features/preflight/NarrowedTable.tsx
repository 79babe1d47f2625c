import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { matchesFilters } from '../../domain/listing/listQuery';
import { datasetFolder } from '../../domain/uploads/uploadForecast';
import { canOnlyBeLeftOut, type CheckedRow } from './choice';
import { ChoiceTable, type ChoiceTableProps } from './ChoiceTable';
import type { PickedPlace } from './ForecastList';
import { KindToggles } from './KindToggles';
import { preflightWords } from './preflightWords';
import { countKinds, type RowKind } from './rowKinds';

interface NarrowedTableProps extends Omit<ChoiceTableProps, 'isNarrowed'> {
  /** System files: shown only where they are asked for. */
  readonly leftOut: readonly CheckedRow[];
  /** The place whose files alone are shown; undefined for all. */
  readonly place: PickedPlace | undefined;
  readonly onShowAllPlaces: () => void;
  readonly onLeaveOut: (ids: readonly string[]) => void;
}

/** The table of what was chosen, below the counts that narrow it. */
export function NarrowedTable({ rows, leftOut, place, onShowAllPlaces, onLeaveOut, ...table }: NarrowedTableProps) {
  const [wanted, setWanted] = useState<RowKind>();
  const counts = useMemo(() => countKinds([...rows, ...leftOut]), [rows, leftOut]);
  // When the last row of a kind is put right, its count goes, and all rows are shown again.
  const shown = wanted !== undefined && counts.has(wanted) ? wanted : undefined;
  const inSight = useMemo(() => {
    const ofKind =
      shown === undefined ? rows : shown === 'system' ? leftOut : rows.filter((row) => row.kinds.includes(shown));
    return place === undefined ? ofKind : ofKind.filter((row) => isAt(row, place));
  }, [rows, leftOut, shown, place]);
  const invalid = useMemo(() => rows.filter(canOnlyBeLeftOut), [rows]);
  return (
    <>
      {counts.size > 0 && (
        <Group gap="xs">
          <KindToggles counts={counts} shown={shown} onShow={setWanted} />
          {invalid.length > 0 && (
            <Button
              ml="auto"
              size="compact-xs"
              variant="default"
              onClick={() => onLeaveOut(invalid.map(({ id }) => id))}
            >
              {preflightWords.leaveOutInvalid}
            </Button>
          )}
        </Group>
      )}
      {place !== undefined && (
        <Group gap="xs" role="status">
          <Text size="sm">{preflightWords.onlyPlace(place.label, inSight.length, rows.length)}</Text>
          <Button size="compact-xs" variant="default" onClick={onShowAllPlaces}>
            {preflightWords.showAll}
          </Button>
        </Group>
      )}
      <ChoiceTable {...table} rows={inSight} isNarrowed={place !== undefined} />
    </>
  );
}

function isAt({ key, naming }: CheckedRow, { folder, filters }: PickedPlace): boolean {
  return naming !== undefined && datasetFolder(key) === folder && matchesFilters(naming, filters);
}
