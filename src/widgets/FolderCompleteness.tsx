import { Stack, Title } from '@mantine/core';
import type { Completeness } from '@data-manager/domain/completeness/completeness';
import { completenessFindings, type FindingPlace } from '@data-manager/domain/completeness/completenessFindings';
import { CompletenessMap } from './CompletenessMap';
import { FindingList, MapLegend } from './FindingList';

interface FolderCompletenessProps {
  /** The heading, which is the accessible name, too. */
  readonly label: string;
  readonly order: 2 | 3;
  readonly completeness: Completeness;
  /** Reserves the last line for damaged images, so that nothing moves if they are found later than the rest. */
  readonly isSteady?: boolean;
  /** Called when a place of the map is chosen. */
  readonly onPick: (place: FindingPlace) => void;
}

/** The map of a folder with its legend and its findings. */
export function FolderCompleteness({ label, order, completeness, isSteady = false, onPick }: FolderCompletenessProps) {
  return (
    <Stack gap={4} component="section" aria-label={label}>
      <Title order={order} size="h5">
        {label}
      </Title>
      <CompletenessMap label={`${label}, map`} completeness={completeness} onPick={onPick} />
      <MapLegend completeness={completeness} />
      <FindingList
        label={label}
        findings={completenessFindings(completeness)}
        isSteady={isSteady}
        renderPlace={({ label: place }) => place}
      />
    </Stack>
  );
}
