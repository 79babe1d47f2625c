import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { formatCount } from '../../lib/formatNumber';
import { Name } from '../../ui/Name';
import classes from './Card.module.css';

interface ProblemCardProps {
  readonly title: string;
  /** True if the upload waits for a decision. */
  readonly blocks: boolean;
  /** What the problem means, and what to do. */
  readonly text: ReactNode;
  /** The proposed fix and its alternatives. */
  readonly actions?: ReactNode;
  /** The affected files. */
  readonly children?: ReactNode;
}

/** One kind of problem with its proposed fix. */
export function ProblemCard({ title, blocks, text, actions, children }: ProblemCardProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.card} data-blocks={blocks || undefined}>
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

/** The number of files that a card lists; the table has all of them. */
const LISTED = 8;

interface CardFilesProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** The first files of a card. */
export function CardFiles<Row>({ label, rows, idOf, children }: CardFilesProps<Row>) {
  const more = rows.length - LISTED;
  return (
    <ul className={classes.files} aria-label={label}>
      {rows.slice(0, LISTED).map((row) => (
        <li key={idOf(row)}>{children(row)}</li>
      ))}
      {more > 0 && <li className={classes.more}>{`and ${formatCount(more)} more`}</li>}
    </ul>
  );
}

/** A name in a card, which wraps instead of being cut. */
export function CardName({ children }: { readonly children: string }) {
  return (
    <span className={classes.name}>
      <Name>{children}</Name>
    </span>
  );
}
