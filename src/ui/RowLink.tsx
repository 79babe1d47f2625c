import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Name } from './Name';
import classes from './RowLink.module.css';

interface RowLinkProps {
  readonly to: string;
  readonly fw?: 600;
  readonly tabIndex: 0 | -1;
  /** A title. */
  readonly children: string;
}

/** Leads to what a row is about. The title breaks, since what tells it from another one may stand at its end. */
export function RowLink({ children, ...anchor }: RowLinkProps) {
  return (
    <Anchor component={Link} size="sm" className={classes.title ?? ''} {...anchor}>
      <Name>{children}</Name>
    </Anchor>
  );
}
