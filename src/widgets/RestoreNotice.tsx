import { Text } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '@data-manager/lib/formatTime';
import { useRestoreDays } from '../api/activity';
import { useFeature } from '../api/configuration';
import { usePorts } from '../platform/portsContext';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Says until when a deletion or replacement can be undone, and where. The server must be able to undo it. */
export function RestoreNotice({ what }: { readonly what: 'it' | 'them' }) {
  const { clock } = usePorts();
  const [now] = useState(clock.now);
  const isInActivity = useFeature('deleted.list');
  const days = useRestoreDays();
  const until = days === undefined || days === 0 ? '' : ` until ${formatDay(now + days * DAY_MS)}`;
  return (
    <Text size="sm" c="dimmed">
      {isInActivity ? `You can restore ${what}${until} in Activity.` : 'You can undo this right afterwards.'}
    </Text>
  );
}
