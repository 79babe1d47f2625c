import { Button, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { shownText } from '@data-manager/domain/names/shownName';

interface ErrorStateProps {
  /** What could not be shown, as a sentence. */
  readonly title: string;
  readonly reason: string;
  readonly onRetry: () => void;
  /** Replaces the whole page, whose heading is the title. */
  readonly isPage?: boolean;
}

/** Replaces content that could not be loaded. Has a button that tries again. */
export function ErrorState({ title, reason, onRetry, isPage = false }: ErrorStateProps) {
  return (
    <Paper withBorder p="md" role="group" aria-label={title}>
      <Group gap="sm" wrap="wrap">
        <IconAlertTriangle size={20} color="var(--mantine-color-error)" aria-hidden />
        <div>
          <Text component={isPage ? 'h1' : 'p'} fw={600} size={isPage ? 'md' : 'sm'}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {shownText(reason)}
          </Text>
        </div>
        <Button size="xs" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Paper>
  );
}
