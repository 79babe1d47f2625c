/** Long work as a generator that yields every millisecond or two, so that its driver can let the page draw in between. */
export type InPieces<Result> = Generator<undefined, Result, undefined>;

/** Runs the work to the end without a pause. */
export function finish<Result>(work: InPieces<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
