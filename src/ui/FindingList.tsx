import { Fragment, type ReactNode } from 'react';
import type { Finding, FoundPlaces } from '../domain/completeness/completenessFindings';
import classes from './FindingList.module.css';
import { mapWords } from './mapWords';
import { PlaceMark } from './PlaceMark';

/** Places told one by one before the rest is only counted. */
const PLACES_TOLD = 12;

const MARKS = {
  complete: undefined,
  missing: 'missing',
  duplicate: 'duplicate',
  beyond: 'unexpected',
  unknownChannel: 'unexpected',
} as const satisfies Readonly<Record<Finding['kind'], unknown>>;

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
          <PlaceMark kind={MARKS[kind]} />
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
