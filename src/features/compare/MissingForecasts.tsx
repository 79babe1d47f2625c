import { Stack, Title } from '@mantine/core';
import { useCallback } from 'react';
import type { ComparisonResult } from '../../domain/compare/comparison';
import { comparisonForecasts } from '../../domain/compare/comparisonForecast';
import { completenessFindings } from '../../domain/completeness/completenessFindings';
import { shownName } from '../../domain/names/shownName';
import type { PlannedDataset } from '../../domain/uploads/uploadForecast';
import { CompletenessMap } from '../../ui/CompletenessMap';
import { FindingList, MapLegend } from '../../ui/FindingList';
import { useInSlices } from '../../ui/useInSlices';

/** The number of datasets shown. */
const MAX_DATASETS = 3;

interface MissingForecastsProps {
  readonly result: ComparisonResult;
  /** Must be stable between renders. */
  readonly datasets: readonly PlannedDataset[];
}

/** Shows how complete the datasets would be if the missing files were uploaded. */
export function MissingForecasts({ result, datasets }: MissingForecastsProps) {
  const begin = useCallback(() => comparisonForecasts(result, datasets), [result, datasets]);
  const forecasts = useInSlices(begin).result ?? [];
  return forecasts.slice(0, MAX_DATASETS).map(({ folder, completeness }) => {
    const name = shownName(folder.slice(folder.lastIndexOf('/') + 1));
    const label = `${name} with the files of the folder`;
    return (
      <Stack key={folder} gap={4} component="section" aria-label={label}>
        <Title order={3} size="h5">
          {label}
        </Title>
        <CompletenessMap label={`${label}, map`} completeness={completeness} onPick={noPick} />
        <MapLegend completeness={completeness} />
        <FindingList
          label={label}
          findings={completenessFindings(completeness)}
          renderPlace={({ label: place }) => place}
        />
      </Stack>
    );
  });
}

/** The map has no list to filter. */
function noPick(): void {}
