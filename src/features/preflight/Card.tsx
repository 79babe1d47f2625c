import type { ReactNode } from 'react';
import { formatCount } from '@data-manager/lib/formatNumber';
import { PathName } from '../../ui/Name';
import classes from './Card.module.css';

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

/** A name or path in a card, which wraps instead of being cut. */
export function CardName({ children }: { readonly children: string }) {
  return (
    <span className={classes.name}>
      <PathName>{children}</PathName>
    </span>
  );
}
