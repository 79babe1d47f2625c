import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownText } from '@data-manager/domain/names/shownName';
import { Name } from './Name';
import classes from './PageHeading.module.css';

interface PageHeadingProps {
  readonly title: string;
  /** Text before the title. */
  readonly lead?: string;
  readonly summary?: ReactNode;
  /** Truncates the summary after two lines in wide windows. */
  readonly isBrief?: boolean;
  /** Buttons on the right, or below the title on narrow screens. */
  readonly children?: ReactNode;
}

/** The title of a page with a summary and buttons. */
export function PageHeading({ title, lead, summary, isBrief = false, children }: PageHeadingProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <Box flex="1 1 16rem" miw={0}>
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          <span>{lead}</span>
          <Name>{title}</Name>
        </Title>
        {summary !== undefined && (
          <Text component="div" size="sm" c="dimmed" className={classes.summary} data-brief={isBrief || undefined}>
            {typeof summary === 'string' ? <bdi>{shownText(summary)}</bdi> : summary}
          </Text>
        )}
      </Box>
      {children !== undefined && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
