/**
 * Decodes UTF-8, or the encoding of the byte-order mark. Text that is invalid in it is Latin-1 (`windows-1252`, as in
 * browsers).
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : '';
  try {
    return new TextDecoder(utf16 || 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
