import { useMemo } from 'react';
import { assessCompleteness, sectionImages, type Completeness } from '@data-manager/domain/completeness/completeness';
import type { DeletedImage } from '@data-manager/domain/completeness/deletedImages';
import { expectedImages, type ExpectingMetadata } from '@data-manager/domain/completeness/expectedImages';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import type { NamedDataset } from '@data-manager/domain/names/datasetNames';
import { arrivingImages, type Arrivals } from '@data-manager/domain/uploads/arrivals';

/** What is known about the images of a dataset. */
export interface Assessment {
  /** Undefined if neither the metadata nor a file name determines which images are expected. */
  readonly completeness: Completeness | undefined;
}

/**
 * Compares the images of a dataset with its metadata. The sentence about its state, the map and the list of findings share the
 * result, so that their counts agree.
 *
 * @param files all files of the dataset; undefined until they are listed
 * @param deleted the deleted images that the user can restore; undefined until they are listed
 * @returns undefined until the files are listed, or without metadata
 */
export function useAssessment(
  files: readonly FileItem[] | undefined,
  arrivals: Arrivals,
  dataset: (NamedDataset & ExpectingMetadata) | undefined,
  deleted: readonly DeletedImage[] | undefined,
): Assessment | undefined {
  return useMemo(
    () => (files === undefined || dataset === undefined ? undefined : assessFiles(files, arrivals, dataset, deleted)),
    [files, arrivals, dataset, deleted],
  );
}

function assessFiles(
  files: readonly FileItem[],
  arrivals: Arrivals,
  dataset: NamedDataset & ExpectingMetadata,
  deleted: readonly DeletedImage[] = [],
): Assessment {
  const images = sectionImages(files).concat(arrivingImages(files, arrivals), deleted);
  return { completeness: assessCompleteness(images, { ...expectedImages(dataset), dataset }) };
}
