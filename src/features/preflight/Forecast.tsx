import { Anchor, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { completenessFindings, type FindingPlace } from '../../domain/completeness/completenessFindings';
import { shownName } from '../../domain/names/shownName';
import type { FolderForecast } from '../../domain/uploads/uploadForecast';
import { CompletenessMap } from '../../ui/CompletenessMap';
import { FindingList, MapLegend } from '../../ui/FindingList';
import { preflightWords } from './preflightWords';

interface ForecastProps {
  readonly forecast: FolderForecast;
  readonly onPick: (place: FindingPlace) => void;
}

/** How complete a folder will be after the upload; a place leads to its files in the choice. */
export function Forecast({ forecast: { folder, completeness }, onPick }: ForecastProps) {
  const findings = useMemo(() => completenessFindings(completeness), [completeness]);
  const label = preflightWords.completenessOf(shownName(folder.slice(folder.lastIndexOf('/') + 1)));
  return (
    <Stack gap={4} component="section" aria-label={label}>
      <Title order={2} size="h5">
        {label}
      </Title>
      <CompletenessMap label={preflightWords.mapOf(label)} completeness={completeness} onPick={onPick} />
      <MapLegend completeness={completeness} />
      <FindingList
        label={label}
        findings={findings}
        renderPlace={(place) => (
          <Anchor component="button" type="button" inherit underline="always" onClick={() => onPick(place)}>
            {place.label}
          </Anchor>
        )}
      />
    </Stack>
  );
}
