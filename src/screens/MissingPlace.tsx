import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { shownName } from '../domain/shownName';
import { EmptyState } from '../ui/EmptyState';
import { screenWords } from './screenWords';

interface MissingPlaceProps {
  readonly title: string;
  readonly backTo: string;
  readonly backLabel: string;
}

/** Says that the address leads nowhere, with a way back. */
export function MissingPlace({ title, backTo, backLabel }: MissingPlaceProps) {
  return (
    <>
      <title>{screenWords.windowTitle(screenWords.notFound)}</title>
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
