import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { counted, plural } from '@data-manager/lib/plural';
import { usePorts } from '../../platform/portsContext';
import { STORAGE_PREFERENCE } from '../../platform/records/persistStorage';
import { saveRecordingRequested } from '../../transfers/saveRecordingRequested';
import classes from './history.module.css';
import type { Question } from './QuestionDialog';
import type { useReceipts } from './useReceipts';

/** Returns true if the browser may delete what the app stores, the first time that this is shown. */
function useRefusal(): boolean {
  const { preferences } = usePorts();
  const [isRefused] = useState(() => preferences.get(STORAGE_PREFERENCE) === 'refused');
  useEffect(() => {
    if (isRefused) preferences.set(STORAGE_PREFERENCE, 'told');
  }, [isRefused, preferences]);
  return isRefused;
}

interface ActivityFooterProps {
  readonly read: ReturnType<typeof useReceipts>['read'];
  readonly onAsk: (question: Question) => void;
}

/** Clears the receipts, and saves a recording. The panel offers the same recording, but closes when the queues are empty. */
export function ActivityFooter({ read, onAsk }: ActivityFooterProps) {
  const dispatch = useDispatch();
  const { keys, unreadable } = read.kind === 'read' ? read : { keys: [], unreadable: 0 };
  const mayBeDeleted = useRefusal();
  const lost =
    unreadable > 0
      ? `${counted(unreadable, 'receipt')} could not be read and ${plural(unreadable, 'is', 'are')} not listed. The files are not affected. `
      : '';
  return (
    <Group justify="space-between" gap="xs" mt="sm" className={classes.footer ?? ''}>
      {mayBeDeleted && (
        <Text size="xs" w="100%" role="status">
          This browser has not agreed to keep the data of this app: when its disk fills up, it may delete what it
          remembers of unfinished transfers, and receipts that only it has. Files on the server are not affected.
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {`${lost}Having trouble? Save a recording for support.`}
      </Text>
      <Group gap="xs">
        <Button size="xs" disabled={keys.length === 0} onClick={() => onAsk({ kind: 'clear', keys })}>
          Clear receipts
        </Button>
        <Button size="xs" onClick={() => dispatch(saveRecordingRequested())}>
          Save transfer recording
        </Button>
      </Group>
    </Group>
  );
}
