import { NO_FILTERS, type ListFilters } from '../listing/listQuery';
import { channelCode, sectionName, twoDigits } from '../names/fileName';
import { nearestTo, type NumberRange } from '../numberRange';
import { placeState, type Completeness, type Lane, type PlaceState } from './completeness';
import { completenessWords } from './completenessWords';

/** One place of the map: a lane by its index, and a section. */
export interface Place {
  readonly lane: number;
  readonly section: number;
}

/** What a key does to the place that one looks at. */
export type PlaceMove = 'left' | 'right' | 'up' | 'down' | 'start' | 'end' | 'previousGap' | 'nextGap';

/** `S000123 L01 ch02`; the layer only where there is more than one. */
export function placeName({ lanes }: Completeness, { lane, section }: Place): string {
  const found = lanes[lane];
  return found === undefined ? '' : `${sectionName(section)} ${laneWords(lanes, found)}`;
}

/** `S000123 ch02: missing` */
export function placeWords(completeness: Completeness, place: Place): string {
  const { lanes, sections, isForecast } = completeness;
  const lane = lanes[place.lane];
  if (lane === undefined) return '';
  const words: Readonly<Record<PlaceState, string>> = {
    missing: isForecast ? completenessWords.placeWillMiss : completenessWords.placeMissing,
    present: isForecast ? completenessWords.placePresentAlready : completenessWords.placePresent,
    sending: completenessWords.placeSending,
    replacing: completenessWords.placeReplacing,
    duplicate: completenessWords.placeFiles(lane.files.get(place.section) ?? 0),
    unexpected: isForecast ? completenessWords.placeWillBeUnexpected : completenessWords.placeUnexpected,
    none: completenessWords.placeEmpty,
  };
  return completenessWords.place(placeName(completeness, place), words[placeState(lane, place.section, sections)]);
}

/** `ch02`, or `L01 ch02` where there is more than one layer. */
export function laneWords(lanes: readonly Lane[], { layer, channel }: Lane): string {
  const isOnlyLayer = lanes.every((one) => one.layer === layer);
  return isOnlyLayer ? channelCode(channel) : `L${twoDigits(layer)} ${channelCode(channel)}`;
}

/** The filters that show a place's files. */
export function placeFilters({ lanes }: Completeness, { lane, section }: Place): ListFilters {
  const { layer, channel } = lanes[lane] ?? {};
  const isOnlyLayer = lanes.every((one) => one.layer === layer);
  return {
    ...NO_FILTERS,
    sections: { first: section, last: section },
    channels: channel === undefined ? [] : [channel],
    layers: layer === undefined || isOnlyLayer ? [] : [layer],
  };
}

/** The place that a key leads to; the same one where there is nothing further. */
export function movePlace({ lanes, sections }: Completeness, { lane, section }: Place, move: PlaceMove): Place {
  switch (move) {
    case 'left':
      return { lane, section: Math.max(sections.first, section - 1) };
    case 'right':
      return { lane, section: Math.min(sections.last, section + 1) };
    case 'up':
      return { lane: Math.max(0, lane - 1), section };
    case 'down':
      return { lane: Math.min(lanes.length - 1, lane + 1), section };
    case 'start':
      return { lane, section: sections.first };
    case 'end':
      return { lane, section: sections.last };
    case 'nextGap': {
      const next = gapsOf(lanes[lane]).find(({ first }) => first > section);
      return { lane, section: next?.first ?? section };
    }
    case 'previousGap': {
      const previous = gapsOf(lanes[lane]).findLast(({ last }) => last < section);
      return { lane, section: previous?.last ?? section };
    }
  }
}

/**
 * The section that is meant by one nearby: the nearest that lacks its file or has too many, since a pointer can't hit one
 * of thousands.
 *
 * @param reach sections on either side that look alike to the pointer
 */
export function meantSection(lane: Lane, section: number, reach: number): number {
  const clamped = gapsOf(lane).map(({ first, last }) => Math.min(last, Math.max(first, section)));
  const near = clamped.filter((one) => Math.abs(one - section) <= reach);
  return nearestTo(section, near);
}

/** What stands out in a lane, rising. */
function gapsOf(lane: Lane | undefined): readonly NumberRange[] {
  if (lane === undefined) return [];
  return [...lane.missing, ...lane.duplicate].sort((left, right) => left.first - right.first);
}
