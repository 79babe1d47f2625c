import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { datasetsWords } from './datasetsWords';

interface CompletenessHeadingProps {
  /** Beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** The section of a dataset's page about what is there and what is missing. */
export function CompletenessHeading({ action, children }: CompletenessHeadingProps) {
  return (
    <Stack gap={4} component="section" aria-label={datasetsWords.completeness}>
      <Group gap="xs" mih={24}>
        <Title order={2} size="h5">
          {datasetsWords.completeness}
        </Title>
        {action}
      </Group>
      {children}
    </Stack>
  );
}
