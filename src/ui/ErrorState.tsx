import { Button, Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { shownText } from '@data-manager/domain/names/shownName';

interface ErrorStateProps {
  /** What could not be shown, as a sentence. */
  readonly title: string;
  readonly reason: string;
  readonly onRetry: () => void;
}

/** Replaces content that could not be loaded. Has a button that tries again. */
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

/** The error of a query hook: a failure of the API, or an unexpected error. */
export type QueryError = RequestFailure | { readonly message?: string };

/** Returns the text of a query error. */
export function queryErrorText(error: QueryError | undefined): string {
  if (error !== undefined && 'kind' in error) return failureNotice(error).text;
  return error?.message ?? 'Unexpected error';
}
