import type { Completeness, Lane } from '../domain/completeness';
import { countOf } from '../domain/numberRange';
import classes from './MapLegend.module.css';

/** In the order of the work: what is there, what comes, what is wrong. */
const MARKS: readonly { readonly kind: string; readonly words: string; readonly isIn: (lane: Lane) => boolean }[] = [
  { kind: 'present', words: 'there already', isIn: hasMoreThanComes },
  { kind: 'sending', words: 'about to be sent', isIn: ({ sending }) => sending.length > 0 },
  { kind: 'replacing', words: 'both: would be replaced', isIn: ({ replacing }) => replacing.length > 0 },
  { kind: 'missing', words: 'missing', isIn: ({ missing }) => missing.length > 0 },
  { kind: 'duplicate', words: 'more than once', isIn: ({ duplicate }) => duplicate.length > 0 },
  { kind: 'unexpected', words: 'unexpected', isIn: ({ isExpected }) => !isExpected },
];

/** What the colours of the completeness map of an upload mean, those that occur. */
export function MapLegend({ completeness: { lanes } }: { readonly completeness: Completeness }) {
  return (
    <div className={classes.legend} aria-hidden>
      {MARKS.filter(({ isIn }) => lanes.some(isIn)).map(({ kind, words }) => (
        <span key={kind}>
          <span className={classes.mark} data-kind={kind} />
          {words}
        </span>
      ))}
    </div>
  );
}

function hasMoreThanComes({ isExpected, present, sending, replacing }: Lane): boolean {
  return isExpected && countOf(present) > countOf(sending) + countOf(replacing);
}
