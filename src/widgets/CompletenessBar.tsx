import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '@data-manager/lib/formatNumber';
import classes from './CompletenessBar.module.css';

interface CompletenessBarProps {
  /** Undefined until it is known. The bar keeps its space. */
  readonly count: { readonly present: number; readonly expected: number } | undefined;
  /** The counted items, for the tooltip and screen readers. Omit it if the children mention them. */
  readonly unit?: string;
  /** The text above the bar. */
  readonly children: ReactNode;
}

/** A text with a thin bar that shows how much of something is complete. */
export function CompletenessBar({ count, unit, children }: CompletenessBarProps) {
  const { present, expected } = count ?? { present: 0, expected: 1 };
  const words =
    count === undefined || unit === undefined
      ? undefined
      : `${formatCount(present)} of ${formatCount(expected)} ${unit}`;
  return (
    <span className={classes.counted} title={words}>
      <span>{children}</span>
      {words !== undefined && <VisuallyHidden>{`, ${words}`}</VisuallyHidden>}
      <span
        className={classes.bar}
        data-unknown={count === undefined || undefined}
        data-complete={present === expected || undefined}
      >
        <span style={{ width: `${Math.floor((100 * present) / expected)}%` }} />
      </span>
    </span>
  );
}
