import { NO_FILTERS, type ListFilters } from '../listing/listQuery';
import { channelCode, sectionName, twoDigits } from '../names/fileName';
import { countOf, type NumberRange } from '../numberRange';
import type { Completeness, Lane } from './completeness';
import { completenessWords } from './completenessWords';

/** Neighbouring places, in words and as the filters that show their files. */
export interface FoundPlaces {
  /** `S000123 ch02`, `S000120–S000130` for all channels. */
  readonly words: string;
  readonly filters: ListFilters;
}

/** One thing that there is to say about a dataset's completeness. */
export interface Finding {
  readonly kind: 'complete' | 'missing' | 'duplicate' | 'beyond' | 'unknownChannel';
  /** `2 of 840 files are missing` */
  readonly words: string;
  readonly places: readonly FoundPlaces[];
}

/** Everything that is to be said, the worst first. */
export function completenessFindings(completeness: Completeness): readonly Finding[] {
  const { lanes, sections, beyond, expected, missing, isForecast } = completeness;
  const words = completenessWords[isForecast ? 'forecast' : 'now'];
  const planned = lanes.filter((lane) => lane.isExpected);
  const foreign = lanes.filter((lane) => !lane.isExpected);
  const duplicates = planned.reduce((sum, lane) => sum + countOf(lane.duplicate), 0);
  const findings: Finding[] = [
    missing === 0
      ? { kind: 'complete', words: words.complete(expected), places: [] }
      : {
          kind: 'missing',
          words: words.missing(missing, expected),
          places: findPlaces(planned, (lane) => lane.missing),
        },
  ];
  if (duplicates > 0) {
    findings.push({
      kind: 'duplicate',
      words: words.duplicates(duplicates),
      places: findPlaces(planned, (lane) => lane.duplicate),
    });
  }
  if (beyond.length > 0) {
    findings.push({
      kind: 'beyond',
      words: completenessWords.beyond(countOf(beyond), sections.first, sections.last),
      places: beyond.map((span) => foundPlaces(span, '', NO_FILTERS)),
    });
  }
  if (foreign.length > 0) {
    const channels = [...new Set(foreign.map(({ channel }) => channel))];
    findings.push({
      kind: 'unknownChannel',
      words: completenessWords.unknownChannels(channels.length),
      places: channels.map((channel) => ({
        words: channelCode(channel),
        filters: { ...NO_FILTERS, channels: [channel] },
      })),
    });
  }
  return findings;
}

/** All of it as text, one finding a line, for the clipboard. */
export function findingsText(findings: readonly Finding[]): string {
  return findings
    .map(({ words, places }) =>
      places.length === 0 ? words : `${words}: ${places.map((one) => one.words).join(', ')}`,
    )
    .join('\n');
}

/** Spans of sections with the lanes that they have in common: a section that lacks every channel is told once. */
function findPlaces(lanes: readonly Lane[], rangesOf: (lane: Lane) => readonly NumberRange[]): readonly FoundPlaces[] {
  const turns = new Map<number, Lane[]>();
  for (const lane of lanes) {
    for (const { first, last } of rangesOf(lane)) {
      for (const section of [first, last + 1]) turns.set(section, [...(turns.get(section) ?? []), lane]);
    }
  }
  const places: FoundPlaces[] = [];
  const open = new Set<Lane>();
  const inOrder = [...turns].sort(([left], [right]) => left - right);
  inOrder.forEach(([first, turning], index) => {
    for (const lane of turning) if (!open.delete(lane)) open.add(lane);
    const next = inOrder[index + 1];
    if (next === undefined || open.size === 0) return;
    places.push(...placesOf({ first, last: next[0] - 1 }, lanes, open));
  });
  return places;
}

/** One for each layer that is touched; for all layers one, where all lanes are. */
function placesOf(span: NumberRange, lanes: readonly Lane[], open: ReadonlySet<Lane>): readonly FoundPlaces[] {
  if (open.size === lanes.length) return [foundPlaces(span, '', NO_FILTERS)];
  const layers = [...new Set(lanes.map(({ layer }) => layer))];
  return layers.flatMap((layer) => {
    const channels = lanes.filter((lane) => lane.layer === layer && open.has(lane)).map(({ channel }) => channel);
    if (channels.length === 0) return [];
    const inWords = channels.map(channelCode).join(' ');
    return foundPlaces(span, layers.length === 1 ? inWords : `L${twoDigits(layer)} ${inWords}`, {
      ...NO_FILTERS,
      channels,
      layers: layers.length === 1 ? [] : [layer],
    });
  });
}

function foundPlaces({ first, last }: NumberRange, lanes: string, filters: ListFilters): FoundPlaces {
  const sections = first === last ? sectionName(first) : `${sectionName(first)}–${sectionName(last)}`;
  return {
    words: lanes === '' ? sections : `${sections} ${lanes}`,
    filters: { ...filters, sections: { first, last } },
  };
}
