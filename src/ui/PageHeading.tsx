import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownText } from '../domain/names/shownName';
import { Name } from './Name';
import classes from './PageHeading.module.css';

interface PageHeadingProps {
  readonly title: string;
  /** Stands before the title, which is a name. */
  readonly lead?: string;
  readonly summary?: ReactNode;
  /** Buttons on the right; below the title where there is no room. */
  readonly children?: ReactNode;
}

/** What the page is about, in one line and a half. */
export function PageHeading({ title, lead, summary, children }: PageHeadingProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div className={classes.words}>
        <Title order={1} size="h3" className={classes.title}>
          {lead}
          <Name>{title}</Name>
        </Title>
        {summary !== undefined && (
          <Text component="div" size="sm" c="dimmed" className={classes.summary}>
            {typeof summary === 'string' ? <bdi>{shownText(summary)}</bdi> : summary}
          </Text>
        )}
      </div>
      {children !== undefined && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
