import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { shownName } from '../domain/shownName';
import { EmptyState } from '../ui/EmptyState';

interface MissingPlaceProps {
  readonly title: string;
  readonly backTo: string;
  readonly backLabel: string;
}

/** Says that the address leads nowhere, with a way back. */
export function MissingPlace({ title, backTo, backLabel }: MissingPlaceProps) {
  return (
    <>
      <title>Not found – Data Manager</title>
      <EmptyState
        title={title}
        hint={
          <Anchor component={Link} to={backTo} size="sm">
            {shownName(backLabel)}
          </Anchor>
        }
      />
    </>
  );
}
