import { twoDigits } from './fileName';
import { counted } from './metadata';
import { between, countOf, toRanges, type NumberRange } from './numberRange';

/** A section image with the folder in which it will stand. */
export interface PlacedImage {
  /** Full path without a slash at the end. */
  readonly folder: string;
  readonly section: number;
  readonly channel: number;
}

/** What one folder lacks to be complete. */
export interface FolderGaps {
  /** Full path without a slash at the end. */
  readonly folder: string;
  /** Sections between the first and the last of which there is no image at all. */
  readonly missingSections: readonly NumberRange[];
  /** Sections that have an image but none of this channel, which others of the folder have. */
  readonly missingChannels: readonly { readonly channel: number; readonly sections: readonly NumberRange[] }[];
}

/** How many ranges are told one by one before the rest is only counted. */
const RANGES_TOLD = 4;

/** Finds gaps folder by folder, in order of first mention. Folders that lack nothing are left out. */
export function findGaps(images: readonly PlacedImage[]): readonly FolderGaps[] {
  const folders = new Map<string, Map<number, Set<number>>>();
  for (const { folder, section, channel } of images) {
    const channels = entryOf(folders, folder, () => new Map<number, Set<number>>());
    entryOf(channels, channel, () => new Set<number>()).add(section);
  }
  return [...folders]
    .map(([folder, channels]) => gapsOf(folder, channels))
    .filter(({ missingSections, missingChannels }) => missingSections.length + missingChannels.length > 0);
}

/** `4 sections missing: 3–5, 9 · ch02 missing in section 7` */
export function gapWords({ missingSections, missingChannels }: FolderGaps): string {
  const sections = missingSections.length === 0 ? [] : [missingWords(missingSections)];
  const channels = missingChannels.map(
    ({ channel, sections: without }) => `ch${twoDigits(channel)} missing in ${sectionWords(without)}`,
  );
  return [...sections, ...channels].join(' · ');
}

function gapsOf(folder: string, channels: ReadonlyMap<number, ReadonlySet<number>>): FolderGaps {
  const sections = [...new Set([...channels.values()].flatMap((held) => [...held]))].sort(byNumber);
  const missingChannels = [...channels]
    .sort(([left], [right]) => byNumber(left, right))
    .filter(([, held]) => held.size < sections.length)
    .map(([channel, held]) => ({ channel, sections: toRanges(sections.filter((section) => !held.has(section))) }));
  return { folder, missingSections: between(sections), missingChannels };
}

function missingWords(ranges: readonly NumberRange[]): string {
  const count = countOf(ranges);
  return count === 1
    ? `section ${rangeWords(ranges)} missing`
    : `${counted(count, 'section')} missing: ${rangeWords(ranges)}`;
}

function sectionWords(ranges: readonly NumberRange[]): string {
  const count = countOf(ranges);
  return count === 1 ? `section ${rangeWords(ranges)}` : `${counted(count, 'section')}: ${rangeWords(ranges)}`;
}

function rangeWords(ranges: readonly NumberRange[]): string {
  const told = ranges
    .slice(0, RANGES_TOLD)
    .map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`));
  const more = ranges.length > RANGES_TOLD ? ', …' : '';
  return `${told.join(', ')}${more}`;
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = create();
  map.set(key, made);
  return made;
}

function byNumber(left: number, right: number): number {
  return left - right;
}
