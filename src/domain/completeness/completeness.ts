import type { FileItem } from '../listing/fileListing';
import {
  countInRanges,
  gapsBetween,
  isWithin,
  mergeRanges,
  sortedUnique,
  toRanges,
  type NumberRange,
} from '../numberRange';
import { countLanes, countReadable, emptyCounts, type LaneCounts } from './laneCounts';
import type { Difference, SectionImage } from './sectionImage';

/** The images that a dataset should have. */
export interface ExpectedImages {
  /** Number or range of sections. If undefined, the highest section among the images counts. */
  readonly sections: number | NumberRange | undefined;
  /** Channel numbers. If empty, the channels of the images count. */
  readonly channels: readonly number[];
}

/** The images of one channel in one layer. All ranges are section numbers in ascending order, without overlap. */
export interface Lane {
  readonly layer: number;
  readonly channel: number;
  /** False for a channel that is not in the metadata: none of its images is expected, so none is missing. */
  readonly isExpected: boolean;
  /** Expected sections without a file. */
  readonly missing: readonly NumberRange[];
  /** The part of `missing` that a planned upload leaves out. */
  readonly leftOut: readonly NumberRange[];
  /** The part of `missing` that is within the sections that have files. Empty if the channel has no file. */
  readonly gaps: readonly NumberRange[];
  /** Sections with at least one file. */
  readonly present: readonly NumberRange[];
  /** Expected sections whose files are all unreadable. They are present, but not complete. */
  readonly unreadable: readonly NumberRange[];
  /** Expected sections with more than one file. */
  readonly duplicate: readonly NumberRange[];
  /** Expected sections whose readable files are all flat. They are complete. */
  readonly flat: readonly NumberRange[];
  /** Expected sections that have no readable file yet, but one that is being uploaded. */
  readonly arriving: readonly NumberRange[];
  /** Sections to which a file will be uploaded under a new key. */
  readonly sending: readonly NumberRange[];
  /** Sections where an upload will replace an existing file. */
  readonly replacing: readonly NumberRange[];
  /** Sections where a compared folder and the server differ. */
  readonly differences: Readonly<Record<Difference, readonly NumberRange[]>>;
  /** Number of files by section, including unexpected sections. */
  readonly files: ReadonlyMap<number, number>;
}

/** Section × channel × layer, compared with the expected images. */
export interface Completeness {
  /** True if some images belong to a planned upload. */
  readonly isForecast: boolean;
  /** True if a folder is compared with the server, and they differ. */
  readonly isComparison: boolean;
  /** The expected sections. */
  readonly sections: NumberRange;
  /** False if the sections are only known from the files. */
  readonly isTotalKnown: boolean;
  /** Sorted by layer and channel, followed by unexpected lanes. */
  readonly lanes: readonly Lane[];
  /** Number of places in the expected lanes. Each should hold one image. */
  readonly expected: number;
  /** Number of these places without a file. */
  readonly missing: number;
  /** Number of these places that a planned upload leaves out. */
  readonly leftOut: number;
  /** Number of these places whose files are all unreadable. */
  readonly unreadable: number;
  /** Number of these places with more than one file. */
  readonly duplicate: number;
  /** Number of these places whose readable files are all flat. */
  readonly flat: number;
  /** Number of these places that have no readable file yet, but one that is being uploaded. */
  readonly arriving: number;
  /** Number of expected sections that have a readable file in each expected lane. */
  readonly completeSections: number;
  /** Sections that have files in any lane but are not expected. */
  readonly beyond: readonly NumberRange[];
}

/** The content of a place. `unexpected`: a file that should not exist. `none`: no file, and none expected. */
export type PlaceState =
  | 'missing'
  | 'present'
  | 'arriving'
  | 'sending'
  | 'replacing'
  | 'unreadable'
  | 'duplicate'
  | 'flat'
  | Difference
  | 'unexpected'
  | 'none';

