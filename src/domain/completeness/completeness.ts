import { finish, type InPieces } from '../../lib/inPieces';
import type { FileItem } from '../listing/fileListing';
import { countOf, isWithin, rising, toRanges, type NumberRange } from '../numberRange';
import { countLanes, emptyLane, readLane, type CountedLane } from './sectionLanes';

/** A section image, by its name alone. */
export interface SectionImage {
  readonly section: number;
  readonly layer: number;
  readonly channel: number;
  /** How it is about to be sent; absent for one that is there already. */
  readonly arrival?: 'new' | 'replacing';
}

/** What is expected of the images. */
export interface ExpectedImages {
  /** How many, or which. Undefined where nobody has said: the highest section in the names counts then. */
  readonly sections: number | NumberRange | undefined;
  /** Channel numbers; none where nobody has said: those in the names count then. */
  readonly channels: readonly number[];
}

/** The images of one channel in one layer. Ranges are of sections, rising and apart from each other. */
export interface Lane {
  readonly layer: number;
  readonly channel: number;
  /** False for a channel that the metadata does not have: nothing is missing in it, and nothing belongs there. */
  readonly isExpected: boolean;
  /** Expected, and no file is there. */
  readonly missing: readonly NumberRange[];
  /** One file or more. */
  readonly present: readonly NumberRange[];
  /** Expected, and more than one file is there. */
  readonly duplicate: readonly NumberRange[];
  /** A file is about to be sent, under a key that nothing has. */
  readonly sending: readonly NumberRange[];
  /** A file is about to take the place of one that is there. */
  readonly replacing: readonly NumberRange[];
  /** Files by section, those of sections that are not expected included. */
  readonly files: ReadonlyMap<number, number>;
}

/** Section × channel × layer, held against what is expected. */
export interface Completeness {
  /** Some of it is only about to be sent: then this is how things will be. */
  readonly isForecast: boolean;
  /** The sections that are expected. */
  readonly sections: NumberRange;
  /** By layer and channel; what is not expected stands last. */
  readonly lanes: readonly Lane[];
  /** Places in the expected lanes: each should hold one file. */
  readonly expected: number;
  readonly missing: number;
  /** Sections with files that are not among those expected, in any lane. */
  readonly beyond: readonly NumberRange[];
}

/** What a place holds. `unexpected`: a file where none belongs; `none`: no file, and none belongs there. */
export type PlaceState = 'missing' | 'present' | 'sending' | 'replacing' | 'duplicate' | 'unexpected' | 'none';

/** Files that are read between two pieces. */
const PIECE_FILES = 2_000;

/** The images among the files. */
export function* sectionImages(files: readonly FileItem[]): InPieces<readonly SectionImage[]> {
  const images: SectionImage[] = [];
  for (const [index, { naming }] of files.entries()) {
    if (naming !== undefined) {
      images.push({ section: Number(naming.title), layer: naming.layer, channel: naming.channel });
    }
    if (index % PIECE_FILES === PIECE_FILES - 1) yield;
  }
  return images;
}

/** As `judgeInPieces`, at once: for images of which there are not many. */
export function judgeCompleteness(images: readonly SectionImage[], expected: ExpectedImages): Completeness | undefined {
  return finish(judgeInPieces(images, expected));
}

/**
 * Holds images against what the metadata says. Sections count from 1; from 0 where there is a section 0 and none of the
 * last number. Every layer that occurs in an expected place is expected for all of them.
 *
 * @returns undefined where neither the metadata nor a name says what to expect
 */
export function* judgeInPieces(
  images: readonly SectionImage[],
  expected: ExpectedImages,
): InPieces<Completeness | undefined> {
  const found = yield* countLanes(images);
  const sections = expectedSections(found, expected.sections);
  const channels = rising(expected.channels.length > 0 ? expected.channels : found.map(({ channel }) => channel));
  if (sections === undefined || channels.length === 0) return undefined;
  const fitting = found.filter((lane) => channels.includes(lane.channel) && hasWithin(lane, sections));
  const layers = rising(fitting.length > 0 ? fitting.map(({ layer }) => layer) : [1]);

  const planned: Lane[] = [];
  for (const layer of layers) {
    for (const channel of channels) {
      const counted = found.find((lane) => lane.layer === layer && lane.channel === channel);
      planned.push(yield* readLane(counted ?? emptyLane(layer, channel), sections));
    }
  }
  const others: Lane[] = [];
  for (const lane of found) {
    if (channels.includes(lane.channel)) continue;
    others.push({ ...(yield* readLane(lane, sections)), isExpected: false, missing: [], duplicate: [] });
  }
  return {
    isForecast: found.some(({ sending, replacing }) => sending.size + replacing.size > 0),
    sections,
    lanes: [...planned, ...others],
    expected: planned.length * countOf([sections]),
    missing: planned.reduce((sum, lane) => sum + countOf(lane.missing), 0),
    beyond: toRanges(rising(sectionsOf(found).filter((section) => !isWithin(section, sections)))),
  };
}

/** What a section of a lane holds. */
export function placeState(lane: Lane, section: number, sections: NumberRange): PlaceState {
  const count = lane.files.get(section) ?? 0;
  if (!lane.isExpected || !isWithin(section, sections)) return count === 0 ? 'none' : 'unexpected';
  if (count !== 1) return count === 0 ? 'missing' : 'duplicate';
  const isIn = (ranges: readonly NumberRange[]) => ranges.some((range) => isWithin(section, range));
  return isIn(lane.sending) ? 'sending' : isIn(lane.replacing) ? 'replacing' : 'present';
}

function expectedSections(
  lanes: readonly CountedLane[],
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

function sectionsOf(lanes: readonly CountedLane[]): readonly number[] {
  return lanes.flatMap(({ files }) => [...files.keys()]);
}

function hasWithin({ files }: CountedLane, sections: NumberRange): boolean {
  for (const section of files.keys()) if (isWithin(section, sections)) return true;
  return false;
}
