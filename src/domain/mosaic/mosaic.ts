import { foldText } from '@data-manager/lib/foldText';
import { sortedUnique } from '../numberRange';

/** The names of the form's fields in a mosaic file (wire contract, “Mosaic import”). Newer spellings come first. */
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

/** A form field that a mosaic file can fill. */
export type MosaicField = keyof typeof MOSAIC_NAMES;

/** A name and its value in a mosaic file. */
export interface MosaicEntry {
  /** As written. */
  readonly name: string;
  /** A string, or a JSON value. */
  readonly value: unknown;
  /** From 1; undefined for JSON. */
  readonly line: number | undefined;
}

/** A name that occurs more than once with different values. The last one counts, as in JSON. */
interface MosaicDuplicate {
  readonly name: string;
  /** The line of the last occurrence; undefined for JSON. */
  readonly line: number | undefined;
}

/** Lines that are not a name with a value. */
interface SkippedLines {
  readonly count: number;
  /** The line numbers of the first ones, from 1. */
  readonly first: readonly number[];
}

/** The contents of a mosaic file, not validated yet. */
export interface Mosaic {
  /** By lower-case name; names that the form does not use are omitted. */
  readonly entries: ReadonlyMap<string, MosaicEntry>;
  readonly duplicates: readonly MosaicDuplicate[];
  readonly skipped: SkippedLines;
}

const MAX_REPORTED_LINES = 20;
const CHANNEL_NAME = /^channel_0*(\d{1,3})_name$/;
const KNOWN_NAMES: ReadonlySet<string> = new Set(Object.values(MOSAIC_NAMES).flat().map(foldText));

/** Builds a `Mosaic` entry by entry. */
export interface MosaicBuilder {
  readonly add: (name: string, value: unknown, line?: number) => void;
  readonly skipLine: (line: number) => void;
  readonly build: () => Mosaic;
}

/** Creates an empty `MosaicBuilder`. */
export function createMosaicBuilder(): MosaicBuilder {
  const entries = new Map<string, MosaicEntry>();
  const duplicates = new Map<string, MosaicDuplicate>();
  const first: number[] = [];
  let count = 0;
  return {
    add: (name, value, line) => {
      const key = knownKey(name);
      if (key === undefined) return;
      const earlier = entries.get(key);
      if (duplicates.has(key) || (earlier !== undefined && earlier.value !== value))
        duplicates.set(key, { name, line });
      entries.set(key, { name, value, line });
    },
    skipLine: (line) => {
      count += 1;
      if (first.length < MAX_REPORTED_LINES) first.push(line);
    },
    build: () => ({ entries, duplicates: [...duplicates.values()], skipped: { count, first } }),
  };
}

/** Returns the entry key of a channel's name. */
export function channelKey(channel: number): string {
  return `channel_${channel}_name`;
}

/** Returns the numbers of all channels with a `channel_N_name` entry, in ascending order. */
export function namedChannels({ entries }: Mosaic): readonly number[] {
  return sortedUnique([...entries.keys()].flatMap((key) => CHANNEL_NAME.exec(key)?.[1] ?? []).map(Number));
}

/** Returns the entries of all spellings of a field, the newer spelling first. */
export function entriesOf({ entries }: Mosaic, field: MosaicField): readonly MosaicEntry[] {
  return MOSAIC_NAMES[field].flatMap((name) => entries.get(foldText(name)) ?? []);
}

/** Returns the entry that counts for a field: the newer spelling, unless only the older one has a value. */
export function entryOf(mosaic: Mosaic, field: MosaicField): MosaicEntry | undefined {
  const spellings = entriesOf(mosaic, field);
  return spellings.find(({ value }) => scalarText(value) !== '') ?? spellings[0];
}

/**
 * Converts a string, number or boolean to trimmed text. A list with one item counts as the item; `null` and an empty list
 * count as empty text. Returns undefined for objects and longer lists.
 */
export function scalarText(value: unknown): string | undefined {
  const only: unknown = Array.isArray(value) && value.length < 2 ? (value[0] ?? null) : value;
  if (typeof only === 'string') return only.trim();
  if (typeof only === 'number' || typeof only === 'boolean') return String(only);
  return only === null ? '' : undefined;
}

function knownKey(name: string): string | undefined {
  const folded = foldText(name);
  if (KNOWN_NAMES.has(folded)) return folded;
  const channel = CHANNEL_NAME.exec(folded)?.[1];
  return channel === undefined ? undefined : channelKey(Number(channel));
}
