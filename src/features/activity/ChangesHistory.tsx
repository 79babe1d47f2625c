import { Text } from '@mantine/core';
import { useSelector } from 'react-redux';
import { activityPlace, activityText, type ActivityItem } from '@data-manager/domain/transfers/activityText';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatTime } from '@data-manager/lib/formatTime';
import { useListActivityQuery } from '../../api/activity';
import { queryErrorText } from '../../api/queryErrorText';
import { selectSessionOwner } from '../../session/sessionSlice';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { SkeletonRows } from '../../ui/SkeletonRows';
import classes from './activity.module.css';

const rowId = ({ at, action, type, name }: ActivityItem): string => `${at} ${action} ${type} ${name}`;

const COLUMNS: readonly GridColumn<ActivityItem>[] = [
  {
    id: 'what',
    header: 'What',
    compare: (left, right) => compareNatural(activityText(left), activityText(right)),
    cell: (item) => (
      <span className={classes.wrapped}>
        {activityText(item)}
        <span className={classes.when}>{formatTime(item.at)}</span>
      </span>
    ),
  },
  {
    id: 'where',
    header: 'Where',
    compare: (left, right) => compareNatural(left.name, right.name),
    cell: (item) => <bdi className={classes.wrapped}>{activityPlace(item)}</bdi>,
  },
  {
    id: 'when',
    header: 'When',
    width: TIME_WIDTH,
    align: 'end',
    hideBelow: 'narrow',
    compare: (left, right) => left.at - right.at,
    cell: ({ at }) => formatTime(at),
  },
];

const USER_COLUMN: GridColumn<ActivityItem> = {
  id: 'user',
  header: 'User',
  width: '10rem',
  hideBelow: 'medium',
  compare: (left, right) => compareNatural(left.userId ?? '', right.userId ?? ''),
  cell: ({ userId = '' }) => <span className={classes.wrapped}>{userId}</span>,
};

const COLUMNS_OF_ALL = [...COLUMNS, USER_COLUMN];

/** The jobs that were started or cancelled, and what was renamed. */
export function ChangesHistory() {
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin === true;
  const { data: items, error, refetch } = useListActivityQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) {
    return (
      <ErrorState
        title="The jobs and renames could not be loaded"
        reason={queryErrorText(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (items === undefined) return <SkeletonRows />;
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {`What ${isAdmin ? 'the members of your sponsor have' : 'you have'} renamed, and the jobs that ${isAdmin ? 'they' : 'you'} have started.`}
      </Text>
      <DataGrid
        label="Jobs and renames"
        columns={isAdmin ? COLUMNS_OF_ALL : COLUMNS}
        rows={items}
        rowId={rowId}
        rowName={activityText}
        empty={<EmptyState title="No jobs or renames yet" />}
      />
    </>
  );
}
