import type { ChosenFile } from '@data-manager/domain/uploads/upload';
import type { Ports } from '../../src/platform/ports';

/** Adds a file to the registry and returns it as the upload screen dispatches a single chosen file. */
export function chosenFile({ files }: Pick<Ports, 'files'>, file: File): ChosenFile {
  const { name, size, lastModified } = file;
  return { id: files.add(file), name, size, lastModified, webkitRelativePath: '' };
}
