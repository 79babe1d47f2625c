import { replaceConditionFor, type ChosenFile } from '@data-manager/domain/uploads/upload';
import { adoptTitle } from '@data-manager/domain/uploads/uploadKey';
import { pathOf, type CheckedRow, type UploadTarget } from './rows';

/** Returns the files to upload, which get ids, and the ids of the damaged images among them. */
export function requestFiles(
  sending: readonly CheckedRow[],
  { sponsorId, keyPrefix, titles = [] }: UploadTarget,
  sumsOf: ReadonlyMap<string, NonNullable<ChosenFile['sums']>>,
  addFile: (file: File) => string,
): { readonly files: readonly ChosenFile[]; readonly damaged: readonly string[] } {
  const damaged: string[] = [];
  const files = sending.map((row) => {
    const { file, newName, relativePath, size, lastModified, onServer } = row;
    // A folder that adopts the title of a dataset is part of the new name.
    const path = pathOf(row, { sponsorId, keyPrefix });
    const adopted = adoptTitle(path, titles);
    const name = adopted === path ? newName : adopted;
    const id = addFile(file);
    if (row.imageProblem !== undefined) damaged.push(id);
    const sums = sumsOf.get(row.id);
    return {
      id,
      name: file.name,
      ...(name !== undefined && { newName: name }),
      size,
      lastModified,
      webkitRelativePath: relativePath,
      ...(sums !== undefined && { sums }),
      ...replaceConditionFor(onServer),
    };
  });
  return { files, damaged };
}
