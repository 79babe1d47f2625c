import { lastSegment } from '@data-manager/lib/lastSegment';
import * as v from 'valibot';
import { expectedImages, type ExpectingMetadata } from '../completeness/expectedImages';
import { isForeignName, type DatasetNames } from '../names/datasetNames';
import { parseFileName, type ParsedFileName } from '../names/grammar';
import { countInRanges, isWithin, mergeRanges, type NumberRange } from '../numberRange';
import { Count, listOf } from '../storedValues';

/** The images of one channel in one layer, as ranges of sections in ascending order. */
export const Lane = v.object({
  layer: Count,
  channel: Count,
  sections: listOf(v.object({ first: Count, last: Count })),
});

export type Lane = Readonly<v.InferOutput<typeof Lane>>;

/** The images that a dataset should have. */
export const ExpectedSections = v.object({
  /** Number of sections. */
  sections: Count,
  /** Channel numbers; not empty. */
  channels: listOf(Count),
  /** Number of layers; absent if unknown. */
  layers: v.optional(Count),
  /** The number of sections that the metadata stated when it was last read. The user may have stated another one. */
  declared: v.exactOptional(Count),
});

export type ExpectedSections = Readonly<v.InferOutput<typeof ExpectedSections>>;

/**
 * Returns the images that a dataset should have by its metadata, as it is now. The user's number of sections is kept until the
 * metadata states a new one.
 */
export function withMetadata(
  expected: ExpectedSections | undefined,
  metadata: ExpectingMetadata,
): ExpectedSections | undefined {
  const { sections: declared, channels, layers } = expectedImages(metadata);
  if (declared === undefined || declared < 1 || channels.length === 0) return expected;
  const sections = declared === expected?.declared ? expected.sections : declared;
  return { sections, channels, ...(layers !== undefined && { layers }), declared };
}

type Image = Pick<ParsedFileName, 'section' | 'layer' | 'channel'>;

/** Returns the image that a key denotes; undefined if its name is that of another dataset's image, or of none. */
export function imageOfKey(key: string, names: DatasetNames | undefined): Image | undefined {
  const name = lastSegment(key);
  const image = parseFileName(name);
  return image === undefined || (names !== undefined && isForeignName(name, names)) ? undefined : image;
}

/** Adds an image. Returns the same list if it already contains the image. */
export function withImage(images: readonly Lane[], { section, layer, channel }: Image): readonly Lane[] {
  const lane = images.find((one) => one.layer === layer && one.channel === channel);
  if (lane === undefined) return [...images, { layer, channel, sections: [{ first: section, last: section }] }];
  if (lane.sections.some((range) => isWithin(section, range))) return images;
  const sections = mergeRanges([...lane.sections, { first: section, last: section }]);
  return images.map((one) => (one === lane ? { ...lane, sections } : one));
}

/** Returns the images that keys denote. */
export function imagesOfKeys(keys: readonly string[], names?: DatasetNames): readonly Lane[] {
  let images: readonly Lane[] = [];
  for (const key of keys) {
    const image = imageOfKey(key, names);
    if (image !== undefined) images = withImage(images, image);
  }
  return images;
}

/** The number of expected images, and how many of them exist. */
export interface ImageCount {
  readonly expected: number;
  readonly present: number;
}

/**
 * Counts the expected images and the existing images. Sections are numbered from 1, or from 0 if there is an image of
 * section 0 but none of the last section. A layer is expected if the metadata states it, or as soon as it has an image at an expected place.
 */
export function countImages(images: readonly Lane[], { sections, channels, layers = 1 }: ExpectedSections): ImageCount {
  const has = (section: number): boolean =>
    images.some((lane) => lane.sections.some((range) => isWithin(section, range)));
  const first = has(0) && !has(sections) ? 0 : 1;
  const expected = { first, last: first + sections - 1 };
  const lanes = images
    .filter(({ channel }) => channels.includes(channel))
    .map(({ layer, sections }) => ({ layer, present: countInRanges(inside(sections, expected)) }))
    .filter(({ present }) => present > 0);
  const found = new Set(lanes.map(({ layer }) => layer)).size;
  return {
    expected: Math.max(layers, found) * sections * channels.length,
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
