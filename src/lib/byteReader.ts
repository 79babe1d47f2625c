/** Bytes of a file, from `start` up to but not including `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reads a file step by step: it asks for bytes and is given them, so that whoever drives it may rest in between. */
export type ByteReader<Result> = Generator<ByteRange, Result, Uint8Array>;
