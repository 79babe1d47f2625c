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

/** The names without a form field, by the attribute that they become. */
export const MOSAIC_ATTRIBUTES = {
  layers: ['layers'],
  y_pixel_size_um: ['yRes_um', 'yres'],
  acquisition_date: ['acqDate'],
} as const;

const ALL_NAMES = { ...MOSAIC_NAMES, ...MOSAIC_ATTRIBUTES };

/** A form field that a mosaic file can fill. */
export type MosaicField = keyof typeof MOSAIC_NAMES;

/** A name and its value in a mosaic file. */
export interface MosaicEntry {
  /** As written. */
  readonly name: string;
  /** A string, or a JSON value. */
  readonly value: unknown;
  /** From 1; undefined for JSON. */
  readonly line?: number;
}

/** The contents of a mosaic file, not validated yet. */
export interface Mosaic {
  /** By lower-case name; names that the form does not use are omitted. */
  readonly entries: ReadonlyMap<string, MosaicEntry>;
  /** The last entries of names that occur more than once with different values. They count, as in JSON. */
  readonly duplicates: readonly MosaicEntry[];
  /** The numbers of the lines that are not a name with a value, from 1. */
  readonly skippedLines: readonly number[];
}

const CHANNEL_NAME = /^channel_0*(\d{1,3})_name$/;
const KNOWN_NAMES: ReadonlySet<string> = new Set(Object.values(ALL_NAMES).flat().map(foldText));

/** Keeps the entries that the form uses. */
export function collectEntries(found: readonly MosaicEntry[], skippedLines: readonly number[]): Mosaic {
  const entries = new Map<string, MosaicEntry>();
  const duplicates = new Map<string, MosaicEntry>();
  for (const entry of found) {
    const key = knownKey(entry.name);
    if (key === undefined) continue;
    const earlier = entries.get(key);
    if (duplicates.has(key) || (earlier !== undefined && earlier.value !== entry.value)) duplicates.set(key, entry);
    entries.set(key, entry);
  }
  return { entries, duplicates: [...duplicates.values()], skippedLines };
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
export function entriesOf({ entries }: Mosaic, field: keyof typeof ALL_NAMES): readonly MosaicEntry[] {
  return ALL_NAMES[field].flatMap((name) => entries.get(foldText(name)) ?? []);
}

/** Returns the entry that counts for a field: the newer spelling, unless only the older one has a value. */
export function entryOf(mosaic: Mosaic, field: keyof typeof ALL_NAMES): MosaicEntry | undefined {
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
