import type { FileItem } from '../listing/fileListing';
import { foreignPrefixes } from '../names/datasetNames';
import { namePrefix } from '../names/grammar';
import {
  countInRanges,
  gapsBetween,
  isWithin,
  mergeRanges,
  sortedUnique,
  toRanges,
  type NumberRange,
} from '../numberRange';
import { FLAT_KINDS, type FlatKind } from '../pictures/check/imageContent';
import type { ExpectedImages } from './expectedImages';
import { countLanes, countReadable, emptyCounts, type LaneCounts } from './laneCounts';
import type { Difference, SectionImage } from './sectionImage';

/**
 * The images of one channel in one layer. All ranges are section numbers in ascending order, without overlap. `flat`, `black` and
 * `saturated` are expected sections whose readable files are all so. They are complete.
 */
export interface Lane extends Readonly<Record<FlatKind, readonly NumberRange[]>> {
  readonly layer: number;
  readonly channel: number;
  /** False for a channel that is not in the metadata: none of its images is expected, so none is missing. */
  readonly isExpected: boolean;
  /** Expected sections without a file that could be restored. */
  readonly missing: readonly NumberRange[];
  /** Expected sections whose files were all deleted, and can be restored. */
  readonly deleted: readonly NumberRange[];
  /** The part of `missing` that a planned upload leaves out. */
  readonly leftOut: readonly NumberRange[];
  /** Sections with at least one file. */
  readonly present: readonly NumberRange[];
  /** Expected sections whose files are all unreadable. They are present, but not complete. */
  readonly unreadable: readonly NumberRange[];
  /** Expected sections with more than one file. */
  readonly duplicate: readonly NumberRange[];
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

/** Section × channel × layer, compared with the expected images. `flat`, `black` and `saturated` count places in the expected lanes. */
export interface Completeness extends Readonly<Record<FlatKind, number>> {
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
  /** Number of these places without a file that could be restored. */
  readonly missing: number;
  /** Number of these places whose files were all deleted, and can be restored. */
  readonly deleted: number;
  /** Number of these places that a planned upload leaves out. */
  readonly leftOut: number;
  /** Number of these places whose files are all unreadable. */
  readonly unreadable: number;
  /** Number of these places with more than one file. */
  readonly duplicate: number;
  /** True if the content of some images on the server is unknown. */
  readonly hasUnknownContent: boolean;
  /** Number of these places that have no readable file yet, but one that is being uploaded. */
  readonly arriving: number;
  /** Number of expected sections that have a readable file in each expected lane. */
  readonly completeSections: number;
  /** Sections that have files in any lane but are not expected. */
  readonly beyond: readonly NumberRange[];
  /** Images of other datasets, which count nowhere else. */
  readonly foreign: readonly SectionImage[];
}

/** The content of a place. `unexpected`: a file that should not exist. `none`: no file, and none expected. */
export type PlaceState =
  | 'missing'
  | 'deleted'
  | 'present'
  | 'arriving'
  | 'sending'
  | 'replacing'
  | 'unreadable'
  | 'duplicate'
  | FlatKind
  | Difference
  | 'unexpected'
  | 'none';

const DIFFERENCES = ['different', 'onlyLocal', 'onlyServer'] as const;

/** Returns the section images among the files. */
export function sectionImages(files: readonly FileItem[]): readonly SectionImage[] {
  const images: SectionImage[] = [];
  for (const { naming, fileName: name, unreadable, content } of files) {
    if (naming !== undefined) {
      const { title, layer, channel } = naming;
      const image = { section: Number(title), layer, channel, name };
      if (unreadable !== undefined) images.push({ ...image, isUnreadable: true });
      else images.push(content === undefined ? image : { ...image, content });
    }
  }
  return images;
}

/**
 * Compares images with the metadata. Sections are numbered from 1, or from 0 if there is an image of section 0 but none
 * of the last section. A layer is expected if the metadata states it, or as soon as it has one image at an expected place. Deleted
 * images are not expected, unless there are no others.
 *
 * @returns undefined if neither the metadata nor any file name defines what to expect
 */
export function assessCompleteness(all: readonly SectionImage[], expected: ExpectedImages): Completeness | undefined {
  const isForeign = foreignTest(all, expected.dataset);
  const images = all.filter((image) => !isForeign(image));
  const deleted = countLanes(images.filter(({ isDeleted }) => isDeleted === true));
  const found = countLanes(images.filter(({ arrival, isDeleted }) => arrival !== 'leftOut' && isDeleted !== true));
  const leftOut = countLanes(images.filter(({ arrival }) => arrival === 'leftOut'));
  const known = found.length > 0 ? found : deleted;
  const sections = expectedSections(known, expected.sections);
  const channels = sortedUnique(expected.channels.length > 0 ? expected.channels : known.map(({ channel }) => channel));
  if (sections === undefined || channels.length === 0) return undefined;
  const fitting = known.filter((lane) => channels.includes(lane.channel) && hasWithin(lane, sections));
  const layers = sortedUnique([
    ...layersStated(known, expected.layers ?? (fitting.length > 0 ? 0 : 1)),
    ...fitting.map(({ layer }) => layer),
  ]);

  const planned: Lane[] = [];
  for (const layer of layers) {
    for (const channel of channels) {
      const inLane = (lane: LaneCounts) => lane.layer === layer && lane.channel === channel;
      const lane = buildLane(found.find(inLane) ?? emptyCounts(layer, channel), sections, deleted.find(inLane));
      planned.push({ ...lane, leftOut: leftOutOf(lane, leftOut.find(inLane)) });
    }
  }
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
      ...flatKinds(() => []),
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
    deleted: total((lane) => lane.deleted),
    leftOut: total((lane) => lane.leftOut),
    unreadable: total((lane) => lane.unreadable),
    duplicate: total((lane) => lane.duplicate),
    ...flatKinds((kind) => total((lane) => lane[kind])),
    hasUnknownContent: images.some(isUnknown),
    arriving: total((lane) => lane.arriving),
    completeSections: countInRanges([sections]) - countInRanges(mergeRanges(planned.flatMap(incompleteSections))),
    beyond: toRanges(sortedUnique(sectionsOf(found).filter((section) => !isWithin(section, sections)))),
    foreign: all.filter((image) => isForeign(image) && image.arrival !== 'leftOut' && image.isDeleted !== true),
  };
}

