import { Button, Group, Stack, Text } from '@mantine/core';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatDay, formatTime } from '@data-manager/lib/formatTime';
import { exportAudit, useListDeletedQuery, type DeletedItem } from '../../api/activity';
import { useFeature } from '../../api/configuration';
import { usePorts } from '../../platform/portsContext';
import { selectSessionOwner } from '../../session/sessionSlice';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { PathName } from '../../ui/Name';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { NotLoaded } from '../../widgets/NotLoaded';
import classes from './activity.module.css';
import { RestoreAllButton, RestoreItemButton } from './restoreButtons';

const rowId = ({ kind, id, act, deletedAt }: DeletedItem): string => `${kind}/${id}/${act ?? String(deletedAt)}`;
const rowName = ({ name }: DeletedItem): string => shownName(name);

const KINDS = { project: 'Project', dataset: 'Dataset', file: 'File' } as const;
const kindOf = ({ kind, isReplaced }: DeletedItem): string => (isReplaced ? 'Replaced file' : KINDS[kind]);

const COLUMNS: readonly GridColumn<DeletedItem>[] = [
  {
    id: 'name',
    header: 'Name',
    compare: (left, right) => compareNatural(left.name, right.name),
    cell: ({ name, removedAfter }) => (
      <span className={classes.wrapped}>
        <PathName>{name}</PathName>
        {removedAfter !== undefined && <span className={classes.until}>{`Kept until ${formatDay(removedAfter)}`}</span>}
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '7rem',
    hideBelow: 'narrow',
    compare: (left, right) => compareNatural(kindOf(left), kindOf(right)),
    cell: kindOf,
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
    width: '8rem',
    align: 'end',
    cell: (item, tabIndex) => (
      <Stack gap={4} py={4} align="flex-end">
        <RestoreItemButton item={item} tabIndex={tabIndex} />
        {item.together !== undefined && <RestoreAllButton files={item.together} name={item.name} tabIndex={tabIndex} />}
      </Stack>
    ),
  },
];

/** What was deleted and can be restored, and for administrators the export of the audit log. */
export function DeletedItems() {
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin === true;
  const { data: deleted, error, refetch } = useListDeletedQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined)
    return <NotLoaded title="The deleted items could not be loaded" query={{ error, refetch }} />;
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="xs" c="dimmed">
          {`What ${isAdmin ? 'any member of your sponsor has' : 'you have'} deleted or replaced. Restore puts it back where it was.`}
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
          empty={<EmptyState title="Nothing to restore" />}
        />
      )}
    </>
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
    <Button size="xs" loading={isExporting} onClick={() => void save()}>
      Export audit log
    </Button>
  );
}
