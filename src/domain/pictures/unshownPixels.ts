/** The pixels of a picture, as its directory describes them. */
export interface PixelEncoding {
  /** Value of the tag `Compression`. */
  readonly compression: number;
  /** Bits of a sample. */
  readonly bits: number;
  /** Value of the tag `SampleFormat`. */
  readonly sampleFormat: number;
}

/** Compressions that neither the app nor the server decodes. */
const UNREAD_COMPRESSIONS: Readonly<Record<number, string>> = {
  33_003: 'JPEG 2000 compression',
  33_005: 'JPEG 2000 compression',
  34_712: 'JPEG 2000 compression',
  34_887: 'LERC compression',
  34_925: 'LZMA compression',
  50_002: 'JPEG XL compression',
  52_546: 'JPEG XL compression',
};

const FLOAT = 3;

/** Returns what of an image can't be previewed, or undefined if no reason is certain. */
export function findUnshown({ compression, bits, sampleFormat }: PixelEncoding): string | undefined {
  const compressed = UNREAD_COMPRESSIONS[compression];
  if (compressed !== undefined) return compressed;
  if (sampleFormat === FLOAT) return [16, 32, 64].includes(bits) ? undefined : `floats of ${bits} bits`;
  if (sampleFormat > FLOAT) return 'complex numbers';
  return bits <= 32 || bits === 64 ? undefined : `integers of ${bits} bits`;
}
