import { foreignPrefixes, type NamedDataset } from '../names/datasetNames';
import { namePrefix } from '../names/grammar';
import type { FileItem } from './fileListing';

/** Returns the files of a dataset without the images of other datasets; the same list if there are none. */
export function withoutForeign(files: readonly FileItem[], dataset: NamedDataset | undefined): readonly FileItem[] {
  const foreign = foreignImages(files, dataset);
  return foreign.size === 0 ? files : files.filter((file) => !foreign.has(file));
}

/** Returns the images of other datasets among the files of a dataset. */
export function foreignImages(files: readonly FileItem[], dataset: NamedDataset | undefined): ReadonlySet<FileItem> {
  const images = files.filter(({ naming }) => naming !== undefined);
  const prefixes = foreignPrefixes(
    dataset,
    images.map(({ fileName }) => fileName),
  );
  return new Set(prefixes.size === 0 ? [] : images.filter(({ fileName }) => prefixes.has(namePrefix(fileName))));
}
