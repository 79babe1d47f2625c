import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { NO_FILTERS, type ListFilters } from '../listing/listQuery';
import { channelCode, layerName, sectionName } from '../names/grammar';
import { countInRanges, gapsBetween, mergeRanges, numbersIn, sortedUnique, type NumberRange } from '../numberRange';
import { FLAT_KINDS, type FlatKind } from '../pictures/check/imageContent';
import type { Completeness, Lane } from './completeness';

/** Adjacent places that share a finding. */
export interface FindingPlace {
  /** `S000123 ch02`, or `S000120–S000130` if all channels are affected. */
  readonly label: string;
  /** The filters that show the files of these places. */
  readonly filters: ListFilters;
}

/** A statement about the completeness of a dataset. */
export interface Finding {
  readonly kind:
    | 'complete'
    | 'unknownTotal'
    | 'missing'
    | 'deleted'
    | 'leftOut'
    | 'arriving'
    | 'unreadable'
    | 'duplicate'
    | FlatKind
    | 'beyond'
    | 'unknownChannel'
    | 'foreign';
  /** `2 of 840 images are missing` */
  readonly text: string;
  readonly places: readonly FindingPlace[];
}

/** Returns all findings, with missing files first. */
export function completenessFindings(completeness: Completeness): readonly Finding[] {
  const { lanes, sections, beyond, expected, missing, deleted, leftOut, arriving, unreadable, duplicate } =
    completeness;
  const { isForecast, isComparison, isTotalKnown, foreign } = completeness;
  const outcome = isForecast ? ' after this upload' : isComparison ? ' with the files of both sides' : '';
  const complete = isTotalKnown ? 'Complete' : `${sectionsText(sections)} complete`;
  const planned = lanes.filter((lane) => lane.isExpected);
  const unexpected = new Set(lanes.filter((lane) => !lane.isExpected).map(({ channel }) => channel));
  const placesIn = (kind: 'deleted' | 'leftOut' | 'unreadable' | 'duplicate' | FlatKind) =>
    findPlaces(planned, (lane) => lane[kind]);
  const findings: readonly (Finding | false)[] = [
    missing > leftOut && {
      kind: 'missing',
      text: missingText(completeness),
      places: findPlaces(planned, (lane) => without(lane.missing, lane.leftOut)),
    },
    deleted > 0 && { kind: 'deleted', text: counted(deleted, 'deleted image'), places: placesIn('deleted') },
    arriving > 0 && {
      kind: 'arriving',
      text: `${formatCount(arriving)} of ${counted(expected, 'image')} ${plural(arriving, 'is', 'are')} in the upload queue`,
      // They change with each file, which would move what is below. The map shows them.
      places: [],
    },
    leftOut > 0 && {
      kind: 'leftOut',
      text:
        missing > leftOut
          ? `${formatCount(leftOut)} of the missing images ${plural(leftOut, 'is', 'are')} damaged and left out`
          : missingText(completeness),
      places: placesIn('leftOut'),
    },
    unreadable > 0 && {
      kind: 'unreadable',
      text: counted(unreadable, 'damaged image'),
      places: placesIn('unreadable'),
    },
    missing + deleted + arriving + unreadable === 0 && {
      kind: 'complete',
      text: `${complete}${outcome} (${counted(expected, 'image')})`,
      places: [],
    },
    !isTotalKnown && {
      kind: 'unknownTotal',
      text: `Total sections not set; ${sections.last} is the highest found`,
      places: [],
    },
    duplicate > 0 && {
      kind: 'duplicate',
      text: `${counted(duplicate, 'image')} scanned twice`,
      places: placesIn('duplicate'),
    },
    ...FLAT_KINDS.map(
      (kind): Finding | false =>
        completeness[kind] > 0 && { kind, text: counted(completeness[kind], `${kind} image`), places: placesIn(kind) },
    ),
    beyond.length > 0 && {
      kind: 'beyond',
      text: `${counted(countInRanges(beyond), 'section')} outside ${sections.first}–${sections.last}`,
      places: beyond.map((span) => findingPlace(span, '', NO_FILTERS)),
    },
    unexpected.size > 0 && {
      kind: 'unknownChannel',
      text: `${counted(unexpected.size, 'channel')} not in the metadata`,
      places: Array.from(unexpected, (channel) => ({
        label: channelCode(channel),
        filters: { ...NO_FILTERS, channels: [channel] },
      })),
    },
    foreign.length > 0 && { kind: 'foreign', text: foreignText(foreign.length), places: foreignPlaces(foreign) },
  ];
  return findings.filter((finding) => finding !== false);
}

