import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Sentence } from '../platform/Sentence';

interface ProblemCardProps {
  readonly title: string;
  /** True if the upload waits for a decision. */
  readonly blocks: boolean;
  /** True if nothing is left to decide. */
  readonly isSolved?: boolean;
  /** What the problem means, and what to do. */
  readonly text: string;
  /** The proposed fix and its alternatives. */
  readonly actions?: ReactNode;
  /** The affected files. */
  readonly children?: ReactNode;
}

/** One kind of problem with its proposed fix. */
export function ProblemCard({ title, blocks, isSolved = false, text, actions, children }: ProblemCardProps) {
  const titleId = useId();
  const kind = blocks ? 'var(--mantine-color-error)' : 'var(--app-color-warning)';
  const colour = isSolved ? 'var(--mantine-color-default-border)' : kind;
  return (
    <Stack
      component="section"
      aria-labelledby={titleId}
      gap={4}
      justify="center"
      mih="3.75rem"
      px="sm"
      py="xs"
      bg="var(--app-color-faint)"
      style={{ borderInlineStart: `3px solid ${colour}` }}
    >
      <Group justify="space-between" gap="0.25rem 1rem">
        <Box miw={0} flex="1 1 20rem">
          <Title order={3} size="h6" id={titleId}>
            <Sentence>{title}</Sentence>
          </Title>
          <Text size="sm">
            <Sentence>{text}</Sentence>
          </Text>
        </Box>
        {actions !== undefined && <Group gap={6}>{actions}</Group>}
      </Group>
      {children !== undefined && <div>{children}</div>}
    </Stack>
  );
}
