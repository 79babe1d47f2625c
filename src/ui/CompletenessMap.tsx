import { Text } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Completeness } from '../domain/completeness/completeness';
import type { FoundPlaces } from '../domain/completeness/completenessFindings';
import {
  laneWords,
  meantSection,
  movePlace,
  placeFilters,
  placeName,
  placeWords,
  type Place,
  type PlaceMove,
} from '../domain/completeness/placeSearch';
import classes from './CompletenessMap.module.css';
import { LANE_HEIGHT, LaneBars, linesBetween } from './LaneBars';
/** How far from a gap a pointer still means it, px. */
const POINTER_REACH = 3;
/** Up to so many sections, each is set apart from the next by a line. */
const SECTIONS_SET_APART = 150;

const MOVES: Readonly<Record<string, PlaceMove>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'start',
  End: 'end',
  PageUp: 'previousGap',
  PageDown: 'nextGap',
};

interface CompletenessMapProps {
  /** Accessible name. */
  readonly label: string;
  readonly completeness: Completeness;
  /** A place was clicked, or chosen with Enter. */
  readonly onPick: (place: FoundPlaces) => void;
}

/** Section × channel as one bar a channel: a gap is never narrower than can be seen, however many sections there are. */
export function CompletenessMap({ label, completeness, onPick }: CompletenessMapProps) {
  const { lanes, sections } = completeness;
  // Two places: what the pointer passes over leaves the keys where they are.
  const [kept, setKept] = useState<Place>();
  const [pointed, setPointed] = useState<Place>();
  const hintId = useId();
  const count = sections.last - sections.first + 1;
  const height = lanes.length * LANE_HEIGHT;
  // The lists may have changed since.
  const there = (place: Place | undefined) => (lanes[place?.lane ?? -1] === undefined ? undefined : place);
  const at = there(pointed) ?? there(kept);
  const current = there(kept) ?? { lane: 0, section: sections.first };

  const placeUnder = (event: MouseEvent<SVGSVGElement>): Place | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = clamp(Math.floor(((event.clientY - box.top) / box.height) * lanes.length), lanes.length);
    const lane = lanes[index];
    if (lane === undefined || box.width === 0) return undefined;
    const section = sections.first + clamp(Math.floor(((event.clientX - box.left) / box.width) * count), count);
    return { lane: index, section: meantSection(lane, section, Math.floor((POINTER_REACH * count) / box.width)) };
  };

  const pick = (place: Place) =>
    onPick({ words: placeName(completeness, place), filters: placeFilters(completeness, place) });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = MOVES[event.key];
    if (move !== undefined) {
      setKept(movePlace(completeness, current, move));
      setPointed(undefined);
    } else if (event.key === 'Enter') pick(current);
    else return;
    event.preventDefault();
  };

  return (
    <div>
      <div className={classes.map}>
        <div className={classes.labels} aria-hidden>
          {lanes.map((lane) => (
            <div key={`${lane.layer}/${lane.channel}`} className={classes.label}>
              {laneWords(lanes, lane)}
            </div>
          ))}
        </div>
        <div
          role="slider"
          aria-label={label}
          aria-valuemin={sections.first}
          aria-valuemax={sections.last}
          aria-valuenow={current.section}
          aria-valuetext={placeWords(completeness, current)}
          aria-describedby={hintId}
          tabIndex={0}
          className={classes.frame}
          onKeyDown={onKeyDown}
          onFocus={() => setKept(current)}
          onBlur={() => setKept(undefined)}
        >
          <svg
            className={classes.bars}
            viewBox={`0 0 ${count} ${height}`}
            height={height}
            preserveAspectRatio="none"
            aria-hidden
            onMouseMove={(event) => setPointed(placeUnder(event))}
            onMouseLeave={() => setPointed(undefined)}
            onClick={(event) => {
              const place = placeUnder(event);
              if (place === undefined) return;
              setKept(place);
              pick(place);
            }}
          >
            {lanes.map((lane, index) => (
              <LaneBars
                key={`${lane.layer}/${lane.channel}`}
                lane={lane}
                top={index * LANE_HEIGHT}
                from={sections.first}
              />
            ))}
            {count <= SECTIONS_SET_APART && <path className={classes.between} d={linesBetween(count, height)} />}
            {at !== undefined && (
              <rect
                className={classes.cursor}
                x={at.section - sections.first}
                y={at.lane * LANE_HEIGHT}
                width={1}
                height={LANE_HEIGHT}
              />
            )}
          </svg>
        </div>
        <div className={classes.axis} aria-hidden>
          <span>{sections.first}</span>
          {at === undefined ? (
            <span>section</span>
          ) : (
            <span className={classes.readout}>{placeWords(completeness, at)}</span>
          )}
          <span>{sections.last}</span>
        </div>
      </div>
      <Text size="xs" c="dimmed" id={hintId} className={classes.hint}>
        Use the arrow keys to move, Page Up and Page Down to jump between gaps, and Enter to show the files.
      </Text>
    </div>
  );
}

function clamp(index: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index));
}
