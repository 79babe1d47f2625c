import { counted } from '@data-manager/lib/plural';
import { isFlatKind, type FlatKind, type ImageContent } from './imageContent';
import type { ImageCheck } from './imageProblem';

/**
 * Says that an image has no preview. The check before an upload, the server, the list and the preview say it alike.
 *
 * @param what the reason, such as `LZMA compression`
 */
export function unshownText(what: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} can’t be previewed`;
}

/** Says that the server can't read an image although its headers promise nothing unusual. */
export const DAMAGED_TEXT = 'Damaged, or not an image';

const FLAT_TEXTS: Readonly<Record<FlatKind, string>> = {
  flat: 'Flat: all pixels equal',
  black: 'Black: all pixels 0',
  saturated: 'Saturated: all at max',
};

/** Says that there is nothing to see; undefined for an image that is not flat. */
export function flatText(content: ImageContent | undefined): string | undefined {
  return isFlatKind(content) ? FLAT_TEXTS[content] : undefined;
}

/** Returns what a check has found of a complete image, in a sentence for each. */
export function checkNotes({ unshown, planes }: ImageCheck): readonly string[] {
  return [
    ...(unshown === undefined ? [] : [unshownText(unshown)]),
    ...(planes === undefined
      ? []
      : [`The description names ${counted(planes.stated, 'plane')}, the file has ${planes.found}`]),
  ];
}
