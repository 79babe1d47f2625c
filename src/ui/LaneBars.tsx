import type { Lane } from '../domain/completeness/completeness';
import type { NumberRange } from '../domain/numberRange';
import classes from './CompletenessMap.module.css';

/** Height of a lane, and of what is drawn in it, px. */
export const LANE_HEIGHT = 14;
const BAR_HEIGHT = 10;

interface LaneBarsProps {
  readonly lane: Lane;
  /** px. */
  readonly top: number;
  /** The section at the left edge; each is as wide as one unit. */
  readonly from: number;
}

/** A lane of the completeness map as one path a state: runs of sections are drawn at once. */
export function LaneBars({ lane, top, from }: LaneBarsProps) {
  const bars = (ranges: readonly NumberRange[], y: number, height: number) =>
    ranges
      .map(({ first, last }) => `M${first - from} ${y}h${last - first + 1}v${height}h-${last - first + 1}z`)
      .join('');
  const inset = (LANE_HEIGHT - BAR_HEIGHT) / 2;
  // Above it stands what it comes to: a file that is there already, or a place where none belongs.
  const comingBelow = lane.isExpected ? lane.replacing : [...lane.sending, ...lane.replacing];
  return (
    <>
      <path
        className={lane.isExpected ? classes.present : classes.unexpected}
        d={bars(lane.present, top + inset, BAR_HEIGHT)}
      />
      {lane.isExpected && <path className={classes.sending} d={bars(lane.sending, top + inset, BAR_HEIGHT)} />}
      <path className={classes.sending} d={bars(comingBelow, top + inset + BAR_HEIGHT / 2, BAR_HEIGHT / 2)} />
      <path className={classes.missing} d={bars(lane.missing, top + inset, BAR_HEIGHT)} />
      <path className={classes.duplicate} d={bars(lane.duplicate, top + inset, BAR_HEIGHT / 2)} />
    </>
  );
}

/** A path that sets each section apart from the next. */
export function linesBetween(count: number, height: number): string {
  return Array.from({ length: count - 1 }, (_, index) => `M${index + 1} 0v${height}`).join('');
}