const DIFFERENCES = ['different', 'onlyLocal', 'onlyServer'] as const;

/** Returns the section images among the files. */
export function sectionImages(files: readonly FileItem[]): readonly SectionImage[] {
  const images: SectionImage[] = [];
  for (const { naming, unreadable, isFlat } of files) {
    if (naming !== undefined) {
      const { title, layer, channel } = naming;
      const image = { section: Number(title), layer, channel };
      if (unreadable !== undefined) images.push({ ...image, isUnreadable: true });
      else images.push(isFlat === true ? { ...image, isFlat } : image);
    }
  }
  return images;
}

/**
 * Compares images with the metadata. Sections are numbered from 1, or from 0 if there is an image of section 0 but none
 * of the last section. A layer is expected as soon as it has one image at an expected place.
 *
 * @returns undefined if neither the metadata nor any file name defines what to expect
 */
export function assessCompleteness(
  images: readonly SectionImage[],
  expected: ExpectedImages,
): Completeness | undefined {
  const found = countLanes(images.filter(({ arrival }) => arrival !== 'leftOut'));
  const leftOut = countLanes(images.filter(({ arrival }) => arrival === 'leftOut'));
  const sections = expectedSections(found, expected.sections);
  const channels = sortedUnique(expected.channels.length > 0 ? expected.channels : found.map(({ channel }) => channel));
  if (sections === undefined || channels.length === 0) return undefined;
  const fitting = found.filter((lane) => channels.includes(lane.channel) && hasWithin(lane, sections));
  const layers = sortedUnique(fitting.length > 0 ? fitting.map(({ layer }) => layer) : [1]);

  const assessed: Lane[] = [];
  for (const layer of layers) {
    for (const channel of channels) {
      const inLane = (lane: LaneCounts) => lane.layer === layer && lane.channel === channel;
      const lane = buildLane(found.find(inLane) ?? emptyCounts(layer, channel), sections);
      assessed.push({ ...lane, leftOut: leftOutOf(lane, leftOut.find(inLane)) });
    }
  }
  const planned = withGaps(assessed);
  const total = (rangesOf: (lane: Lane) => readonly NumberRange[]) =>
    planned.reduce((sum, lane) => sum + countInRanges(rangesOf(lane)), 0);
  const others: Lane[] = [];
  for (const lane of found) {
    if (channels.includes(lane.channel)) continue;
    others.push({
      ...buildLane(lane, sections),
      isExpected: false,
      missing: [],
      unreadable: [],
      duplicate: [],
      flat: [],
      arriving: [],
    });
  }
  return {
    isForecast: found.some(({ sending, replacing }) => sending.size + replacing.size > 0),
    isComparison: found.some(({ differences }) => Object.values(differences).some(({ size }) => size > 0)),
    sections,
    isTotalKnown: typeof expected.sections === 'number',
    lanes: [...planned, ...others],
    expected: planned.length * countInRanges([sections]),
    missing: total((lane) => lane.missing),
    leftOut: total((lane) => lane.leftOut),
    unreadable: total((lane) => lane.unreadable),
    duplicate: total((lane) => lane.duplicate),
    flat: total((lane) => lane.flat),
    arriving: total((lane) => lane.arriving),
    completeSections: countInRanges([sections]) - countInRanges(mergeRanges(planned.flatMap(incompleteSections))),
    beyond: toRanges(sortedUnique(sectionsOf(found).filter((section) => !isWithin(section, sections)))),
  };
}

