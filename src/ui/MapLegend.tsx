import type { Completeness, Lane } from '../domain/completeness/completeness';
import { countOf } from '../domain/numberRange';
import classes from './MapLegend.module.css';
import { mapWords } from './mapWords';
import { PlaceMark } from './PlaceMark';

/** In the order of the work: what is there, what comes, what is wrong. */
const MARKS: readonly { readonly kind: keyof typeof mapWords.legend; readonly isIn: (lane: Lane) => boolean }[] = [
  { kind: 'present', isIn: hasMoreThanComes },
  { kind: 'sending', isIn: ({ sending }) => sending.length > 0 },
  { kind: 'replacing', isIn: ({ replacing }) => replacing.length > 0 },
  { kind: 'missing', isIn: ({ missing }) => missing.length > 0 },
  { kind: 'duplicate', isIn: ({ duplicate }) => duplicate.length > 0 },
  { kind: 'unexpected', isIn: ({ isExpected }) => !isExpected },
];

/** What the colours of the completeness map of an upload mean, those that occur. */
export function MapLegend({ completeness: { lanes } }: { readonly completeness: Completeness }) {
  return (
    <div className={classes.legend} aria-hidden>
      {MARKS.filter(({ isIn }) => lanes.some(isIn)).map(({ kind }) => (
        <span key={kind}>
          <PlaceMark kind={kind} />
          {mapWords.legend[kind]}
        </span>
      ))}
    </div>
  );
}

function hasMoreThanComes({ isExpected, present, sending, replacing }: Lane): boolean {
  return isExpected && countOf(present) > countOf(sending) + countOf(replacing);
}
