import type { FileMove } from '@data-manager/domain/names/moveBatches';

/** Creates a server that moves files at the same time and never overwrites, as `POST /manage/files/move` does. */
export function createMovingServer(keys: readonly string[], isLocked: (move: FileMove) => boolean = () => false) {
  /** The first key of each file by its present key. */
  const files = new Map(keys.map((key) => [key, key]));
  const batches: (readonly FileMove[])[] = [];
  const move = (batch: readonly FileMove[]) => {
    batches.push(batch);
    const moving = new Map(batch.filter(({ from }) => files.has(from)).map((one) => [one.from, one]));
    const isTaken = (one: FileMove) => isLocked(one) || (files.has(one.to) && !moving.has(one.to));
    for (let taken = [...moving.values()].find(isTaken); taken; taken = [...moving.values()].find(isTaken)) {
      moving.delete(taken.from);
    }
    const moved = [...moving.values()];
    const contents = moved.map(({ from }) => files.get(from) ?? '');
    for (const { from } of moved) files.delete(from);
    for (const [index, { to }] of moved.entries()) files.set(to, contents[index] ?? '');
    const refused = batch
      .filter(({ from }) => !moving.has(from))
      .map(({ from }) => ({ from, msg: 'The name is locked.' }));
    return { moved, refused };
  };
  return { files, batches, move };
}
