import { Button, Group, Text } from '@mantine/core';
import { useDispatch, useSelector } from 'react-redux';
import { formatCount } from '@data-manager/lib/formatNumber';
import { useFeature } from '../../api/configuration';
import type { WithSession } from '../../session/sessionSlice';
import { selectTakenUploads, type WithUploads } from '../../transfers/uploads/uploadsSelectors';
import { takenNameRequested } from '../../transfers/uploads/uploadsSlice';

/** The decision about all files whose names are taken on the server, if there are several. */
export function TakenNames() {
  const count = useSelector((state: WithUploads & WithSession) => selectTakenUploads(state).length);
  const canRestore = useFeature('files.restoreReplaced');
  if (count < 2) return null;
  return (
    <Group gap="0.25rem 0.5rem" px="sm" py={4}>
      <Text size="xs" flex="1 1 12rem">
        {`${formatCount(count)} files of these names are on the server now.${canRestore ? '' : ' Replacing can’t be undone.'}`}
      </Text>
      <TakenNameButtons count={count} />
    </Group>
  );
}

interface TakenNameButtonsProps {
  /** The file to decide about; all of them if it is absent. */
  readonly id?: string;
  /** The number of files, if it is shown. */
  readonly count?: number;
}

/** The buttons that leave out files or replace the files on the server. */
export function TakenNameButtons({ id, count }: TakenNameButtonsProps) {
  const dispatch = useDispatch();
  const decide = (decision: 'replace' | 'skip') =>
    dispatch(takenNameRequested({ decision, ...(id !== undefined && { id }) }));
  const suffix = count === undefined ? '' : ` all (${formatCount(count)})`;
  return (
    <>
      <Button size="compact-xs" onClick={() => decide('skip')}>
        {`Leave out${suffix}`}
      </Button>
      <Button size="compact-xs" variant="light" onClick={() => decide('replace')}>
        {`Replace${suffix}`}
      </Button>
    </>
  );
}