/** The folder that is compared may be that of another dataset, so its images name none. */
function foreignTest(images: readonly SectionImage[], dataset: ExpectedImages['dataset']) {
  const namesOf = (some: readonly SectionImage[]) => some.flatMap(({ name }) => name ?? []);
  const onServer = images.filter(({ difference }) => difference !== 'onlyLocal');
  const prefixes = foreignPrefixes(dataset, namesOf(images), namesOf(onServer));
  return ({ name }: SectionImage) => name !== undefined && prefixes.has(namePrefix(name));
}

/** Returns what a section of a lane contains. */
export function placeState(lane: Lane, section: number, sections: NumberRange): PlaceState {
  const count = lane.files.get(section) ?? 0;
  if (!lane.isExpected || !isWithin(section, sections)) return count === 0 ? 'none' : 'unexpected';
  const isIn = (ranges: readonly NumberRange[]) => ranges.some((range) => isWithin(section, range));
  if (count === 0) return isIn(lane.deleted) ? 'deleted' : 'missing';
  if (isIn(lane.unreadable)) return 'unreadable';
  if (isIn(lane.arriving)) return 'arriving';
  if (count > 1) return 'duplicate';
  const difference = DIFFERENCES.find((one) => isIn(lane.differences[one]));
  if (difference !== undefined) return difference;
  const flat = FLAT_KINDS.find((kind) => isIn(lane[kind]));
  if (flat !== undefined) return flat;
  return isIn(lane.sending) ? 'sending' : isIn(lane.replacing) ? 'replacing' : 'present';
}

function buildLane(counts: LaneCounts, sections: NumberRange, restorable?: LaneCounts): Lane {
  const { layer, channel, files, unusable, flat, arriving } = counts;
  // Sets and keys of maps are distinct.
  const within = (found: Iterable<number>) =>
    [...found].filter((section) => isWithin(section, sections)).sort((left, right) => left - right);
  const hasReadable = (section: number) => countReadable(counts, section) > 0;
  const present = within(files.keys());
  const deleted = within(restorable?.files.keys() ?? []).filter((section) => !files.has(section));
  return {
    layer,
    channel,
    isExpected: true,
    missing: gapsBetween([sections.first - 1, ...sortedUnique([...present, ...deleted]), sections.last + 1]),
    deleted: toRanges(deleted),
    leftOut: [],
    present: toRanges(present),
    unreadable: toRanges(within(unusable.keys()).filter((section) => !hasReadable(section) && !arriving.has(section))),
    duplicate: toRanges(within(counts.duplicate)),
    ...flatKinds((kind) =>
      toRanges(
        within(flat[kind].keys()).filter((section) => countReadable(counts, section) === flat[kind].get(section)),
      ),
    ),
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

function flatKinds<Value>(valueOf: (kind: FlatKind) => Value): Readonly<Record<FlatKind, Value>> {
  return { flat: valueOf('flat'), black: valueOf('black'), saturated: valueOf('saturated') };
}

function isUnknown({ content, isUnreadable, arrival, isDeleted }: SectionImage): boolean {
  return content === undefined && isUnreadable !== true && arrival === undefined && isDeleted !== true;
}

function leftOutOf({ missing }: Lane, counts: LaneCounts | undefined): readonly NumberRange[] {
  const sections = [...(counts?.files.keys() ?? [])].filter((section) =>
    missing.some((range) => isWithin(section, range)),
  );
  return toRanges(sortedUnique(sections));
}

function incompleteSections({ missing, deleted, unreadable, arriving }: Lane): readonly NumberRange[] {
  return [...missing, ...deleted, ...unreadable, ...arriving];
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

/** Layers are numbered from 1, or from 0 if there is an image of layer 0. */
function layersStated(lanes: readonly LaneCounts[], count: number): readonly number[] {
  const first = lanes.some(({ layer }) => layer === 0) ? 0 : 1;
  return Array.from({ length: count }, (_, index) => first + index);
}

function sectionsOf(lanes: readonly LaneCounts[]): readonly number[] {
  return lanes.flatMap(({ files }) => [...files.keys()]);
}

function hasWithin({ files }: LaneCounts, sections: NumberRange): boolean {
  for (const section of files.keys()) if (isWithin(section, sections)) return true;
  return false;
}
