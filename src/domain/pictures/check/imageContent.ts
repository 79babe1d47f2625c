/** What all pixels of an image have in common: any value, the value 0, or the highest value of a camera. */
export type FlatKind = 'flat' | 'black' | 'saturated';

/** What the pixels of an image say about it. A flat, black or saturated image is complete, too. */
export type ImageContent = 'complete' | 'damaged' | FlatKind;

export const FLAT_KINDS = ['flat', 'black', 'saturated'] as const satisfies readonly FlatKind[];
export const IMAGE_CONTENTS = ['complete', 'damaged', ...FLAT_KINDS] as const satisfies readonly ImageContent[];

/** The highest values of cameras with 10, 12 and 14 bits, whose images are stored with 16 bits. */
const CAMERA_MAXIMA: ReadonlySet<number> = new Set([1_023, 4_095, 16_383]);

/**
 * Tells the kinds of flat images apart.
 *
 * @param values the value of all pixels in each channel
 * @param maximum the highest value of their type; undefined if it is not an unsigned one of 8 or 16 bits
 */
export function flatKind(values: readonly number[], maximum: number | undefined): FlatKind {
  if (values.every((value) => value === 0)) return 'black';
  const isHighest = (value: number) => value === maximum || (maximum === 0xffff && CAMERA_MAXIMA.has(value));
  return values.every(isHighest) ? 'saturated' : 'flat';
}

/** Returns true for the kinds of flat images. */
export function isFlatKind(content: string | undefined): content is FlatKind {
  return FLAT_KINDS.some((kind) => kind === content);
}