function foreignPlaces(images: Completeness['foreign']): readonly FindingPlace[] {
  const places = images.map(({ section, layer, channel }) => {
    const filters = { ...NO_FILTERS, channels: [channel], layers: [layer] };
    return findingPlace({ first: section, last: section }, channelCode(channel), filters);
  });
  return [...new Map(places.map((place) => [place.label, place])).values()];
}

/** Returns the filters that show the files of all places. */
export function filtersOf(places: readonly FindingPlace[]): ListFilters {
  const filters = places.map((place) => place.filters);
  const sections = filters.flatMap((one) =>
    one.sections.flatMap(({ first, last }) => (first === undefined || last === undefined ? [] : { first, last })),
  );
  const isEveryChannel = filters.some(({ channels }) => channels.length === 0);
  const channels = isEveryChannel ? [] : sortedUnique(filters.flatMap((one) => one.channels));
  return { ...NO_FILTERS, sections: mergeRanges(sections), channels };
}

/** Returns `2 images of another dataset`. */
export function foreignText(images: number): string {
  return `${counted(images, 'image')} of another dataset`;
}

/** Returns ranges without some parts of them. */
function without(ranges: readonly NumberRange[], parts: readonly NumberRange[]): readonly NumberRange[] {
  return ranges.flatMap(({ first, last }) => {
    const inside = parts.filter((part) => part.first >= first && part.last <= last);
    return gapsBetween([first - 1, ...inside.flatMap(numbersIn), last + 1]);
  });
}

/** Without a total, the images between the first and the last section are all that can be expected. */
function missingText({ sections, expected, missing, isForecast, isComparison, isTotalKnown }: Completeness): string {
  const what = `${formatCount(missing)} of ${counted(expected, 'image')}`;
  const where = isTotalKnown ? '' : ` in sections ${sections.first}–${sections.last}`;
  return isForecast
    ? `${what}${where} still missing after this upload`
    : `${what}${where} ${plural(missing, 'is', 'are')} missing${isComparison ? ' on both sides' : ''}`;
}

/** Returns `Sections 1–20`, or `Section 1`. */
export function sectionsText({ first, last }: NumberRange): string {
  return first === last ? `Section ${first}` : `Sections ${first}–${last}`;
}

/** Returns the findings as plain text with one finding per line, for the clipboard. */
export function findingsText(findings: readonly Finding[]): string {
  return findings
    .map(({ text, places }) => (places.length === 0 ? text : `${text}: ${places.map(({ label }) => label).join(', ')}`))
    .join('\n');
}

/** Groups ranges of several lanes, so that a section without any channel is listed once. */
function findPlaces(lanes: readonly Lane[], rangesOf: (lane: Lane) => readonly NumberRange[]): readonly FindingPlace[] {
  const edges = new Map<number, Lane[]>();
  for (const lane of lanes) {
    for (const { first, last } of rangesOf(lane)) {
      for (const section of [first, last + 1]) edges.set(section, [...(edges.get(section) ?? []), lane]);
    }
  }
  const places: FindingPlace[] = [];
  const open = new Set<Lane>();
  const inOrder = [...edges].sort(([left], [right]) => left - right);
  inOrder.forEach(([first, changing], index) => {
    for (const lane of changing) if (!open.delete(lane)) open.add(lane);
    const next = inOrder[index + 1];
    if (next === undefined || open.size === 0) return;
    places.push(...placesOf({ first, last: next[0] - 1 }, lanes, open));
  });
  return places;
}

/** Returns one place per affected layer, or a single place if all lanes are affected. */
function placesOf(span: NumberRange, lanes: readonly Lane[], open: ReadonlySet<Lane>): readonly FindingPlace[] {
  if (open.size === lanes.length) return [findingPlace(span, '', NO_FILTERS)];
  const layers = [...new Set(lanes.map(({ layer }) => layer))];
  return layers.flatMap((layer) => {
    const channels = lanes.filter((lane) => lane.layer === layer && open.has(lane)).map(({ channel }) => channel);
    if (channels.length === 0) return [];
    const codes = channels.map(channelCode).join(' ');
    return findingPlace(span, layers.length === 1 ? codes : `${layerName(layer)} ${codes}`, {
      ...NO_FILTERS,
      channels,
      layers: layers.length === 1 ? [] : [layer],
    });
  });
}

function findingPlace({ first, last }: NumberRange, lanes: string, filters: ListFilters): FindingPlace {
  const sections = first === last ? sectionName(first) : `${sectionName(first)}–${sectionName(last)}`;
  return {
    label: lanes === '' ? sections : `${sections} ${lanes}`,
    filters: { ...filters, sections: [{ first, last }] },
  };
}
