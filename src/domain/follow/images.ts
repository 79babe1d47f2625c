import { lastSegment } from '@data-manager/lib/lastSegment';
import { parseFileName, type ParsedFileName } from '../names/grammar';
import { countInRanges, isWithin, type NumberRange } from '../numberRange';

/** The images of one channel in one layer, as ranges of sections in ascending order. */
export interface Lane {
  readonly layer: number;
  readonly channel: number;
  readonly sections: readonly NumberRange[];
}

/** The images that a dataset should have. */
export interface ExpectedSections {
  /** Number of sections. */
  readonly sections: number;
  /** Channel numbers; not empty. */
  readonly channels: readonly number[];
}

type Image = Pick<ParsedFileName, 'section' | 'layer' | 'channel'>;

/** Returns the image that a key denotes; undefined if its name does not follow the naming format. */
export function imageOfKey(key: string): Image | undefined {
  return parseFileName(lastSegment(key));
}

/** Adds an image. Returns the same list if it already contains the image. */
export function withImage(images: readonly Lane[], { section, layer, channel }: Image): readonly Lane[] {
  const lane = images.find((one) => one.layer === layer && one.channel === channel);
  if (lane === undefined) return [...images, { layer, channel, sections: [{ first: section, last: section }] }];
  const sections = withNumber(lane.sections, section);
  return sections === lane.sections ? images : images.map((one) => (one === lane ? { ...lane, sections } : one));
}

/** Returns the images that keys denote. */
export function imagesOfKeys(keys: readonly string[]): readonly Lane[] {
  let images: readonly Lane[] = [];
  for (const key of keys) {
    const image = imageOfKey(key);
    if (image !== undefined) images = withImage(images, image);
  }
  return images;
}

function withNumber(ranges: readonly NumberRange[], number: number): readonly NumberRange[] {
  // Most files arrive in order, so the position is near the end.
  const index = ranges.findLastIndex(({ first }) => first <= number);
  const before = ranges[index];
  const after = ranges[index + 1];
  if (before !== undefined && isWithin(number, before)) return ranges;
  const joinsBefore = before?.last === number - 1;
  const joinsAfter = after?.first === number + 1;
  const range = { first: joinsBefore ? before.first : number, last: joinsAfter ? after.last : number };
  return [
    ...ranges.slice(0, joinsBefore ? index : index + 1),
    range,
    ...ranges.slice(joinsAfter ? index + 2 : index + 1),
  ];
}

/** The number of expected images, and how many of them exist. */
export interface ImageCount {
  readonly expected: number;
  readonly present: number;
}

/**
 * Counts the expected images and those that exist. Sections are numbered from 1, or from 0 if there is an image of
 * section 0 but none of the last section. A layer is expected as soon as it has an image at an expected place.
 */
export function countImages(images: readonly Lane[], { sections, channels }: ExpectedSections): ImageCount {
  const has = (section: number): boolean =>
    images.some((lane) => lane.sections.some((range) => isWithin(section, range)));
  const first = has(0) && !has(sections) ? 0 : 1;
  const expected = { first, last: first + sections - 1 };
  const lanes = images
    .filter(({ channel }) => channels.includes(channel))
    .map(({ layer, sections }) => ({ layer, present: countInRanges(inside(sections, expected)) }))
    .filter(({ present }) => present > 0);
  const layers = new Set(lanes.map(({ layer }) => layer)).size;
  return {
    expected: Math.max(1, layers) * sections * channels.length,
    present: lanes.reduce((sum, { present }) => sum + present, 0),
  };
}

function inside(ranges: readonly NumberRange[], limits: NumberRange): readonly NumberRange[] {
  return ranges
    .map(({ first, last }) => ({ first: Math.max(first, limits.first), last: Math.min(last, limits.last) }))
    .filter(({ first, last }) => first <= last);
}

/** Returns true if the images are complete; false if it is not known how many are expected. */
export function areImagesComplete(images: readonly Lane[], expected: ExpectedSections | undefined): boolean {
  if (expected === undefined) return false;
  const count = countImages(images, expected);
  return count.present >= count.expected;
}
