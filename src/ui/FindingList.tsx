import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Finding } from '../domain/completenessFindings';
import type { ListFilters } from '../domain/listQuery';
import classes from './FindingList.module.css';

/** Places told one by one before the rest is only counted. */
const PLACES_TOLD = 12;

interface FindingListProps {
  readonly findings: readonly Finding[];
  /** The address under which the files of a place are listed. */
  readonly toFiles: (filters: ListFilters) => string;
}

/** What there is to say about completeness, each place a link to its files. */
export function FindingList({ findings, toFiles }: FindingListProps) {
  return (
    <ul className={classes.list} aria-label="Completeness">
      {findings.map(({ kind, words, places }) => (
        <li key={kind}>
          <span className={classes.mark} data-kind={kind} aria-hidden />
          {words}
          {places.length > 0 && ': '}
          {places.slice(0, PLACES_TOLD).map((place, index) => (
            <Fragment key={place.words}>
              {index > 0 && ', '}
              <Anchor component={Link} to={toFiles(place.filters)} inherit underline="always">
                {place.words}
              </Anchor>
            </Fragment>
          ))}
          {places.length > PLACES_TOLD && `, and ${(places.length - PLACES_TOLD).toLocaleString('en')} more`}
        </li>
      ))}
    </ul>
  );
}
