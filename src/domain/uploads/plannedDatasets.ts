import { expectedImages } from '../completeness/expectedImages';
import type { Dataset } from '../metadata/dataset';
import type { Project } from '../metadata/project';
import type { PlannedDataset } from './uploadForecast';

/** Returns the expected images of each dataset of a project. */
export function plannedDatasets(
  { sponsorId, title }: Pick<Project, 'sponsorId' | 'title'>,
  datasets: readonly Dataset[],
): readonly PlannedDataset[] {
  const titles = datasets.map(({ dataset }) => dataset);
  return datasets.map(({ dataset, formerTitles = [], namePrefixes = [], ...metadata }) => ({
    path: `${sponsorId}/${title}/${dataset}`,
    ...expectedImages(metadata),
    formerTitles,
    namePrefixes,
    titles,
  }));
}
