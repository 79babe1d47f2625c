import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { matchesFilters } from '@data-manager/domain/listing/listQuery';
import { datasetFolder } from '@data-manager/domain/uploads/uploadForecast';
import { formatCount } from '@data-manager/lib/formatNumber';
import { ToggleButton } from '../../../ui/ToggleButton';
import { systemRows } from '../rows/checkRows';
import type { PickedPlace, TableChange } from '../rows/choice';
import { ChoiceTable, type ChoiceTableProps } from '../rows/ChoiceTable';
import type { CheckedRow, ChosenRow } from '../rows/rows';
import { tableFilters } from '../rows/rowTexts';
import { SelectionBar } from './BulkActions';
import type { UploadScreenState } from './useUploadScreen';

interface FilteredTableProps extends Pick<ChoiceTableProps, 'selection' | 'onSelectionChange'> {
  readonly screen: UploadScreenState;
  readonly onShow: (table: TableChange) => void;
  readonly onRename: (rows: readonly ChosenRow[]) => void;
}

/** The table of checked files below the buttons that filter it by finding. */
export function FilteredTable({ screen, onShow, onRename, ...selecting }: FilteredTableProps) {
  const { choice, rows, dispatchChoice: dispatch, validateName } = screen;
  const { place, filter } = choice.table;
  // Shown only if the user filters by them.
  const systemFiles = useMemo(() => systemRows(choice.systemFiles), [choice.systemFiles]);
  const choices = tableFilters([...rows, ...systemFiles]);
  // After the last row with the finding is corrected, all rows are shown again.
  const [shown, shownText] = choices.find(([kind]) => kind === filter) ?? [];
  const visible = useMemo(() => {
    const ofKind =
      shown === undefined ? rows : shown === 'system' ? systemFiles : rows.filter((row) => row.kinds.includes(shown));
    return place === undefined ? ofKind : ofKind.filter((row) => isAt(row, place));
  }, [rows, systemFiles, shown, place]);
  const filters = [
    ...(place === undefined ? [] : [place.label]),
    ...(place === undefined || shownText === undefined ? [] : [`“${shownText}”`]),
  ];
  return (
    <>
      {place !== undefined && (
        <Group gap="xs" role="status">
          <Text size="sm">{`Only ${filters.join(' and ')}: ${formatCount(visible.length)} of ${formatCount(rows.length)} chosen`}</Text>
          <Button size="compact-xs" onClick={() => onShow({ place: undefined, filter: undefined })}>
            Show all
          </Button>
        </Group>
      )}
      <Group gap="xs" mih={28}>
        {choices.length > 0 && (
          <Group gap="xs" role="group" aria-label="Show only">
            {choices.map(([kind, text]) => (
              <ToggleButton
                key={kind}
                pressed={kind === shown}
                onClick={() => onShow({ filter: kind === shown ? undefined : kind })}
              >
                {text}
              </ToggleButton>
            ))}
          </Group>
        )}
        {rows.length > 0 && (
          <SelectionBar
            selected={choice.rows.filter((row) => selecting.selection.has(row.id))}
            onRename={onRename}
            onLeaveOut={(ids) => dispatch({ type: 'removed', ids })}
          />
        )}
      </Group>
      <ChoiceTable
        {...selecting}
        dispatch={dispatch}
        validateName={validateName}
        rows={visible}
        isFiltered={place !== undefined}
      />
    </>
  );
}

function isAt({ key, naming }: CheckedRow, { folder, filters }: PickedPlace): boolean {
  return naming !== undefined && datasetFolder(key) === folder && matchesFilters(naming, filters);
}
