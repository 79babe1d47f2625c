import { Button, Group, Text } from '@mantine/core';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatDay, formatTime } from '@data-manager/lib/formatTime';
import { exportAudit, useListDeletedQuery, type DeletedItem } from '../../api/activity';
import { useFeature } from '../../api/configuration';
import { queryErrorText } from '../../api/queryErrorText';
import { usePorts } from '../../platform/portsContext';
import { selectSessionOwner } from '../../session/sessionSlice';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { PathName } from '../../ui/Name';
import { SkeletonRows } from '../../ui/SkeletonRows';
import classes from './activity.module.css';
import { useRestoreItem } from './useRestoreItem';

const rowId = ({ kind, id }: DeletedItem): string => `${kind}/${id}`;
const rowName = ({ name }: DeletedItem): string => shownName(name);

const KINDS = { project: 'Project', dataset: 'Dataset', file: 'File' } as const;

const COLUMNS: readonly GridColumn<DeletedItem>[] = [
  {
    id: 'name',
    header: 'Name',
    compare: (left, right) => compareNatural(left.name, right.name),
    cell: ({ name, removedAfter }) => (
      <span className={classes.wrapped}>
        <PathName>{name}</PathName>
        {removedAfter !== undefined && <span className={classes.until}>Kept until {formatDay(removedAfter)}</span>}
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '5.5rem',
    hideBelow: 'narrow',
    compare: (left, right) => compareNatural(left.kind, right.kind),
    cell: ({ kind }) => KINDS[kind],
  },
  {
    id: 'deleted',
    header: 'Deleted',
    width: TIME_WIDTH,
    align: 'end',
    hideBelow: 'medium',
    compare: (left, right) => left.deletedAt - right.deletedAt,
    cell: ({ deletedAt }) => formatTime(deletedAt),
  },
  {
    id: 'until',
    header: 'Kept until',
    width: TIME_WIDTH,
    align: 'end',
    hideBelow: 'medium',
    compare: (left, right) => (left.removedAfter ?? Infinity) - (right.removedAfter ?? Infinity),
    cell: ({ removedAfter }) => (removedAfter === undefined ? 'No limit' : formatTime(removedAfter)),
  },
  {
    id: 'restore',
    header: 'Restore',
    isHeaderHidden: true,
    width: '6rem',
    align: 'end',
    cell: (item, tabIndex) => <RestoreButton item={item} tabIndex={tabIndex} />,
  },
];

/** What was deleted and can be restored, and for administrators the export of the audit log. */
export function DeletedItems() {
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin === true;
  const { data: deleted, error, refetch } = useListDeletedQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) {
    return (
      <ErrorState
        title="The deleted items could not be loaded"
        reason={queryErrorText(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="xs" c="dimmed">
          {`What ${isAdmin ? 'any member of your sponsor has' : 'you have'} deleted. Restore puts it back where it was.`}
        </Text>
        {isAdmin && <ExportAudit />}
      </Group>
      {deleted === undefined ? (
        <SkeletonRows />
      ) : (
        <DataGrid
          label="Deleted"
          columns={COLUMNS}
          rows={deleted}
          rowId={rowId}
          rowName={rowName}
          empty={<EmptyState title="Nothing was deleted" />}
        />
      )}
    </>
  );
}

interface RestoreButtonProps {
  readonly item: DeletedItem;
  readonly tabIndex: 0 | -1;
}

function RestoreButton({ item, tabIndex }: RestoreButtonProps) {
  const { isRestoring, restore } = useRestoreItem(item);
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isRestoring}
      tabIndex={tabIndex}
      aria-label={`Restore ${shownName(item.name)}`}
      onClick={() => void restore()}
    >
      Restore
    </Button>
  );
}

function ExportAudit() {
  const dispatch: ThunkDispatch<unknown, unknown, UnknownAction> = useDispatch();
  const { saveText, toast } = usePorts();
  const [isExporting, setExporting] = useState(false);
  if (!useFeature('audit.export')) return null;
  const save = async () => {
    setExporting(true);
    const exported = await dispatch(exportAudit());
    setExporting(false);
    if (exported.ok) saveText(exported.value, 'audit.csv', 'text/csv');
    else toast(failureNotice(exported.failure).text, 'error');
  };
  return (
    <Button size="xs" variant="default" loading={isExporting} onClick={() => void save()}>
      Export audit log
    </Button>
  );
}
