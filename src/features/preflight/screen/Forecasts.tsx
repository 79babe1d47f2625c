import { Skeleton, Stack, Text } from '@mantine/core';
import { completenessFindings } from '@data-manager/domain/completeness/completenessFindings';
import { shownName } from '@data-manager/domain/names/shownName';
import type { FolderForecast, PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import { CompletenessOutline } from '../../../widgets/CompletenessMap';
import { FolderCompleteness } from '../../../widgets/FolderCompleteness';
import type { PickedPlace } from '../rows/choice';

/** The number of folders shown in detail; the others are summarized. */
const MAX_FOLDERS = 3;

interface ForecastListProps {
  readonly forecasts: readonly FolderForecast[];
  readonly onPick: (place: PickedPlace) => void;
}

/** Shows how complete each folder will be. Gaps do not block the upload, because the rest may be uploaded later. */
export function ForecastList({ forecasts, onPick }: ForecastListProps) {
  const relevant = forecasts.filter(isRelevant);
  const rest = relevant.slice(MAX_FOLDERS);
  return (
    <>
      {relevant.slice(0, MAX_FOLDERS).map((forecast) => (
        <FolderCompleteness
          key={forecast.folder}
          label={`Completeness of ${shownName(lastSegment(forecast.folder))}`}
          order={2}
          completeness={forecast.completeness}
          isSteady
          onPick={(place) => onPick({ ...place, folder: forecast.folder })}
        />
      ))}
      {rest.length > 0 && (
        <Text size="sm">{`${counted(missingIn(rest), 'image')} will be missing in ${counted(rest.length, 'more folder')} after this upload`}</Text>
      )}
    </>
  );
}

/** Folders without metadata are relevant only if they have gaps. */
function isRelevant({ isPlanned, completeness }: FolderForecast): boolean {
  return (
    isPlanned || completenessFindings(completeness).some(({ kind }) => kind !== 'complete' && kind !== 'unknownTotal')
  );
}

function missingIn(forecasts: readonly FolderForecast[]): number {
  return forecasts.reduce((sum, { completeness }) => sum + completeness.missing, 0);
}

/** A placeholder for the forecast of a dataset. */
export function ForecastPlaceholder({ dataset: { channels } }: { readonly dataset: PlannedDataset }) {
  return (
    <Stack gap={4} aria-hidden>
      <Skeleton height="1.25rem" width="14rem" />
      <CompletenessOutline lanes={Math.max(1, channels.length)} />
    </Stack>
  );
}
