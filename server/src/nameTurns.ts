import { createKeyedLock } from './keyedLock';

const oneAtATime = createKeyedLock();

/**
 * Runs a change of a sponsor's titles and names, or one that puts objects below them, when no other such change of
 * that sponsor is under way. Rows have to be read inside the step: what was read before may have been renamed or
 * deleted meanwhile.
 */
export function inTurn<Result>(sponsorId: string, step: () => Promise<Result>): Promise<Result> {
  return oneAtATime(sponsorId, step);
}
