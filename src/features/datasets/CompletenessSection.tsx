import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { datasetsWords } from './datasetsWords';

interface CompletenessSectionProps {
  /** Beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** The section of a dataset's page about what is there and what is missing. */
export function CompletenessSection({ action, children }: CompletenessSectionProps) {
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
