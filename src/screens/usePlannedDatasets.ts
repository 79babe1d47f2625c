import { useMemo } from 'react';
import { useListDatasetsQuery } from '../api/datasets';
import type { Project } from '../domain/metadata/project';
import type { PlannedDataset } from '../domain/uploads/uploadForecast';

/** Returns the expected images of each dataset of a project. Empty until the datasets are loaded. */
export function usePlannedDatasets({ sponsorId, title, projectHash }: Project): readonly PlannedDataset[] {
  const { currentData } = useListDatasetsQuery(projectHash);
  return useMemo(
    () =>
      (currentData ?? []).map(({ dataset, physicalSections, channels }) => ({
        path: `${sponsorId}/${title}/${dataset}`,
        sections: physicalSections,
        channels: channels.map(({ num }) => num),
      })),
    [currentData, sponsorId, title],
  );
}
