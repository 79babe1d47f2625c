import { counted } from '@data-manager/lib/plural';
import { NO_FILTERS, type ListFilters } from '../listing/listQuery';
import { channelCode, layerName, sectionName } from '../names/grammar';
import { shownName } from '../names/shownName';
import { nearestTo, type NumberRange } from '../numberRange';
import type { DuplicateImages } from '../scans/imageChoice';
import { placeState, type Completeness, type Lane, type PlaceState } from './completeness';

/** A cell of the completeness map: the index of a lane, and a section. */
export interface Place {
  readonly lane: number;
  readonly section: number;
}

/** A keyboard movement on the map. */
export type PlaceMove = 'left' | 'right' | 'up' | 'down' | 'start' | 'end' | 'previousGap' | 'nextGap';

/** Returns the name of a place: `S000123 ch02`, or `S000123 L01 ch02` if there is more than one layer. */
export function placeLabel({ lanes }: Completeness, { lane, section }: Place): string {
  const found = lanes[lane];
  return found === undefined ? '' : `${sectionName(section)} ${laneLabel(lanes, found)}`;
}

/** Returns the name of a lane: `ch02`, or `L01 ch02` if there is more than one layer. */
export function laneLabel(lanes: readonly Lane[], { layer, channel }: Lane): string {
  const isOnlyLayer = lanes.every((one) => one.layer === layer);
  return isOnlyLayer ? channelCode(channel) : `${layerName(layer)} ${channelCode(channel)}`;
}

/** Returns the name and state of a place: `S000123 ch02: missing`. Of several scans, it names the shown one. */
export function describePlace(
  completeness: Completeness,
  place: Place,
  scans: readonly DuplicateImages[] = [],
): string {
  const { lanes, sections, isForecast, isComparison } = completeness;
  const lane = lanes[place.lane];
  if (lane === undefined) return '';
  const label = `Section ${place.section}, layer ${lane.layer}, channel ${lane.channel}`;
  const shown = scans.find((scan) => scan.label === label)?.usedPath;
  const states: Readonly<Record<PlaceState, string>> = {
    missing: isForecast ? 'missing after this upload' : 'missing',
    deleted: 'deleted',
    present: isForecast ? 'on the server' : isComparison ? 'in the folder and on the server' : 'present',
    arriving: 'in the upload queue',
    sending: 'to upload',
    replacing: 'chosen, on the server already',
    unreadable: 'damaged',
    duplicate: `scanned twice (${counted(lane.files.get(place.section) ?? 0, 'file')})${shown === undefined ? '' : `, ${shownName(shown)} is shown`}`,
    flat: 'flat, all pixels are equal',
    black: 'black, all pixels are 0',
    saturated: 'saturated, all pixels have the highest value',
    different: 'different in the folder and on the server',
    onlyLocal: 'only in the folder',
    onlyServer: 'only on the server',
    unexpected: `${isForecast ? 'to upload' : 'present'}, but this channel is not in the metadata`,
    none: 'no file, none expected',
  };
  return `${placeLabel(completeness, place)}: ${states[placeState(lane, place.section, sections)]}`;
}

/** Returns the filters that show the files of a place. */
export function placeFilters({ lanes }: Completeness, { lane, section }: Place): ListFilters {
  const { layer, channel } = lanes[lane] ?? {};
  const isOnlyLayer = lanes.every((one) => one.layer === layer);
  return {
    ...NO_FILTERS,
    sections: [{ first: section, last: section }],
    channels: channel === undefined ? [] : [channel],
    layers: layer === undefined || isOnlyLayer ? [] : [layer],
  };
}

/** Returns the place after a movement, which is the same place at the edge of the map. */
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
 * Returns the nearest section with a finding within reach, or else the section itself. A pointer cannot hit one
 * section among thousands.
 *
 * @param reach number of sections on either side that the pointer cannot distinguish
 */
export function snapToGap(lane: Lane, section: number, reach: number): number {
  const clamped = gapsOf(lane).map(({ first, last }) => Math.min(last, Math.max(first, section)));
  const near = clamped.filter((one) => Math.abs(one - section) <= reach);
  return nearestTo(section, near);
}

/** Returns missing, deleted, unreadable, duplicate, flat, black, saturated and different sections in ascending order. */
function gapsOf(lane: Lane | undefined): readonly NumberRange[] {
  if (lane === undefined) return [];
  const { missing, deleted, unreadable, duplicate, flat, black, saturated, differences } = lane;
  const { different, onlyLocal, onlyServer } = differences;
  const found = [missing, deleted, unreadable, duplicate, flat, black, saturated, different, onlyLocal, onlyServer];
  return found.flat().sort((left, right) => left.first - right.first);
}
