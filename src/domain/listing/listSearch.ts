import { foldText, searchWords } from '@data-manager/lib/foldText';
import type { FileItem } from './fileListing';

/**
 * Returns the paths of the files below a folder in the form in which they are searched. Folding them takes longer than searching
 * them.
 *
 * @param path without a trailing slash
 */
export function foldPaths(files: readonly FileItem[], path: string): readonly string[] {
  return files.map((file) => foldText(file.path.slice(path.length + 1)));
}

/**
 * Returns the files whose paths contain every word of the text, compared by how they read. Returns the same array if all
 * files match, so that they are not rendered again.
 *
 * @param paths of the files, folded
 */
export function searchFiles(files: readonly FileItem[], paths: readonly string[], text: string): readonly FileItem[] {
  const words = searchWords(text);
  const found = files.filter((_, index) => words.every((word) => paths[index]?.includes(word)));
  return found.length === files.length ? files : found;
}
