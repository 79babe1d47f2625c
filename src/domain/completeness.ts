import type { FileItem } from './fileListing';
import { countOf, isWithin, rising, toRanges, type NumberRange } from './numberRange';
import { foundLanes, laneReader } from './sectionLanes';

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

/** The images among the files. */
export function sectionImages(files: readonly FileItem[]): readonly SectionImage[] {
  return files.flatMap(({ naming }) =>
    naming === undefined ? [] : [{ section: Number(naming.title), layer: naming.layer, channel: naming.channel }],
  );
}

/**
 * Holds images against what the metadata says. Sections count from 1; from 0 where there is a section 0 and none of the
 * last number. Every layer that occurs in an expected place is expected for all of them.
 *
 * @returns undefined where neither the metadata nor a name says what to expect
 */
export function judgeCompleteness(images: readonly SectionImage[], expected: ExpectedImages): Completeness | undefined {
  const sections = expectedSections(images, expected.sections);
  const channels = rising(expected.channels.length > 0 ? expected.channels : images.map(({ channel }) => channel));
  if (sections === undefined || channels.length === 0) return undefined;
  const known = new Set(channels);
  const fitting = images.filter(({ section, channel }) => isWithin(section, sections) && known.has(channel));
  const layers = rising(fitting.length > 0 ? fitting.map(({ layer }) => layer) : [1]);

  const laneOf = laneReader(images, sections);
  const planned = layers.flatMap((layer) => channels.map((channel) => laneOf({ layer, channel })));
  const others = foundLanes(images)
    .filter(({ channel }) => !known.has(channel))
    .map((place) => ({ ...laneOf(place), isExpected: false, missing: [], duplicate: [] }));
  return {
    isForecast: images.some(({ arrival }) => arrival !== undefined),
    sections,
    lanes: [...planned, ...others],
    expected: planned.length * countOf([sections]),
    missing: planned.reduce((sum, lane) => sum + countOf(lane.missing), 0),
    beyond: toRanges(rising(images.map(({ section }) => section).filter((section) => !isWithin(section, sections)))),
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
  images: readonly SectionImage[],
  total: number | NumberRange | undefined,
): NumberRange | undefined {
  if (typeof total === 'object') return total;
  const found = new Set(images.map(({ section }) => section));
  const hasZero = found.has(0);
  if (total !== undefined && total >= 1) {
    return hasZero && !found.has(total) ? { first: 0, last: total - 1 } : { first: 1, last: total };
  }
  const last = images.reduce((highest, { section }) => Math.max(highest, section), -1);
  return last < 0 ? undefined : { first: hasZero ? 0 : 1, last };
}
