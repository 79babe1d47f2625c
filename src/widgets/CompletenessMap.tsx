import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Completeness, Lane } from '@data-manager/domain/completeness/completeness';
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
import { isWithin, type NumberRange } from '@data-manager/domain/numberRange';
import { GRID_MOVES } from '../ui/gridMoves';
import { hasModifier } from '../ui/hasModifier';
import classes from './CompletenessMap.module.css';
import { FindingOutline } from './FindingList';

/** Height of a lane, px. */
const LANE_HEIGHT = 14;
/** Height of the bars in a lane, px. */
const BAR_HEIGHT = 10;
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
  /** Called when a place is clicked, or selected with Enter. */
  readonly onPick: (place: FindingPlace) => void;
}

/** A map of sections × channels with one bar per channel. Gaps stay visible however many sections there are. */
export function CompletenessMap({ label, completeness, shownSection, onPick }: CompletenessMapProps) {
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
        <div className={classes.labels} aria-hidden>
          {lanes.map((lane) => (
            <div key={`${lane.layer}/${lane.channel}`} className={classes.label}>
              {laneLabel(lanes, lane)}
            </div>
          ))}
        </div>
        <div
          role="slider"
          aria-label={label}
          aria-valuemin={sections.first}
          aria-valuemax={sections.last}
          aria-valuenow={current.section}
          aria-valuetext={describePlace(completeness, current)}
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
          <span>{sections.first}</span>
          {marked === undefined ? (
            <span>section</span>
          ) : (
            <span className={classes.readout}>{describePlace(completeness, marked)}</span>
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
  const stripesId = useId();

  const placeAt = (event: MouseEvent<SVGSVGElement>): Place | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = clamp(Math.floor(((event.clientY - box.top) / box.height) * lanes.length), lanes.length);
    const lane = lanes[index];
    if (lane === undefined || box.width === 0) return undefined;
    const section = sections.first + clamp(Math.floor(((event.clientX - box.left) / box.width) * count), count);
    return { lane: index, section: snapToGap(lane, section, Math.floor((SNAP_DISTANCE * count) / box.width)) };
  };

  return (
    <Box
      component="svg"
      className={classes.bars ?? ''}
      viewBox={`0 0 ${count} ${height}`}
      height={height}
      preserveAspectRatio="none"
      data-dense={count > MAX_SEPARATED_SECTIONS || undefined}
      style={{ '--map-stripes': `url("#${stripesId}")` }}
      aria-hidden
      onMouseMove={(event) => onHover(placeAt(event))}
      onMouseLeave={() => onHover(undefined)}
      onClick={(event) => {
        const place = placeAt(event);
        if (place !== undefined) onPick(place);
      }}
    >
      <Stripes id={stripesId} width={count} />
      {lanes.map((lane, index) => (
        <LaneBars
          key={`${lane.layer}/${lane.channel}`}
          lane={lane}
          top={index * LANE_HEIGHT}
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
    </Box>
  );
}

/** The pattern of images on their way to the server with forced colours. As wide as the map, which is stretched. */
function Stripes({ id, width }: { readonly id: string; readonly width: number }) {
  return (
    <pattern id={id} width={width} height={4} patternUnits="userSpaceOnUse">
      <rect className={classes.stripe} width={width} height={2} />
      <rect className={classes.stripeGap} y={2} width={width} height={2} />
    </pattern>
  );
}

interface LaneBarsProps {
  readonly lane: Lane;
  /** px. */
  readonly top: number;
  /** The section at the left edge. Each section is one unit wide. */
  readonly firstSection: number;
}

/** Draws a lane with one path per state, in which runs of sections are merged. */
function LaneBars({ lane, top, firstSection }: LaneBarsProps) {
  const bars = (ranges: readonly NumberRange[], y: number, height: number) =>
    ranges
      .map(({ first, last }) => `M${first - firstSection} ${y}h${last - first + 1}v${height}h-${last - first + 1}z`)
      .join('');
  const inset = (LANE_HEIGHT - BAR_HEIGHT) / 2;
  // The upper half keeps the colour of what the upload collides with: an existing file, or an unexpected lane.
  const uploadsBelow = lane.isExpected ? lane.replacing : [...lane.sending, ...lane.replacing];
  return (
    <>
      <path
        className={lane.isExpected ? classes.present : classes.unexpected}
        d={bars(lane.present, top + inset, BAR_HEIGHT)}
      />
      {lane.isExpected && <path className={classes.sending} d={bars(lane.sending, top + inset, BAR_HEIGHT)} />}
      <path className={classes.sending} d={bars(uploadsBelow, top + inset + BAR_HEIGHT / 2, BAR_HEIGHT / 2)} />
      <path className={classes.sending} d={bars(lane.arriving, top + inset, BAR_HEIGHT)} />
      <path className={classes.absent} d={bars(lane.missing, top + LANE_HEIGHT / 2 - 1, 2)} />
      <path className={classes.missing} d={bars(lane.gaps, top + inset, BAR_HEIGHT)} />
      <path className={classes.flat} d={bars(lane.flat, top + LANE_HEIGHT / 2 - 1, 2)} />
      <LaneDifferences differences={lane.differences} bars={bars} top={top + inset} />
      <path className={classes.unreadable} d={bars(lane.unreadable, top + inset, BAR_HEIGHT)} />
      <path className={classes.duplicate} d={bars(lane.duplicate, top + inset, BAR_HEIGHT / 2)} />
    </>
  );
}

interface LaneDifferencesProps extends Pick<Lane, 'differences'> {
  readonly bars: (ranges: readonly NumberRange[], y: number, height: number) => string;
  /** px. */
  readonly top: number;
}

/** Where a folder and the server differ: the upper half of a bar is the server's file, the lower half the folder's. */
function LaneDifferences({ differences, bars, top }: LaneDifferencesProps) {
  const { different, onlyLocal, onlyServer } = differences;
  const half = BAR_HEIGHT / 2;
  return (
    <>
      <path className={classes.serverHalf} d={bars(onlyServer, top, half)} />
      <path className={classes.emptyHalf} d={bars(onlyServer, top + half, half)} />
      <path className={classes.emptyHalf} d={bars(onlyLocal, top, half)} />
      <path className={classes.localHalf} d={bars([...different, ...onlyLocal], top + half, half)} />
    </>
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
