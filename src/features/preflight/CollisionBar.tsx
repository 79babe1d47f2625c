import { Button, Group, Text } from '@mantine/core';
import { counted } from '../../lib/plural';
import type { CheckedRow, CollisionDecision } from './choice';
import type { ServerListing } from './serverListing';

interface CollisionBarProps {
  readonly listing: ServerListing;
  readonly rows: readonly CheckedRow[];
  readonly onDecide: (ids: readonly string[], decision: CollisionDecision) => void;
}

/** What the choice has in common with the server, and one decision for all of it. */
export function CollisionBar({ listing, rows, onDecide }: CollisionBarProps) {
  if (listing.status === 'loading') {
    return (
      <Text size="sm" c="dimmed" role="status">
        Comparing with what is on the server…
      </Text>
    );
  }
  if (listing.status === 'unknown') {
    return (
      <Group gap="xs" role="alert">
        <Text size="sm">What is on the server could not be read: files with the same keys would be replaced.</Text>
        <Button size="compact-xs" variant="default" onClick={listing.askAgain}>
          Try again
        </Button>
      </Group>
    );
  }
  const ids = rows.flatMap((row) => (row.onServer === undefined ? [] : [row.id]));
  if (ids.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Files on the server already">
      <Text size="sm">{`${counted(ids.length, 'file')} on the server already:`}</Text>
      <Button size="compact-xs" variant="default" onClick={() => onDecide(ids, 'skip')}>
        Skip all
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onDecide(ids, 'replace')}>
        Replace all
      </Button>
    </Group>
  );
}
