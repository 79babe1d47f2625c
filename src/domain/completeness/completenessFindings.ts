import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { NO_FILTERS, type ListFilters } from '../listing/listQuery';
import { channelCode, layerName, sectionName } from '../names/grammar';
import { countInRanges, gapsBetween, numbersIn, type NumberRange } from '../numberRange';
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
    | 'leftOut'
    | 'arriving'
    | 'unreadable'
    | 'duplicate'
    | 'flat'
    | 'beyond'
    | 'unknownChannel';
  /** `2 of 840 images are missing` */
  readonly text: string;
  readonly places: readonly FindingPlace[];
}

/** Returns all findings, with missing files first. */
export function completenessFindings(completeness: Completeness): readonly Finding[] {
  const { lanes, sections, beyond, expected, missing, leftOut, arriving, unreadable, duplicate, flat } = completeness;
  const { isForecast, isTotalKnown } = completeness;
  const outcome = isForecast ? ' after this upload' : '';
  const planned = lanes.filter((lane) => lane.isExpected);
  const foreign = lanes.filter((lane) => !lane.isExpected);
  const findings: Finding[] = [];
  if (missing > leftOut) {
    findings.push({
      kind: 'missing',
      text: missingText(completeness),
      places: findPlaces(planned, (lane) => without(lane.missing, lane.leftOut)),
    });
  }
  if (arriving > 0) {
    findings.push({
      kind: 'arriving',
      text: `${formatCount(arriving)} of ${counted(expected, 'image')} ${plural(arriving, 'is', 'are')} arriving`,
      // They change with each file, which would move what is below. The map shows them.
      places: [],
    });
  }
  if (leftOut > 0) {
    findings.push({
      kind: 'leftOut',
      text:
        missing > leftOut
          ? `${formatCount(leftOut)} of the missing images ${plural(leftOut, 'is', 'are')} damaged and left out`
          : missingText(completeness),
      places: findPlaces(planned, (lane) => lane.leftOut),
    });
  }
  if (unreadable > 0) {
    findings.push({
      kind: 'unreadable',
      text: counted(unreadable, 'damaged image'),
      places: findPlaces(planned, (lane) => lane.unreadable),
    });
  }
  if (missing + arriving + unreadable === 0) {
    const what = isTotalKnown ? 'Complete' : `${sectionsText(sections)} complete`;
    findings.push({ kind: 'complete', text: `${what}${outcome} (${counted(expected, 'image')})`, places: [] });
  }
  if (!isTotalKnown) {
    findings.push({
      kind: 'unknownTotal',
      text: `Total sections not set; ${sections.last} is the highest found`,
      places: [],
    });
  }
  if (duplicate > 0) {
    findings.push({
      kind: 'duplicate',
      text: `${counted(duplicate, 'image')} scanned twice`,
      places: findPlaces(planned, (lane) => lane.duplicate),
    });
  }
  if (flat > 0) {
    findings.push({
      kind: 'flat',
      text: counted(flat, 'flat image'),
      places: findPlaces(planned, (lane) => lane.flat),
    });
  }
  if (beyond.length > 0) {
    findings.push({
      kind: 'beyond',
      text: `${counted(countInRanges(beyond), 'section')} outside ${sections.first}–${sections.last}`,
      places: beyond.map((span) => findingPlace(span, '', NO_FILTERS)),
    });
  }
  if (foreign.length > 0) {
    const channels = [...new Set(foreign.map(({ channel }) => channel))];
    findings.push({
      kind: 'unknownChannel',
      text: `${counted(channels.length, 'channel')} not in the metadata`,
      places: channels.map((channel) => ({
        label: channelCode(channel),
        filters: { ...NO_FILTERS, channels: [channel] },
      })),
    });
  }
  return findings;
}

/** Returns ranges without some parts of them. */
function without(ranges: readonly NumberRange[], parts: readonly NumberRange[]): readonly NumberRange[] {
  return ranges.flatMap(({ first, last }) => {
    const inside = parts.filter((part) => part.first >= first && part.last <= last);
    return gapsBetween([first - 1, ...inside.flatMap(numbersIn), last + 1]);
  });
}

/** Without a total, the images between the first and the last section are all that can be expected. */
function missingText({ sections, expected, missing, isForecast, isTotalKnown }: Completeness): string {
  const what = `${formatCount(missing)} of ${counted(expected, 'image')}`;
  const where = isTotalKnown ? '' : ` in sections ${sections.first}–${sections.last}`;
  return isForecast
    ? `${what}${where} still missing after this upload`
    : `${what}${where} ${plural(missing, 'is', 'are')} missing`;
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
