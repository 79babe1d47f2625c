import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './SkeletonRows.module.css';

/** Placeholder of a list that is loading. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.row} aria-hidden>
          <Skeleton height={10} width={index % 2 === 0 ? '46%' : '38%'} />
        </div>
      ))}
    </div>
  );
}
