import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './ProblemCard.module.css';

interface ProblemCardProps {
  readonly title: string;
  /** True if the upload waits for a decision. */
  readonly blocks: boolean;
  /** True if nothing is left to decide. */
  readonly isSolved?: boolean;
  /** What the problem means, and what to do. */
  readonly text: ReactNode;
  /** The proposed fix and its alternatives. */
  readonly actions?: ReactNode;
  /** The affected files. */
  readonly children?: ReactNode;
}

/** One kind of problem with its proposed fix. */
export function ProblemCard({ title, blocks, isSolved = false, text, actions, children }: ProblemCardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={classes.card}
      data-blocks={blocks || undefined}
      data-solved={isSolved || undefined}
    >
      <div className={classes.words}>
        <Title order={3} size="h6" id={titleId}>
          {title}
        </Title>
        <Text size="sm">{text}</Text>
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      {children !== undefined && <div className={classes.details}>{children}</div>}
    </section>
  );
}
