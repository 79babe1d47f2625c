import { useSplitter } from '@mantine/hooks';
import { useId, useLayoutEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { PreferenceName } from '../platform/ports';
import { usePorts } from '../platform/portsContext';
import { hasModifier } from './hasModifier';
import classes from './SplitPanes.module.css';

/** Smallest and largest share of the first pane, percent. */
const LIMITS = { min: 30, max: 75 };
/** Change per press of an arrow key, percent. */
const STEP = 2;

interface SplitPanesProps {
  /** Accessible name of the separator. */
  readonly label: string;
  /** Name under which the position of the separator is remembered. */
  readonly preference: PreferenceName;
  /** Share of the first pane until the user moves the separator, percent. */
  readonly initialShare: number;
  readonly first: ReactNode;
  readonly second: ReactNode;
}

/** Two panes side by side with a separator that can be dragged, or moved with the arrow keys. A double click resets it. */
export function SplitPanes({ label, preference, initialShare, first, second }: SplitPanesProps) {
  const { preferences } = usePorts();
  const id = useId();
  const [share, setShare] = useState(() => Number(preferences.get(preference)) || initialShare);
  useSideWidth(share);
  const { ref, getHandleProps } = useSplitter<HTMLDivElement>({
    panels: [{ defaultSize: initialShare, ...LIMITS }, { defaultSize: 100 - initialShare }],
    sizes: [share, 100 - share],
    step: STEP,
    onSizeChange: ([size]) => {
      const next = Math.round(Number(size));
      setShare(next);
      preferences.set(preference, String(next));
    },
  });
  const { onKeyDown, ...handle } = getHandleProps({ index: 0 });
  const onKey = (event: KeyboardEvent) => {
    if (!hasModifier(event)) onKeyDown(event);
  };

  return (
    <div ref={ref} className={classes.panes} style={{ gridTemplateColumns: `minmax(0, ${share}%) 1px minmax(0, 1fr)` }}>
      <div id={id} className={classes.pane}>
        {first}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the handle is a separator with a value */}
      <div {...handle} aria-label={label} aria-controls={id} className={classes.separator} onKeyDown={onKey} />
      <div className={classes.pane}>{second}</div>
    </div>
  );
}

/** Publishes the width of the second pane, which the dock of the transfers has, too. */
function useSideWidth(share: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--app-side-width', `calc(${100 - share}% - 1px)`);
    return () => void style.removeProperty('--app-side-width');
  }, [share]);
}
