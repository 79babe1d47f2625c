import { readsSame } from '@data-manager/lib/foldText';
import { folderExists, type FileListing } from './fileListing';

/**
 * Returns the folder that reads the same as one that does not exist: an address can have it in another case or normal form.
 * Returns undefined if the folder exists, or no other one reads the same.
 *
 * @param rootPath without a trailing slash
 * @param folder path relative to the root, without slashes at either end
 */
export function findFolderLike({ pieces }: FileListing, rootPath: string, folder: string): string | undefined {
  if (folder === '' || pieces.some((piece) => folderExists(piece, `${rootPath}/${folder}`))) return undefined;
  const depth = folder.split('/').length;
  let last = '';
  for (const piece of pieces) {
    for (const { key } of piece) {
      const names = key.slice(rootPath.length + 1).split('/');
      const other = names.slice(0, depth).join('/');
      // Thousands of files in a row are in the same folder.
      if (names.length <= depth || other === last) continue;
      if (readsSame(other, folder)) return other;
      last = other;
    }
  }
  return undefined;
}
