import { Fragment, type ReactNode } from 'react';
import type { Finding, FoundPlaces } from '../domain/completeness/completenessFindings';
import classes from './FindingList.module.css';
import { mapWords } from './mapWords';

/** Places told one by one before the rest is only counted. */
const PLACES_TOLD = 12;

interface FindingListProps {
  /** Accessible name. */
  readonly label: string;
  readonly findings: readonly Finding[];
  /** Draws a place as what leads to its files. */
  readonly renderPlace: (place: FoundPlaces) => ReactNode;
}

/** What there is to say about completeness, each place leading to its files. */
export function FindingList({ label, findings, renderPlace }: FindingListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {findings.map(({ kind, words, places }) => (
        <li key={kind}>
          <span className={classes.mark} data-kind={kind} aria-hidden />
          {words}
          {places.length > 0 && ': '}
          {places.slice(0, PLACES_TOLD).map((place, index) => (
            <Fragment key={place.words}>
              {index > 0 && ', '}
              {renderPlace(place)}
            </Fragment>
          ))}
          {places.length > PLACES_TOLD && mapWords.morePlaces(places.length - PLACES_TOLD)}
        </li>
      ))}
    </ul>
  );
}
