import { useCallback } from 'react';
import { assessInPieces, sectionImages, type Completeness } from '../../domain/completeness/completeness';
import { completenessFindings, type Finding } from '../../domain/completeness/completenessFindings';
import type { FileItem } from '../../domain/listing/fileListing';
import type { Dataset } from '../../domain/metadata/dataset';
import { arrivingImages, type Arrivals } from '../../domain/uploads/arrivals';
import type { InPieces } from '../../lib/inPieces';
import { useInSlices } from '../../ui/useInSlices';

/** What is known about the images of a dataset. */
export interface Assessment {
  /** Undefined if neither the metadata nor a file name determines which images are expected. */
  readonly completeness?: Completeness | undefined;
  readonly findings: readonly Finding[];
}

/** The metadata that determines which images are expected. */
type Expectation = Pick<Dataset, 'physicalSections' | 'channels'>;

/**
 * Compares the images of a dataset with its metadata. The sentence about its state, the map and the list of findings share the
 * result, so that their counts agree.
 *
 * @param files all files of the dataset; undefined until they are listed
 * @param arrivals must be stable between renders
 * @returns undefined until the files are listed, or without metadata
 */
export function useAssessment(
  files: readonly FileItem[] | undefined,
  arrivals: Arrivals,
  dataset: Expectation | undefined,
): Assessment | undefined {
  const begin = useCallback(() => assessFiles(files, arrivals, dataset), [files, arrivals, dataset]);
  const assessment = useInSlices(begin).result?.assessment;
  return files === undefined || dataset === undefined ? undefined : assessment;
}

function* assessFiles(
  files: readonly FileItem[] | undefined,
  arrivals: Arrivals,
  dataset: Expectation | undefined,
): InPieces<{ readonly assessment?: Assessment }> {
  if (files === undefined || dataset === undefined) return {};
  const { physicalSections, channels } = dataset;
  const images = [...(yield* sectionImages(files)), ...arrivingImages(files, arrivals)];
  const expected = { sections: physicalSections, channels: channels.map(({ num }) => num) };
  const completeness = yield* assessInPieces(images, expected);
  if (completeness === undefined) return { assessment: { findings: [] } };
  yield;
  return { assessment: { completeness, findings: completenessFindings(completeness) } };
}
