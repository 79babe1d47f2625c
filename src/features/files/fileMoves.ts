import type { FileItem } from '@data-manager/domain/listing/fileListing';
import type { RenameStep } from '@data-manager/domain/names/bulkRename';
import { keyProblem } from '@data-manager/domain/names/keyRules';
import type { FileMove } from '@data-manager/domain/names/moveBatches';
import type { RenameCollision } from '../../widgets/RenamePreview';

/** Returns the key of a file with another name, in the same folder. */
function renamedKey(key: string, newName: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1) + newName;
}

/** Returns the moves that give files their new names. Files that keep their names are omitted. */
export function movesOf(steps: readonly RenameStep[]): readonly FileMove[] {
  return steps.flatMap(({ id, newName }) => {
    const to = renamedKey(id, newName);
    return to === id ? [] : [{ from: id, to }];
  });
}

/**
 * Finds new names that collide, by key. A name is free if its file gets another name.
 *
 * @param existing the keys of all files
 */
export function findMoveCollisions(
  steps: readonly RenameStep[],
  existing: ReadonlySet<string>,
): ReadonlyMap<string, RenameCollision> {
  const leaving = new Set(movesOf(steps).map(({ from }) => from));
  const times = new Map<string, number>();
  for (const { id, newName } of steps) {
    const to = renamedKey(id, newName);
    times.set(to, (times.get(to) ?? 0) + 1);
  }
  return new Map(
    steps.flatMap(({ id, newName }): [string, RenameCollision][] => {
      const to = renamedKey(id, newName);
      if ((times.get(to) ?? 0) > 1) return [[id, 'renamed']];
      return to !== id && existing.has(to) && !leaving.has(to) ? [[id, 'server']] : [];
    }),
  );
}

/** Why a file can't get a name. */
export type NameProblem = 'empty' | 'slash' | 'invalid' | 'taken';

/** Checks the new name of one file. */
export function findNameProblem(
  { path }: FileItem,
  newName: string,
  existing: ReadonlySet<string>,
): NameProblem | undefined {
  if (newName === '') return 'empty';
  if (newName.includes('/')) return 'slash';
  const to = renamedKey(path, newName);
  if (keyProblem(to) !== undefined) return 'invalid';
  return to !== path && existing.has(to) ? 'taken' : undefined;
}