/** Returns what a section of a lane contains. */
export function placeState(lane: Lane, section: number, sections: NumberRange): PlaceState {
  const count = lane.files.get(section) ?? 0;
  if (!lane.isExpected || !isWithin(section, sections)) return count === 0 ? 'none' : 'unexpected';
  const isIn = (ranges: readonly NumberRange[]) => ranges.some((range) => isWithin(section, range));
  if (count === 0) return 'missing';
  if (isIn(lane.unreadable)) return 'unreadable';
  if (isIn(lane.arriving)) return 'arriving';
  if (count > 1) return 'duplicate';
  const difference = DIFFERENCES.find((one) => isIn(lane.differences[one]));
  if (difference !== undefined) return difference;
  if (isIn(lane.flat)) return 'flat';
  return isIn(lane.sending) ? 'sending' : isIn(lane.replacing) ? 'replacing' : 'present';
}

function buildLane(counts: LaneCounts, sections: NumberRange): Lane {
  const { layer, channel, files, unusable, flat, arriving } = counts;
  // Sets and keys of maps are distinct.
  const within = (found: Iterable<number>) =>
    [...found].filter((section) => isWithin(section, sections)).sort((left, right) => left - right);
  const hasReadable = (section: number) => countReadable(counts, section) > 0;
  const present = within(files.keys());
  return {
    layer,
    channel,
    isExpected: true,
    missing: gapsBetween([sections.first - 1, ...present, sections.last + 1]),
    leftOut: [],
    gaps: [],
    present: toRanges(present),
    unreadable: toRanges(within(unusable.keys()).filter((section) => !hasReadable(section) && !arriving.has(section))),
    duplicate: toRanges(within(counts.duplicate)),
    flat: toRanges(within(flat.keys()).filter((section) => countReadable(counts, section) === flat.get(section))),
    arriving: toRanges(within(arriving).filter((section) => !hasReadable(section))),
    sending: toRanges(within(counts.sending)),
    replacing: toRanges(within(counts.replacing)),
    differences: {
      different: toRanges(within(counts.differences.different)),
      onlyLocal: toRanges(within(counts.differences.onlyLocal)),
      onlyServer: toRanges(within(counts.differences.onlyServer)),
    },
    files,
  };
}

function leftOutOf({ missing }: Lane, counts: LaneCounts | undefined): readonly NumberRange[] {
  const sections = [...(counts?.files.keys() ?? [])].filter((section) =>
    missing.some((range) => isWithin(section, range)),
  );
  return toRanges(sortedUnique(sections));
}

/** Adds the gaps: the missing sections between those that have files in any lane. */
function withGaps(lanes: readonly Lane[]): readonly Lane[] {
  const present = lanes.flatMap((lane) => lane.present);
  const first = present.reduce((lowest, range) => Math.min(lowest, range.first), Number.POSITIVE_INFINITY);
  const last = present.reduce((highest, range) => Math.max(highest, range.last), Number.NEGATIVE_INFINITY);
  return lanes.map((lane) => {
    const gaps = lane.missing.flatMap((range) => {
      const part = { first: Math.max(range.first, first), last: Math.min(range.last, last) };
      return part.first <= part.last ? [part] : [];
    });
    return { ...lane, gaps };
  });
}

function incompleteSections({ missing, unreadable, arriving }: Lane): readonly NumberRange[] {
  return [...missing, ...unreadable, ...arriving];
}

function expectedSections(
  lanes: readonly LaneCounts[],
  total: number | NumberRange | undefined,
): NumberRange | undefined {
  if (typeof total === 'object') return total;
  const occurs = (section: number) => lanes.some(({ files }) => files.has(section));
  if (total !== undefined && total >= 1) {
    return occurs(0) && !occurs(total) ? { first: 0, last: total - 1 } : { first: 1, last: total };
  }
  const last = sectionsOf(lanes).reduce((highest, section) => Math.max(highest, section), -1);
  return last < 0 ? undefined : { first: occurs(0) ? 0 : 1, last };
}

function sectionsOf(lanes: readonly LaneCounts[]): readonly number[] {
  return lanes.flatMap(({ files }) => [...files.keys()]);
}

function hasWithin({ files }: LaneCounts, sections: NumberRange): boolean {
  for (const section of files.keys()) if (isWithin(section, sections)) return true;
  return false;
}
