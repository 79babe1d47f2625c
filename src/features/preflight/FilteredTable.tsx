import { Button, Group, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { matchesFilters } from '../../domain/listing/listQuery';
import { datasetFolder } from '../../domain/uploads/uploadForecast';
import { formatCount } from '../../lib/formatNumber';
import { counted } from '../../lib/plural';
import { ToggleButton } from '../../ui/ToggleButton';
import { ChoiceTable, type ChoiceTableProps } from './ChoiceTable';
import type { PickedPlace } from './Forecasts';
import classes from './preflight.module.css';
import { blocks, countKinds, isInvalid, ROW_KIND_LIST, type CheckedRow, type RowKind } from './rows';
import { findingCountText, findingText } from './rowTexts';

interface FilteredTableProps extends Omit<ChoiceTableProps, 'isFiltered'> {
  /** Shown only if the user filters by them. */
  readonly systemFiles: readonly CheckedRow[];
  /** Shows only the files of this place. */
  readonly place: PickedPlace | undefined;
  readonly onShowAllPlaces: () => void;
  readonly onExclude: (ids: readonly string[]) => void;
  /** The finding that the table is filtered by. */
  readonly filter: RowKind | undefined;
  readonly onFilter: (kind: RowKind | undefined) => void;
  /** The actions for the selected files. */
  readonly selectionBar: ReactNode;
}

/** The table of checked files below its problems and the buttons that filter it by finding. */
export function FilteredTable(props: FilteredTableProps) {
  const { rows, systemFiles, place, onShowAllPlaces, onExclude, filter, onFilter, selectionBar, ...table } = props;
  const counts = useMemo(() => countKinds([...rows, ...systemFiles]), [rows, systemFiles]);
  // After the last row with the finding is corrected, all rows are shown again.
  const shown = filter !== undefined && counts.has(filter) ? filter : undefined;
  const visible = useMemo(() => {
    const ofKind =
      shown === undefined ? rows : shown === 'system' ? systemFiles : rows.filter((row) => row.kinds.includes(shown));
    return place === undefined ? ofKind : ofKind.filter((row) => isAt(row, place));
  }, [rows, systemFiles, shown, place]);
  const invalid = useMemo(() => rows.filter(isInvalid), [rows]);
  return (
    <>
      <Problems counts={counts} />
      {place !== undefined && (
        <Group gap="xs" role="status">
          <Text size="sm">{`Only ${place.label}: ${formatCount(visible.length)} of ${formatCount(rows.length)} chosen`}</Text>
          <Button size="compact-xs" variant="default" onClick={onShowAllPlaces}>
            Show all
          </Button>
        </Group>
      )}
      <div className={classes.toolbar}>
        <KindToggles counts={counts} shown={shown} onShow={onFilter} />
        {selectionBar}
        {invalid.length > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => onExclude(invalid.map(({ id }) => id))}>
            Exclude invalid files
          </Button>
        )}
      </div>
      <ChoiceTable {...table} rows={visible} isFiltered={place !== undefined} />
    </>
  );
}

function isAt({ key, naming }: CheckedRow, { folder, filters }: PickedPlace): boolean {
  return naming !== undefined && datasetFolder(key) === folder && matchesFilters(naming, filters);
}

/** `CollisionBar` explains files that are on the server. */
function isExplained(kind: RowKind): boolean {
  return kind === 'foreign' || (kind !== 'undecided' && blocks(kind));
}

/** Explains each problem once, with the number of files that have it. */
function Problems({ counts }: { readonly counts: ReadonlyMap<RowKind, number> }) {
  const found = ROW_KIND_LIST.filter((kind) => counts.has(kind) && isExplained(kind));
  if (found.length === 0) return null;
  return (
    <ul className={classes.problems} aria-label="Problems">
      {found.map((kind) => (
        <li key={kind} data-blocks={blocks(kind) || undefined}>
          <span>{findingText(kind)}</span>
          <span className={classes.count}>{counted(counts.get(kind) ?? 0, 'file')}</span>
        </li>
      ))}
    </ul>
  );
}

interface KindTogglesProps {
  readonly counts: ReadonlyMap<RowKind, number>;
  /** The finding that the table is filtered by. */
  readonly shown: RowKind | undefined;
  readonly onShow: (kind: RowKind | undefined) => void;
}

/**
 * Buttons with the number of rows for each finding; pressing one again shows all rows. `ContentLine` has the button for
 * unreadable images.
 */
function KindToggles({ counts, shown, onShow }: KindTogglesProps) {
  const present = ROW_KIND_LIST.filter((kind) => kind !== 'unreadable' && (counts.get(kind) ?? 0) > 0);
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
