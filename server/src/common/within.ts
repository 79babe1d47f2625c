import { setTimeout } from 'node:timers/promises';

/** Resolves to undefined if work takes longer. The work continues. */
export function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  // The timer does not keep the process from ending.
  return Promise.race([work, setTimeout(milliseconds, undefined, { ref: false })]);
}
