import { Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { shownName } from '../../domain/names/shownName';
import { compareNatural } from '../../lib/compareNatural';
import { formatTime } from '../../lib/formatTime';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { Name } from '../../ui/Name';
import { saveAgainRequested, selectOwnSaved, type SavedDownload } from './historySlice';
import { historyWords } from './historyWords';

const rowId = ({ id }: SavedDownload): string => id;
const rowName = ({ zipFileName }: SavedDownload): string => shownName(zipFileName);

/** The archives that were handed to the browser since the page was opened, each to be had again. */
export function DownloadHistory() {
  const dispatch = useDispatch();
  const saved = useSelector(selectOwnSaved);
  const columns = useMemo(
    (): readonly GridColumn<SavedDownload>[] => [
      {
        id: 'title',
        header: historyWords.download,
        compare: (left, right) => compareNatural(left.title, right.title),
        cell: ({ title, zipFileName }) => (
          <span title={shownName(zipFileName)}>
            <Name>{title}</Name>
            <Text component="span" size="xs" c="dimmed" ml="xs">
              <Name>{zipFileName}</Name>
            </Text>
          </span>
        ),
      },
      {
        id: 'saved',
        header: historyWords.saved,
        width: TIME_WIDTH,
        align: 'end',
        hideBelow: 'narrow',
        compare: (left, right) => left.savedAt - right.savedAt,
        cell: ({ savedAt }) => formatTime(savedAt),
      },
      {
        id: 'again',
        header: '',
        width: '8rem',
        align: 'end',
        cell: ({ id, status }, tabIndex) =>
          status === 'expired' ? (
            <Text component="span" size="xs" c="dimmed">
              {historyWords.linkExpired}
            </Text>
          ) : (
            <Button
              size="compact-xs"
              variant="default"
              loading={status === 'renewing'}
              tabIndex={tabIndex}
              onClick={() => dispatch(saveAgainRequested({ id }))}
            >
              {historyWords.saveAgain}
            </Button>
          ),
      },
    ],
    [dispatch],
  );
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {historyWords.aboutDownloads}
      </Text>
      <DataGrid
        label={historyWords.downloads}
        columns={columns}
        rows={saved}
        rowId={rowId}
        rowName={rowName}
        empty={<EmptyState title={historyWords.noDownloads} hint={historyWords.howDownloadsCome} />}
      />
    </>
  );
}
