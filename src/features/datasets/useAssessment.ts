import { useMemo } from 'react';
import { assessCompleteness, sectionImages, type Completeness } from '@data-manager/domain/completeness/completeness';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { arrivingImages, type Arrivals } from '@data-manager/domain/uploads/arrivals';

/** What is known about the images of a dataset. */
export interface Assessment {
  /** Undefined if neither the metadata nor a file name determines which images are expected. */
  readonly completeness: Completeness | undefined;
}

/** The metadata that determines which images are expected. */
type Expectation = Pick<Dataset, 'physicalSections' | 'channels'>;

/**
 * Compares the images of a dataset with its metadata. The sentence about its state, the map and the list of findings share the
 * result, so that their counts agree.
 *
 * @param files all files of the dataset; undefined until they are listed
 * @returns undefined until the files are listed, or without metadata
 */
export function useAssessment(
  files: readonly FileItem[] | undefined,
  arrivals: Arrivals,
  dataset: Expectation | undefined,
): Assessment | undefined {
  return useMemo(
    () => (files === undefined || dataset === undefined ? undefined : assessFiles(files, arrivals, dataset)),
    [files, arrivals, dataset],
  );
}

function assessFiles(
  files: readonly FileItem[],
  arrivals: Arrivals,
  { physicalSections, channels }: Expectation,
): Assessment {
  const images = sectionImages(files).concat(arrivingImages(files, arrivals));
  const expected = { sections: physicalSections, channels: channels.map(({ num }) => num) };
  return { completeness: assessCompleteness(images, expected) };
}
