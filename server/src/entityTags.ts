/** In the quotes of a tag there may be commas, and no quotes. */
const TAGS = /(?:W\/)?("[!\x23-\x7e\x80-\uffff]*")/g;

/**
 * Whether a client has what it would get: its `If-None-Match` names the tag, in a list, weakly or as `*` (RFC 9110,
 * 13.1.2). A header that can't be read names nothing.
 *
 * @param etag of what it would get, with its quotes
 */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const isList = /^[\s,]*$/.test(header.replace(TAGS, ''));
  return isList && [...header.matchAll(TAGS)].some(([, tag]) => tag === etag.replace(/^W\//, ''));
}

/**
 * Whether a range may be taken: `If-Range` is not there, or is this very tag (RFC 9110, 13.1.5). A date is not believed:
 * it can't tell two contents of one second apart.
 */
export function allowsRange(header: string | undefined, etag: string): boolean {
  return header === undefined || (header.trim() === etag && !etag.startsWith('W/'));
}
