import { useMemo } from 'react';
import type { Project } from '@data-manager/domain/metadata/project';
import { plannedDatasets } from '@data-manager/domain/uploads/plannedDatasets';
import type { PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { useListDatasetsQuery } from '../api/datasets';

/** Returns the expected images of each dataset of a project. Empty until the datasets are loaded. */
export function usePlannedDatasets({ sponsorId, title, projectHash }: Project): readonly PlannedDataset[] {
  const { currentData } = useListDatasetsQuery(projectHash);
  return useMemo(() => plannedDatasets({ sponsorId, title }, currentData ?? []), [currentData, sponsorId, title]);
}
