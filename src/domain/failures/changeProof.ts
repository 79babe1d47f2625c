import { isRecord } from '@data-manager/lib/isRecord';
import type { FileMove } from '../names/moveBatches';

/** Returns true if a record has all values of a change. `null`, `undefined` and an empty text stand for an absent value. */
export function hasValues(record: object, values: object): boolean {
  const known = new Map<string, unknown>(Object.entries(record));
  return Object.entries(values).every(([name, value]) => isSame(known.get(name) ?? '', value ?? ''));
}

/** Compares JSON values. The order of members does not count, since databases change it. */
function isSame(left: unknown, right: unknown): boolean {
  if (!isRecord(left) || !isRecord(right)) return JSON.stringify(left) === JSON.stringify(right);
  return hasValues(left, right) && hasValues(right, left);
}

/** Returns the moves of a batch that were made, if the batch has no circle. In a chain, a file may have the key that another left. */
export function madeMoves(moves: readonly FileMove[], listed: ReadonlySet<unknown>): readonly FileMove[] {
  const filled = new Set(moves.map(({ to }) => to));
  return moves.filter(({ from, to }) => listed.has(to) && (!listed.has(from) || filled.has(from)));
}
