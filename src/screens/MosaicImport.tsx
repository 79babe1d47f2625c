import { useMemo, type ComponentProps } from 'react';
import { sectionImages } from '@data-manager/domain/completeness/completeness';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import type { NamedDataset } from '@data-manager/domain/names/datasetNames';
import { useListing } from '../api/files';
import { ImportFromMosaicButton } from '../features/metadata/mosaic/ImportFromMosaicButton';
import { useFilesInside } from '../widgets/useFilesInside';

interface MosaicImportProps extends Omit<ComponentProps<typeof ImportFromMosaicButton>, 'images'> {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  readonly named: NamedDataset | undefined;
}

const NO_FILES: readonly FileItem[] = [];

/** The button that imports metadata from a mosaic file and compares it with the dataset's images. */
export function MosaicImport({ rootPath, named, ...tools }: MosaicImportProps) {
  const files = useFilesInside(useListing(rootPath).listing, rootPath, named) ?? NO_FILES;
  const images = useMemo(() => sectionImages(files), [files]);
  return <ImportFromMosaicButton {...tools} images={images} />;
}
