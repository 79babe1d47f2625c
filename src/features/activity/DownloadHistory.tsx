import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatTime } from '@data-manager/lib/formatTime';
import {
  archivesRequested,
  saveAgainRequested,
  selectOwnSaved,
  type SavedDownload,
} from '../../transfers/history/historySlice';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { Name } from '../../ui/Name';
import classes from './activity.module.css';

const rowId = ({ id }: SavedDownload): string => id;
const rowName = ({ zipFileName }: SavedDownload): string => shownName(zipFileName);

/** The archives saved in the last weeks. Each can be saved again while the server has it. */
export function DownloadHistory() {
  const dispatch = useDispatch();
  const saved = useSelector(selectOwnSaved);
  useEffect(() => {
    dispatch(archivesRequested());
  }, [dispatch]);
  const columns: readonly GridColumn<SavedDownload>[] = [
    {
      id: 'title',
      header: 'Download',
      compare: (left, right) => compareNatural(left.title, right.title),
      cell: ({ title, zipFileName, savedAt }) => (
        <span className={classes.wrapped}>
          <Name>{title}</Name>{' '}
          <Text component="span" size="xs" c="dimmed">
            <Name>{zipFileName}</Name>
          </Text>
          <span className={classes.when}>{formatTime(savedAt)}</span>
        </span>
      ),
    },
    {
      id: 'size',
      header: 'Size',
      width: '6.5rem',
      align: 'end',
      hideBelow: 'narrow',
      compare: (left, right) => (left.totalSize ?? 0) - (right.totalSize ?? 0),
      cell: ({ totalSize }) => (totalSize === undefined ? '' : formatBytes(totalSize)),
    },
    {
      id: 'saved',
      header: 'Saved',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'narrow',
      compare: (left, right) => left.savedAt - right.savedAt,
      cell: ({ savedAt }) => formatTime(savedAt),
    },
    {
      id: 'again',
      header: 'Save again',
      isHeaderHidden: true,
      width: '8rem',
      align: 'end',
      cell: ({ id, status }, tabIndex) =>
        status === 'expired' ? (
          <Text component="span" size="xs" c="dimmed">
            Link expired
          </Text>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            loading={status === 'renewing'}
            tabIndex={tabIndex}
            onClick={() => dispatch(saveAgainRequested({ id }))}
          >
            Save again
          </Button>
        ),
    },
  ];
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        Downloads of the last 30 days in this browser. If one was blocked or cancelled, save it again before it expires.
      </Text>
      <DataGrid
        label="Downloads"
        columns={columns}
        rows={saved}
        rowId={rowId}
        rowName={rowName}
        empty={<EmptyState title="No downloads yet" hint="Saved archives stay here for 30 days." />}
      />
    </>
  );
}
