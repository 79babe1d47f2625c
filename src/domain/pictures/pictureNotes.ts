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

/** Says that there is nothing to see. */
export const FLAT_TEXT = 'Flat: all pixels equal';
