import type { FileEntry } from '../../domain/listing/fileListing';
import type { RenameStep } from '../../domain/names/bulkRename';
import { isSkipped, keyOf, type KeyedRow, type UploadTarget } from './choice';
import { renameWords } from './renameWords';

/** What a new name would collide with. */
export type RenameCollision = 'renamed' | 'chosen' | 'server';

/** Judges the new names of a renaming that is being thought of, by the id of their row. */
export type FindCollisions = (steps: readonly RenameStep[]) => ReadonlyMap<string, RenameCollision>;

/**
 * Which new names would collide, by the id of their row. Compared are whole keys: in another folder a name may be used
 * again. A file that is skipped takes no name from anybody.
 * @param rows all that is chosen, as it is before the renaming
 * @param taken the server's files by key
 */
export function findRenameCollisions(
  rows: readonly KeyedRow[],
  steps: readonly RenameStep[],
  target: UploadTarget,
  taken: ReadonlyMap<string, FileEntry>,
): ReadonlyMap<string, RenameCollision> {
  const newNames = new Map(steps.map(({ id, newName }) => [id, newName]));
  const changed = new Map<string, string[]>();
  const unchanged = new Set<string>();
  for (const row of rows) {
    const newName = newNames.get(row.id);
    if (newName !== undefined) note(changed, keyOf({ ...row, newName }, target), row.id);
    else if (!isSkipped(row, taken)) unchanged.add(row.key);
  }
  const collisionOf = (key: string, times: number): RenameCollision | undefined => {
    if (times > 1) return 'renamed';
    if (unchanged.has(key)) return 'chosen';
    return taken.has(key) ? 'server' : undefined;
  };
  return new Map(
    [...changed].flatMap(([key, ids]) => {
      const collision = collisionOf(key, ids.length);
      return collision === undefined ? [] : ids.map((id) => [id, collision] as const);
    }),
  );
}

/** `2 files would share a new name with each other · 1 file would get the name of a file on the server` */
export function collisionWords(collisions: ReadonlyMap<string, RenameCollision>): string {
  const counts = new Map<RenameCollision, number>();
  for (const collision of collisions.values()) counts.set(collision, (counts.get(collision) ?? 0) + 1);
  return [...counts].map(([collision, count]) => renameWords.collisions[collision].inCount(count)).join(' · ');
}

function note(idsByKey: Map<string, string[]>, key: string, id: string): void {
  const ids = idsByKey.get(key);
  if (ids === undefined) idsByKey.set(key, [id]);
  else ids.push(id);
}
