import { Button, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { shownText } from '../domain/names/shownName';

interface ErrorStateProps {
  /** What could not be shown, as a sentence. */
  readonly title: string;
  /** Why, in the words of the error catalogue. */
  readonly reason: string;
  readonly onRetry: () => void;
}

/** Stands where something could not be loaded, with a way to try again. */
export function ErrorState({ title, reason, onRetry }: ErrorStateProps) {
  return (
    <Paper withBorder p="md" role="group" aria-label={title}>
      <Group gap="sm" wrap="wrap">
        <IconAlertTriangle size={20} color="var(--mantine-color-error)" aria-hidden />
        <div>
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {shownText(reason)}
          </Text>
        </div>
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Paper>
  );
}
