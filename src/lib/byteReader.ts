/** A range of bytes from `start` up to but not including `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a file as a generator: it yields the range of bytes that it needs next, and its driver passes in the bytes.
 *
 * Problem: the same checks read a file that the user has chosen, a file on the server, and bytes in a test, and where they read next
 * depends on what they have read. In the page they must also pause and stop.
 * Idea: the reader decides, and its driver waits, pauses and stops. So the rules stay free of promises, signals and time.
 * Cost: `yield*` at each step of a reader.
 */
export type ByteReader<Result> = Generator<ByteRange, Result, Uint8Array>;
