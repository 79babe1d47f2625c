import { Text } from '@mantine/core';
import { completenessFindings, type FindingPlace } from '../../domain/completeness/completenessFindings';
import type { FolderForecast } from '../../domain/uploads/uploadForecast';
import { Forecast } from './Forecast';
import { preflightWords } from './preflightWords';

/** Folders told one by one before the rest is only counted. */
const FOLDERS_TOLD = 3;

/** Section images of one folder that a person has picked. */
export interface PickedPlace extends FindingPlace {
  /** As in a forecast. */
  readonly folder: string;
}

interface ForecastListProps {
  readonly forecasts: readonly FolderForecast[];
  readonly onPick: (place: PickedPlace) => void;
}

/** How complete each folder will be. Nothing is refused for what it will lack: the rest may come another day. */
export function ForecastList({ forecasts, onPick }: ForecastListProps) {
  const telling = forecasts.filter(hasSomethingToTell);
  const rest = telling.slice(FOLDERS_TOLD);
  return (
    <>
      {telling.slice(0, FOLDERS_TOLD).map((forecast) => (
        <Forecast
          key={forecast.folder}
          forecast={forecast}
          onPick={(place) => onPick({ ...place, folder: forecast.folder })}
        />
      ))}
      {rest.length > 0 && <Text size="sm">{preflightWords.missingElsewhere(rest.length, missingIn(rest))}</Text>}
    </>
  );
}

/** Where nobody has said what belongs there, only gaps are worth words. */
function hasSomethingToTell({ isPlanned, completeness }: FolderForecast): boolean {
  return isPlanned || completenessFindings(completeness).some(({ kind }) => kind !== 'complete');
}

function missingIn(forecasts: readonly FolderForecast[]): number {
  return forecasts.reduce((sum, { completeness }) => sum + completeness.missing, 0);
}
