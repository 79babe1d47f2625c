import { sortedUnique } from '../numberRange';

/** Names of the fields of the form in a mosaic (wire contract, “Mosaic import”); a newer spelling stands first. */
export const MOSAIC_NAMES = {
  dataset: ['san_name', 'Sample ID'],
  description: ['Description', 'comments'],
  sid: ['sponsor_id'],
  pixelSize: ['xRes_um', 'xres'],
  physicalSpacing: ['section_depth', 'sectionres'],
  tissueType: ['tissue_type'],
  device: ['ScannerID'],
  physicalSections: ['sections'],
  bitDepth: ['bitDepth'],
  channels: ['channels'],
  attributes: ['attributes'],
} as const;

/** A field of the form that a mosaic may fill. */
export type MosaicField = keyof typeof MOSAIC_NAMES;

/** What a mosaic says under one name. */
export interface MosaicEntry {
  /** As written. */
  readonly name: string;
  /** A text, or a value of JSON. */
  readonly value: unknown;
  /** Where it stands, from 1; undefined in JSON, which has no lines. */
  readonly line: number | undefined;
}

/** A name that stands there several times with different values. The last one counts, as in JSON. */
interface MosaicRepeat {
  readonly name: string;
  /** Line of the last one; undefined in JSON. */
  readonly line: number | undefined;
}

/** Lines that hold no name with a value. */
interface UnreadableLines {
  readonly count: number;
  /** The numbers of the first of them, from 1. */
  readonly first: readonly number[];
}

/** A mosaic as it was read, not judged yet. */
export interface Mosaic {
  /** By folded name; of other names than the form's nothing is kept. */
  readonly entries: ReadonlyMap<string, MosaicEntry>;
  readonly repeats: readonly MosaicRepeat[];
  readonly unreadable: UnreadableLines;
}

/** So many lines that can't be read are told by their numbers. */
const LINES_TOLD = 20;
const CHANNEL_NAME = /^channel_0*(\d{1,3})_name$/;
const KNOWN_NAMES: ReadonlySet<string> = new Set(Object.values(MOSAIC_NAMES).flat().map(foldName));

/** Collects what a mosaic says, entry by entry. */
export interface MosaicCollector {
  readonly add: (name: string, value: unknown, line?: number) => void;
  readonly addUnreadable: (line: number) => void;
  readonly mosaic: () => Mosaic;
}

/** A collector with nothing in it. */
export function collectMosaic(): MosaicCollector {
  const entries = new Map<string, MosaicEntry>();
  const repeats = new Map<string, MosaicRepeat>();
  const first: number[] = [];
  let count = 0;
  return {
    add: (name, value, line) => {
      const key = knownKey(name);
      if (key === undefined) return;
      const earlier = entries.get(key);
      if (repeats.has(key) || (earlier !== undefined && earlier.value !== value)) repeats.set(key, { name, line });
      entries.set(key, { name, value, line });
    },
    addUnreadable: (line) => {
      count += 1;
      if (first.length < LINES_TOLD) first.push(line);
    },
    mosaic: () => ({ entries, repeats: [...repeats.values()], unreadable: { count, first } }),
  };
}

/** The key of the name of channel N. */
export function channelKey(channel: number): string {
  return `channel_${channel}_name`;
}

/** The channels for which there is a `channel_N_name`, sortedUnique. */
export function namedChannels({ entries }: Mosaic): readonly number[] {
  return sortedUnique([...entries.keys()].flatMap((key) => CHANNEL_NAME.exec(key)?.[1] ?? []).map(Number));
}

/** What stands under any of a field's spellings, the newer first. */
export function spellingsOf({ entries }: Mosaic, field: MosaicField): readonly MosaicEntry[] {
  return MOSAIC_NAMES[field].flatMap((name) => entries.get(foldName(name)) ?? []);
}

/**
 * What counts for a field: the newer spelling, unless it is empty and the older one is not. Undefined where there is
 * none.
 */
export function entryOf(mosaic: Mosaic, field: MosaicField): MosaicEntry | undefined {
  const spellings = spellingsOf(mosaic, field);
  return spellings.find(({ value }) => scalarText(value) !== '') ?? spellings[0];
}

/**
 * A text, number or truth value as text without spaces around it, a list of one like its value, `null` and an empty list
 * as nothing. Undefined for objects and other lists.
 */
export function scalarText(value: unknown): string | undefined {
  const only: unknown = Array.isArray(value) && value.length < 2 ? (value[0] ?? null) : value;
  if (typeof only === 'string') return only.trim();
  if (typeof only === 'number' || typeof only === 'boolean') return String(only);
  return only === null ? '' : undefined;
}

function knownKey(name: string): string | undefined {
  const folded = foldName(name);
  if (KNOWN_NAMES.has(folded)) return folded;
  const channel = CHANNEL_NAME.exec(folded)?.[1];
  return channel === undefined ? undefined : channelKey(Number(channel));
}

/** Names are matched without regard to case (wire contract). */
export function foldName(name: string): string {
  return name.trim().toLowerCase();
}
