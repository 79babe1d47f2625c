/** Longest key, in bytes of UTF-8: S3's limit. */
export const KEY_MAX_BYTES = 1024;
/** Longest segment of a key, in bytes of UTF-8: what disks hold. */
export const SEGMENT_MAX_BYTES = 255;
/** No letter takes more bytes for each of its units. */
const BYTES_PER_UNIT = 3;

/**
 * Whether the storage takes a file under this key. A disk's names may hold what a key may not, and grow where they are
 * put into NFC.
 * @param key in NFC, without empty segments
 */
export function isStorableKey(key: string): boolean {
  if (/[\p{Control}\p{Surrogate}\\]/u.test(key) || exceeds(key, KEY_MAX_BYTES)) return false;
  return key.split('/').every((name) => name !== '.' && name !== '..' && !exceeds(name, SEGMENT_MAX_BYTES));
}

function exceeds(text: string, bytes: number): boolean {
  return text.length * BYTES_PER_UNIT > bytes && new TextEncoder().encode(text).length > bytes;
}
