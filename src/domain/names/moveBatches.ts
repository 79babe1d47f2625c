/** A new key for a file. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
}

/**
 * Divides moves of files into batches, each of which needs only keys that are free, or that its own files leave.
 *
 * Problem: renumbered files form chains (1 → 2 → 3) and circles (1 → 2 → 1), which can be longer than a batch.
 * Idea: a file is moved after the file that leaves its new key. A circle is not divided; if it is longer than a batch, one of its
 * files waits under a temporary key.
 * Cost: a batch can be shorter than allowed.
 *
 * @param size the most moves of a batch
 */
export function moveBatches(moves: readonly FileMove[], size: number): readonly (readonly FileMove[])[] {
  const batches: FileMove[][] = [];
  let room = 0;
  for (const group of groupsOf(moves)) {
    const isCircle = isCircular(group);
    const isLong = group.length > size;
    if (isCircle && !isLong && group.length > room) room = 0;
    for (const move of isCircle && isLong ? openCircle(group) : group) {
      if (room === 0) {
        batches.push([]);
        room = size;
      }
      batches.at(-1)?.push(move);
      room -= 1;
    }
  }
  return batches;
}

/** Returns true if files exchange their keys, so that the same keys exist before and after. */
export function hasCircle(moves: readonly FileMove[]): boolean {
  return groupsOf(moves).some(isCircular);
}

function isCircular(group: readonly FileMove[]): boolean {
  return group[0]?.to === group.at(-1)?.from;
}

/** Returns the chains and circles, each in the order in which its keys become free. */
function groupsOf(moves: readonly FileMove[]): readonly (readonly FileMove[])[] {
  const left = new Map(moves.map((move) => [move.from, move]));
  return moves.flatMap(({ from }) => {
    const group: FileMove[] = [];
    for (let move = left.get(from); move !== undefined; move = left.get(move.to)) {
      left.delete(move.from);
      group.push(move);
    }
    return group.length === 0 ? [] : [group.reverse()];
  });
}

function openCircle(circle: readonly FileMove[]): readonly FileMove[] {
  const last = circle.at(-1);
  if (last === undefined) return [];
  const temporary = `${last.from}.renaming`;
  return [{ from: last.from, to: temporary }, ...circle.slice(0, -1), { from: temporary, to: last.to }];
}
