const [CLEAR, END] = [256, 257];
const FIRST_FREE = 258;
const MIN_BITS = 9;
const MAX_BITS = 12;

/**
 * Decompresses the LZW codes of TIFF 6.0. `geotiff` has a decoder, too, but a code of a damaged strip that is in no table makes it
 * fill the memory, which ends the whole page.
 *
 * @param length bytes to decompress. Further codes are ignored.
 * @returns fewer bytes if the codes end early
 * @throws RangeError if a code is not in the table
 */
export function decodeLzw(codes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  // A sequence of the table is one that was written before, and the byte after it: its place says all.
  const starts = new Uint32Array(2 ** MAX_BITS);
  const lengths = new Uint16Array(2 ** MAX_BITS);
  let [free, width, pending, bits, at, written] = [FIRST_FREE, MIN_BITS, 0, 0, 0, 0];
  /** The latest sequence. It has no bytes after a clearing code. */
  let latest = { start: 0, length: 0 };
  while (written < length) {
    for (; bits < width && at < codes.length; at += 1, bits += 8) {
      pending = ((pending << 8) | (codes[at] ?? 0)) & 0xffffff;
    }
    if (bits < width) break;
    bits -= width;
    const code = (pending >> bits) & (2 ** width - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [free, width, latest] = [FIRST_FREE, MIN_BITS, { start: 0, length: 0 }];
      continue;
    }
    if (latest.length > 0 && free < 2 ** MAX_BITS) {
      starts[free] = latest.start;
      lengths[free] = latest.length + 1;
      free += 1;
    }
    if (code >= free) throw new RangeError('A code is not in the table');
    latest = { start: written, length: code < CLEAR ? 1 : (lengths[code] ?? 0) };
    const from = starts[code] ?? 0;
    // One after the other, because a sequence may end with its own first byte.
    for (let index = 0; index < latest.length; index += 1) {
      bytes[written + index] = code < CLEAR ? code : (bytes[from + index] ?? 0);
    }
    written += latest.length;
    if (free + 1 >= 2 ** width && width < MAX_BITS) width += 1;
  }
  return written < length ? bytes.slice(0, written) : bytes;
}
