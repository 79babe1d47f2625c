import { Button, Group, Paper, Text } from '@mantine/core';
import { formatCount } from '@data-manager/lib/formatNumber';
import classes from './devTools.module.css';
import type { ShownPosition } from './parking';

interface DevToolsBannerProps {
  readonly shown: ShownPosition;
  readonly onReturn: () => void;
}

/** Says what Redux DevTools shows instead of the present, and leads back. */
export function DevToolsBanner({ shown, onReturn }: DevToolsBannerProps) {
  const text = textOf(shown);
  if (text === undefined) return null;
  return (
    <Paper
      component="section"
      aria-label="Redux DevTools"
      className={classes.banner}
      withBorder
      shadow="md"
      px="md"
      py="xs"
    >
      <Group gap="0.25rem 1rem" justify="center">
        <Text component="span" role="status" size="sm">{`${text} Transfers wait.`}</Text>
        <Button size="compact-sm" onClick={onReturn}>
          Back to the present
        </Button>
      </Group>
    </Paper>
  );
}

function textOf({ position, index, count }: ShownPosition): string | undefined {
  const action = `action ${formatCount(index)} of ${formatCount(count)}`;
  switch (position) {
    case 'present':
      return undefined;
    case 'past':
      return `Redux DevTools shows ${action}.`;
    case 'paused':
      return 'Redux DevTools is paused and does not record.';
    case 'locked':
      return 'Redux DevTools is locked and drops all actions.';
    case 'skipping':
      return `Redux DevTools skips some actions and shows ${action}.`;
    case 'other':
      return count === 0
        ? 'Redux DevTools has replaced the state.'
        : `Redux DevTools shows ${action} of another history.`;
    default:
      return position satisfies never;
  }
}
