import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Completeness } from '@data-manager/domain/completeness/completeness';
import type { FindingPlace } from '@data-manager/domain/completeness/completenessFindings';
import {
  describePlace,
  laneLabel,
  movePlace,
  placeFilters,
  placeLabel,
  snapToGap,
  type Place,
  type PlaceMove,
} from '@data-manager/domain/completeness/mapNavigation';
import { isWithin } from '@data-manager/domain/numberRange';
import type { DuplicateImages } from '@data-manager/domain/scans/imageChoice';
import { GRID_MOVES } from '../ui/gridMoves';
import { hasModifier } from '../ui/hasModifier';
import classes from './CompletenessMap.module.css';
import { FindingOutline } from './FindingList';
import { BAR_HEIGHT, Bars, LaneBars } from './MapBars';

/** Height of a lane, px. */
const LANE_HEIGHT = 14;
/** Distance at which the pointer snaps to a gap, px. */
const SNAP_DISTANCE = 3;
/** Up to this number of sections, lines separate them. */
const MAX_SEPARATED_SECTIONS = 150;

const MOVES: Readonly<Record<string, PlaceMove>> = {
  ...GRID_MOVES,
  PageUp: 'previousGap',
  PageDown: 'nextGap',
};

interface CompletenessMapProps {
  /** Accessible name. */
  readonly label: string;
  readonly completeness: Completeness;
  /** The section that the preview shows. */
  readonly shownSection?: number | undefined;
  /** The images that were scanned more than once. */
  readonly shownScans?: readonly DuplicateImages[];
  /** Called when a place is clicked, or selected with Enter. */
  readonly onPick: (place: FindingPlace) => void;
}

/** A map of sections × channels with one bar per channel. Gaps stay visible however many sections there are. */
export function CompletenessMap(props: CompletenessMapProps) {
  const { label, completeness, shownSection, shownScans, onPick } = props;
  const { lanes, sections } = completeness;
  // Hovering must not move the keyboard position.
  const [focused, setFocused] = useState<Place>();
  const [hovered, setHovered] = useState<Place>();
  const hintId = useId();
  // The lanes may have changed since the place was set.
  const ifExists = (place: Place | undefined) => (lanes[place?.lane ?? -1] === undefined ? undefined : place);
  const marked = ifExists(hovered) ?? ifExists(focused);
  const current = ifExists(focused) ?? { lane: 0, section: sections.first };

  const pick = (place: Place) =>
    onPick({ label: placeLabel(completeness, place), filters: placeFilters(completeness, place) });

  const onKeyDown = (event: KeyboardEvent) => {
    if (hasModifier(event)) return;
    const move = MOVES[event.key];
    if (move !== undefined) {
      setFocused(movePlace(completeness, current, move));
      setHovered(undefined);
    } else if (event.key === 'Enter') pick(current);
    else return;
    event.preventDefault();
  };

  return (
    <div>
      <div className={classes.map}>
        <Box ff="monospace" fz="var(--app-font-size-drawing)" c="dimmed" translate="no" aria-hidden>
          {lanes.map((lane) => (
            <Box key={`${lane.layer}/${lane.channel}`} h={14} lh="14px">
              {laneLabel(lanes, lane)}
            </Box>
          ))}
        </Box>
        <div
          role="slider"
          aria-label={label}
          aria-valuemin={sections.first}
          aria-valuemax={sections.last}
          aria-valuenow={current.section}
          aria-valuetext={describePlace(completeness, current, shownScans)}
          aria-describedby={hintId}
          tabIndex={0}
          className={classes.frame}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(current)}
          onBlur={() => setFocused(undefined)}
        >
          <MapDrawing
            completeness={completeness}
            shownSection={shownSection}
            marked={marked}
            onHover={setHovered}
            onPick={(place) => {
              setFocused(place);
              pick(place);
            }}
          />
        </div>
        <div className={classes.axis} aria-hidden>
          <span translate="no">{sections.first}</span>
          {marked === undefined ? (
            <span>section</span>
          ) : (
            <span className={classes.readout}>{describePlace(completeness, marked, shownScans)}</span>
          )}
          <span translate="no">{sections.last}</span>
        </div>
      </div>
      <Text size="xs" c="dimmed" id={hintId} className={classes.hint}>
        Use the arrow keys to move, Page Up and Page Down to jump between gaps, and Enter to show the files.
      </Text>
    </div>
  );
}

interface MapDrawingProps extends Pick<CompletenessMapProps, 'completeness' | 'shownSection'> {
  /** The place under the pointer, or the keyboard's position. */
  readonly marked: Place | undefined;
  readonly onHover: (place: Place | undefined) => void;
  readonly onPick: (place: Place) => void;
}

/** The lanes and their marks, one unit per section wide. */
function MapDrawing({ completeness, shownSection, marked, onHover, onPick }: MapDrawingProps) {
  const { lanes, sections } = completeness;
  const count = sections.last - sections.first + 1;
  const height = lanes.length * LANE_HEIGHT;

  const placeAt = (event: MouseEvent<SVGSVGElement>): Place | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = clamp(Math.floor(((event.clientY - box.top) / box.height) * lanes.length), lanes.length);
    const lane = lanes[index];
    if (lane === undefined || box.width === 0) return undefined;
    const section = sections.first + clamp(Math.floor(((event.clientX - box.left) / box.width) * count), count);
    return { lane: index, section: snapToGap(lane, section, Math.floor((SNAP_DISTANCE * count) / box.width)) };
  };

  return (
    <Bars
      width={count}
      height={height}
      data-dense={count > MAX_SEPARATED_SECTIONS || undefined}
      onMouseMove={(event) => onHover(placeAt(event))}
      onMouseLeave={() => onHover(undefined)}
      onClick={(event) => {
        const place = placeAt(event);
        if (place !== undefined) onPick(place);
      }}
    >
      {lanes.map((lane, index) => (
        <LaneBars
          key={`${lane.layer}/${lane.channel}`}
          lane={lane}
          top={index * LANE_HEIGHT + (LANE_HEIGHT - BAR_HEIGHT) / 2}
          firstSection={sections.first}
        />
      ))}
      {count <= MAX_SEPARATED_SECTIONS && <path className={classes.between} d={separatorPath(count, height)} />}
      {shownSection !== undefined && isWithin(shownSection, sections) && (
        <rect className={classes.shown} x={shownSection - sections.first} y={0} width={1} height={height} />
      )}
      {marked !== undefined && (
        <rect
          className={classes.cursor}
          x={marked.section - sections.first}
          y={marked.lane * LANE_HEIGHT}
          width={1}
          height={LANE_HEIGHT}
        />
      )}
    </Bars>
  );
}

/** Returns the path of vertical lines between the sections. */
function separatorPath(count: number, height: number): string {
  return Array.from({ length: count - 1 }, (_, index) => `M${index + 1} 0v${height}`).join('');
}

function clamp(index: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index));
}

interface CompletenessOutlineProps {
  readonly lanes: number;
}

/** The placeholder of a completeness map and its findings. */
export function CompletenessOutline({ lanes }: CompletenessOutlineProps) {
  return (
    <Stack gap={4} aria-hidden>
      <div>
        <Skeleton height={lanes * LANE_HEIGHT} />
        <div className={classes.axis}>&nbsp;</div>
      </div>
      <FindingOutline />
    </Stack>
  );
}
