import type { Ports } from '../../src/platform/ports';
import type { ChosenFile } from '../../src/transfers/uploads/uploadsSlice';

/** Adds a file to the registry and returns it as the upload screen dispatches a single chosen file. */
export function chosenFile({ files }: Pick<Ports, 'files'>, file: File): ChosenFile {
  const { name, size, lastModified } = file;
  return { id: files.add(file), name, size, lastModified, webkitRelativePath: '' };
}
