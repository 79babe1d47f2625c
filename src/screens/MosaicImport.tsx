import { useDeferredValue, useMemo, type ComponentProps } from 'react';
import { useListing } from '../api/useListing';
import { sectionImages } from '../domain/completeness';
import type { FileEntry } from '../domain/fileListing';
import { filesInside } from '../domain/folderView';
import { ImportFromMosaicButton } from '../features/metadata/mosaic/ImportFromMosaicButton';

interface MosaicImportProps extends Omit<ComponentProps<typeof ImportFromMosaicButton>, 'images'> {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
}

const NO_ENTRIES: readonly FileEntry[] = [];

/** The way from a mosaic file into the metadata form, with the dataset's own files to hold it against. */
export function MosaicImport({ rootPath, ...tools }: MosaicImportProps) {
  const entries = useDeferredValue(useListing(rootPath).entries ?? NO_ENTRIES);
  const images = useMemo(() => sectionImages(filesInside(entries, rootPath, [])), [entries, rootPath]);
  return <ImportFromMosaicButton {...tools} images={images} />;
}
