import type { ReactNode } from 'react';
import classes from './DockedBar.module.css';

interface DockedBarProps {
  /** Accessible name; a bar without one is no region of its own. */
  readonly label?: string;
  /** What it is about: something to do, something that is done, or trouble. */
  readonly kind: 'task' | 'success' | 'trouble';
  readonly children: ReactNode;
}

/** What the page has to say about itself, docked below it, where it pushes nothing when it comes. */
export function DockedBar({ label, kind, children }: DockedBarProps) {
  const Element = label === undefined ? 'div' : 'section';
  return (
    <Element aria-label={label} className={classes.bar} data-kind={kind}>
      {children}
    </Element>
  );
}
