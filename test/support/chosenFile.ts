import type { Ports } from '../../src/platform/ports';
import type { ChosenFile } from '../../src/transfers/uploads/uploadsSlice';

/** A file as the upload screen hands it on: it lies in the registry, and was chosen alone. */
export function chosenFile({ files }: Pick<Ports, 'files'>, file: File): ChosenFile {
  const { name, size, lastModified } = file;
  return { id: files.add(file), name, size, lastModified, webkitRelativePath: '' };
}
