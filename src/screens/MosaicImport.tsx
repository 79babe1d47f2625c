import { useCallback, type ComponentProps } from 'react';
import { useListing } from '../api/files';
import { sectionImages } from '../domain/completeness/completeness';
import type { SectionImage } from '../domain/completeness/sectionImage';
import type { FileItem } from '../domain/listing/fileListing';
import { ImportFromMosaicButton } from '../features/metadata/mosaic/ImportFromMosaicButton';
import { useFilesInside } from '../ui/useFilesInside';
import { useInSlices } from '../ui/useInSlices';

interface MosaicImportProps extends Omit<ComponentProps<typeof ImportFromMosaicButton>, 'images'> {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
}

const NO_FILES: readonly FileItem[] = [];
const NO_IMAGES: readonly SectionImage[] = [];

/** The button that imports metadata from a mosaic file and compares it with the dataset's images. */
export function MosaicImport({ rootPath, ...tools }: MosaicImportProps) {
  const files = useFilesInside(useListing(rootPath).listing, rootPath) ?? NO_FILES;
  const begin = useCallback(() => sectionImages(files), [files]);
  const { result: images = NO_IMAGES } = useInSlices(begin);
  return <ImportFromMosaicButton {...tools} images={images} />;
}
