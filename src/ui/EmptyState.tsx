import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sentence } from '../platform/Sentence';

interface EmptyStateProps {
  readonly title: string;
  /** Advice for the user. */
  readonly hint?: ReactNode;
  /** A button or link for it. */
  readonly action?: ReactNode;
}

/** Replaces an empty list, and suggests what to do next. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <Stack gap={4} align="center" ta="center">
      <Text fw={600}>
        <Sentence>{title}</Sentence>
      </Text>
      {hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {action !== undefined && <div style={{ marginTop: 'var(--mantine-spacing-xs)' }}>{action}</div>}
    </Stack>
  );
}
