/** Work that can be put down between any two of its pieces: each takes a millisecond or two at most. */
export type InPieces<Result> = Generator<undefined, Result, undefined>;

/** Does all of it at once. */
export function finish<Result>(work: InPieces<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
