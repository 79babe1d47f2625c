import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import type { RenameStep } from '@data-manager/domain/names/bulkRename';
import type { RenameCollision } from '../../../widgets/RenamePreview';
import { isLeftOut, keyOf, type KeyedRow, type UploadTarget } from './rows';

/**
 * Finds new names that collide, by row id. Whole keys are compared, so a name can be used in two folders. Files that are left out do
 * not collide.
 * @param rows all chosen files before the rename
 * @param serverFiles by key
 */
export function findRenameCollisions(
  rows: readonly KeyedRow[],
  steps: readonly RenameStep[],
  target: UploadTarget,
  serverFiles: ReadonlyMap<string, FileEntry>,
): ReadonlyMap<string, RenameCollision> {
  const newNames = new Map(steps.map(({ id, newName }) => [id, newName]));
  const changed = new Map<string, string[]>();
  const unchanged = new Set<string>();
  for (const row of rows) {
    const newName = newNames.get(row.id);
    if (newName !== undefined) addTo(changed, keyOf({ ...row, newName }, target), row.id);
    else if (!isLeftOut(row, serverFiles)) unchanged.add(row.key);
  }
  const collisionOf = (key: string, times: number): RenameCollision | undefined => {
    if (times > 1) return 'renamed';
    if (unchanged.has(key)) return 'chosen';
    return serverFiles.has(key) ? 'server' : undefined;
  };
  return new Map(
    [...changed].flatMap(([key, ids]) => {
      const collision = collisionOf(key, ids.length);
      return collision === undefined ? [] : ids.map((id) => [id, collision] as const);
    }),
  );
}

function addTo(idsByKey: Map<string, string[]>, key: string, id: string): void {
  const ids = idsByKey.get(key);
  if (ids === undefined) idsByKey.set(key, [id]);
  else ids.push(id);
}
