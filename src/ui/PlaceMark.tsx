import classes from './PlaceMark.module.css';

interface PlaceMarkProps {
  /** What is so at the places that it stands for; undefined where there is nothing to say about them. */
  readonly kind: 'present' | 'sending' | 'replacing' | 'missing' | 'duplicate' | 'unexpected' | undefined;
}

/** The colour that places have in the completeness map, before the words that say what it means. */
export function PlaceMark({ kind }: PlaceMarkProps) {
  return <span className={classes.mark} data-kind={kind} aria-hidden />;
}
