import { useId, useLayoutEffect, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { PreferenceName } from '../platform/ports';
import { usePorts } from '../platform/portsContext';
import { hasModifier } from './hasModifier';
import classes from './SplitPanes.module.css';

/** Smallest and largest share of the first pane, percent. */
const MIN_SHARE = 30;
const MAX_SHARE = 75;
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
  const [share, setShare] = useState(() => clampShare(Number(preferences.get(preference) ?? initialShare)));
  useSideWidth(share);
  const change = (next: number) => {
    setShare(clampShare(next));
    preferences.set(preference, String(clampShare(next)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (hasModifier(event)) return;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: share - STEP,
      ArrowRight: share + STEP,
      Home: MIN_SHARE,
      End: MAX_SHARE,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    change(target);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget, pointerId, clientX } = event;
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (box === undefined || box.width === 0 || !currentTarget.hasPointerCapture(pointerId)) return;
    setShare(clampShare(((clientX - box.left) / box.width) * 100));
  };
  return (
    <div className={classes.panes} style={{ gridTemplateColumns: `minmax(0, ${share}%) 1px minmax(0, 1fr)` }}>
      <div id={id} className={classes.pane}>
        {first}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control */}
      <div
        role="separator"
        aria-label={label}
        aria-orientation="vertical"
        aria-controls={id}
        aria-valuemin={MIN_SHARE}
        aria-valuemax={MAX_SHARE}
        aria-valuenow={share}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        className={classes.separator}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onLostPointerCapture={() => change(share)}
        onDoubleClick={() => change(initialShare)}
      />
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

function clampShare(share: number): number {
  return Math.round(Math.min(MAX_SHARE, Math.max(MIN_SHARE, Number.isFinite(share) ? share : MIN_SHARE)));
}
