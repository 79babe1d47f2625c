/** Maximum length of a key in UTF-8 bytes (a limit of S3). */
export const KEY_MAX_BYTES = 1024;
/** Maximum length of a key's segment in UTF-8 bytes (a limit of file systems). */
export const SEGMENT_MAX_BYTES = 255;
/** Maximum number of UTF-8 bytes for one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Returns true if the storage accepts a file under this key. Local file names may contain characters that a key may not,
 * and may exceed the limits once they are normalized.
 * @param key in NFC, without empty segments
 */
export function isStorableKey(key: string): boolean {
  if (/[\p{Control}\p{Surrogate}\\]/u.test(key) || exceeds(key, KEY_MAX_BYTES)) return false;
  return key.split('/').every((name) => name !== '.' && name !== '..' && !exceeds(name, SEGMENT_MAX_BYTES));
}

function exceeds(text: string, bytes: number): boolean {
  return text.length * MAX_BYTES_PER_UNIT > bytes && new TextEncoder().encode(text).length > bytes;
}
