import type { ReactNode } from 'react';
import classes from './DockedBar.module.css';

interface DockedBarProps {
  /** Accessible name. Makes the bar a region. */
  readonly label?: string;
  /** Determines the colour. */
  readonly kind: 'task' | 'success' | 'trouble';
  readonly children: ReactNode;
}

/** A message bar at the bottom of the page. Does not shift the content. */
export function DockedBar({ label, kind, children }: DockedBarProps) {
  const Element = label === undefined ? 'div' : 'section';
  return (
    <Element aria-label={label} className={classes.bar} data-kind={kind}>
      {children}
    </Element>
  );
}
