/** A range of bytes from `start` up to but not including `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reads a file as a generator: it yields the range of bytes that it needs next, and its driver passes in the bytes. */
export type ByteReader<Result> = Generator<ByteRange, Result, Uint8Array>;
