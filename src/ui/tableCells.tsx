import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { shownText } from '@data-manager/domain/names/shownName';
import { Name } from './Name';
import classes from './tableCells.module.css';

interface RowLinkProps {
  readonly to: string;
  readonly fw?: 600;
  readonly tabIndex: 0 | -1;
  /** A title. */
  readonly children: string;
}

/** The link of a row. Long titles wrap instead of being truncated, because similar titles often differ at the end. */
export function RowLink({ children, ...anchor }: RowLinkProps) {
  return (
    <Anchor component={Link} size="sm" className={classes.title ?? ''} {...anchor}>
      <Name>{children}</Name>
    </Anchor>
  );
}

/** A description in up to three lines. A longer one ends there: its own page shows all of it. */
export function Description({ children }: { readonly children: string }) {
  return (
    <span dir="auto" className={classes.description}>
      {shownText(children)}
    </span>
  );
}

/** Keeps the place of a thumbnail that does not exist or is loading. */
export function NoThumbnail() {
  return <span className={classes.noThumbnail} />;
}
