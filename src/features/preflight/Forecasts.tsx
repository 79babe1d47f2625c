import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { completenessFindings, type FindingPlace } from '@data-manager/domain/completeness/completenessFindings';
import { shownName } from '@data-manager/domain/names/shownName';
import type { FolderForecast, PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import { CompletenessMap, CompletenessOutline } from '../../widgets/CompletenessMap';
import { FindingList, MapLegend } from '../../widgets/FindingList';

/** The number of folders shown in detail; the others are summarized. */
const MAX_FOLDERS = 3;

/** The images that the user has picked in the map of a folder. */
export interface PickedPlace extends FindingPlace {
  readonly folder: string;
}

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
        <Forecast
          key={forecast.folder}
          forecast={forecast}
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

interface ForecastProps {
  readonly forecast: FolderForecast;
  readonly onPick: (place: FindingPlace) => void;
}

function Forecast({ forecast: { folder, completeness }, onPick }: ForecastProps) {
  const findings = completenessFindings(completeness);
  const label = `Completeness of ${shownName(lastSegment(folder))}`;
  return (
    <Stack gap={4} component="section" aria-label={label}>
      <Title order={2} size="h5">
        {label}
      </Title>
      <CompletenessMap label={`${label}, map`} completeness={completeness} onPick={onPick} />
      <MapLegend completeness={completeness} />
      <FindingList
        label={label}
        findings={findings}
        isSteady
        renderPlace={(place) => (
          <Anchor component="button" type="button" inherit underline="always" onClick={() => onPick(place)}>
            {place.label}
          </Anchor>
        )}
      />
    </Stack>
  );
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
