import { Skeleton, Stack } from '@mantine/core';
import type { PlannedDataset } from '../../domain/uploads/uploadForecast';
import { CompletenessOutline } from '../../ui/CompletenessMap';

/** The outline of what will be told of a dataset's completeness: a heading, the map, its legend. */
export function ForecastOutline({ dataset: { channels } }: { readonly dataset: PlannedDataset }) {
  return (
    <Stack gap={4} aria-hidden>
      <Skeleton height="1.25rem" width="14rem" />
      <CompletenessOutline lanes={Math.max(1, channels.length)} />
    </Stack>
  );
}
