import { Button, Group, Text } from '@mantine/core';
import type { CheckedRow, CollisionDecision } from './choice';
import { preflightWords } from './preflightWords';
import type { ServerListing } from './serverListing';

interface CollisionBarProps {
  readonly listing: ServerListing;
  readonly rows: readonly CheckedRow[];
  readonly onDecide: (ids: readonly string[], decision: CollisionDecision) => void;
}

/** What the choice has in common with the server, and one decision for all of it. */
export function CollisionBar({ listing, rows, onDecide }: CollisionBarProps) {
  if (listing.status === 'unknown') {
    return (
      <Group gap="xs" role="alert">
        <Text size="sm">{preflightWords.notCompared}</Text>
        <Button size="compact-xs" variant="default" onClick={listing.askAgain}>
          Try again
        </Button>
      </Group>
    );
  }
  const ids = rows.flatMap((row) => (row.onServer === undefined ? [] : [row.id]));
  if (ids.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={preflightWords.filesOnServer}>
      <Text size="sm">{preflightWords.onServerAlready(ids.length)}</Text>
      <Button size="compact-xs" variant="default" onClick={() => onDecide(ids, 'skip')}>
        {preflightWords.skipAll}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onDecide(ids, 'replace')}>
        {preflightWords.replaceAll}
      </Button>
    </Group>
  );
}
