import { Button, Group, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { matchesFilters } from '@data-manager/domain/listing/listQuery';
import { countKinds, ROW_KIND_LIST, type RowKind } from '@data-manager/domain/preflight/rowKinds';
import { datasetFolder } from '@data-manager/domain/uploads/uploadForecast';
import { formatCount } from '@data-manager/lib/formatNumber';
import { ToggleButton } from '../../ui/ToggleButton';
import { ChoiceTable, type ChoiceTableProps } from './ChoiceTable';
import type { PickedPlace } from './Forecasts';
import classes from './preflight.module.css';
import type { CheckedRow } from './rows';
import { findingCountText } from './rowTexts';

interface FilteredTableProps extends Omit<ChoiceTableProps, 'isFiltered'> {
  /** Shown only if the user filters by them. */
  readonly systemFiles: readonly CheckedRow[];
  /** Shows only the files of this place. */
  readonly place: PickedPlace | undefined;
  readonly onShowAllPlaces: () => void;
  /** The finding that the table is filtered by. */
  readonly filter: RowKind | undefined;
  readonly onFilter: (kind: RowKind | undefined) => void;
  /** The actions for the selected files. */
  readonly selectionBar: ReactNode;
}

/** The table of checked files below the buttons that filter it by finding. */
export function FilteredTable(props: FilteredTableProps) {
  const { rows, systemFiles, place, onShowAllPlaces, filter, onFilter, selectionBar, ...table } = props;
  const counts = countKinds([...rows, ...systemFiles]);
  // After the last row with the finding is corrected, all rows are shown again.
  const shown = filter !== undefined && counts.has(filter) ? filter : undefined;
  const visible = useMemo(() => {
    const ofKind =
      shown === undefined ? rows : shown === 'system' ? systemFiles : rows.filter((row) => row.kinds.includes(shown));
    return place === undefined ? ofKind : ofKind.filter((row) => isAt(row, place));
  }, [rows, systemFiles, shown, place]);
  const filters = [
    ...(place === undefined ? [] : [place.label]),
    ...(place === undefined || shown === undefined ? [] : [`“${findingCountText(shown, counts.get(shown) ?? 0)}”`]),
  ];
  return (
    <>
      {place !== undefined && (
        <Group gap="xs" role="status">
          <Text size="sm">{`Only ${filters.join(' and ')}: ${formatCount(visible.length)} of ${formatCount(rows.length)} chosen`}</Text>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              onShowAllPlaces();
              onFilter(undefined);
            }}
          >
            Show all
          </Button>
        </Group>
      )}
      <div className={classes.toolbar}>
        <KindToggles counts={counts} shown={shown} onShow={onFilter} />
        {selectionBar}
      </div>
      <ChoiceTable {...table} rows={visible} isFiltered={place !== undefined} />
    </>
  );
}

function isAt({ key, naming }: CheckedRow, { folder, filters }: PickedPlace): boolean {
  return naming !== undefined && datasetFolder(key) === folder && matchesFilters(naming, filters);
}

interface KindTogglesProps {
  readonly counts: ReadonlyMap<RowKind, number>;
  /** The finding that the table is filtered by. */
  readonly shown: RowKind | undefined;
  readonly onShow: (kind: RowKind | undefined) => void;
}

/** Buttons with the number of rows for each finding; pressing one again shows all rows. */
function KindToggles({ counts, shown, onShow }: KindTogglesProps) {
  const present = ROW_KIND_LIST.filter((kind) => (counts.get(kind) ?? 0) > 0);
  if (present.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Show only">
      {present.map((kind) => (
        <ToggleButton key={kind} pressed={kind === shown} onClick={() => onShow(kind === shown ? undefined : kind)}>
          {findingCountText(kind, counts.get(kind) ?? 0)}
        </ToggleButton>
      ))}
    </Group>
  );
}
