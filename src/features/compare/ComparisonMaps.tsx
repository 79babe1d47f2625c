import { Stack, Title } from '@mantine/core';
import { completenessFindings, type FindingPlace } from '@data-manager/domain/completeness/completenessFindings';
import { shownName } from '@data-manager/domain/names/shownName';
import type { FolderForecast } from '@data-manager/domain/uploads/uploadForecast';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { CompletenessMap } from '../../widgets/CompletenessMap';
import { FindingList, MapLegend } from '../../widgets/FindingList';

/** The number of datasets shown. */
const MAX_DATASETS = 3;

interface ComparisonMapsProps {
  readonly forecasts: readonly FolderForecast[];
  /** Called when a place of a map is chosen. */
  readonly onPick: (folder: string, place: FindingPlace) => void;
}

/** Shows where the folder and the server differ, and how complete the datasets are with the files of the folder. */
export function ComparisonMaps({ forecasts, onPick }: ComparisonMapsProps) {
  return forecasts.slice(0, MAX_DATASETS).map(({ folder, completeness }) => {
    const name = shownName(lastSegment(folder));
    const label = `${name} with the files of the folder`;
    return (
      <Stack key={folder} gap={4} component="section" aria-label={label}>
        <Title order={3} size="h5">
          {label}
        </Title>
        <CompletenessMap
          label={`${label}, map`}
          completeness={completeness}
          onPick={(place) => onPick(folder, place)}
        />
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
