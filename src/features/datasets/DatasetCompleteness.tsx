import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { assessInPieces, sectionImages, type Completeness } from '../../domain/completeness/completeness';
import { completenessFindings, findingsText, type Finding } from '../../domain/completeness/completenessFindings';
import type { FileItem } from '../../domain/listing/fileListing';
import { readListQuery, writeListQuery, type ListFilters } from '../../domain/listing/listQuery';
import type { Dataset } from '../../domain/metadata/dataset';
import { readPreviewPlace, writePreviewPlace } from '../../domain/pictures/previewQuery';
import { withArrivals, type Arrivals } from '../../domain/uploads/arrivals';
import type { InPieces } from '../../lib/inPieces';
import { CompletenessMap, CompletenessOutline } from '../../ui/CompletenessMap';
import { FindingList } from '../../ui/FindingList';
import { Link } from '../../ui/Link';
import { useShownSection } from '../../ui/shownSection';
import { useCopy } from '../../ui/useCopy';
import { useInSlices } from '../../ui/useInSlices';
import classes from './datasets.module.css';

interface DatasetCompletenessProps {
  readonly dataset: Dataset;
  /** All files of the dataset. */
  readonly files: readonly FileItem[];
  /** Its files that are being uploaded. Must be stable between renders. */
  readonly arrivals: Arrivals;
  /** Called when a place is chosen and the list shows its files. */
  readonly onShowFiles?: () => void;
}

/** Lists missing, duplicate and unexpected section images, with links to the files in the list. */
export function DatasetCompleteness({ dataset, files, arrivals, onShowFiles }: DatasetCompletenessProps) {
  const copy = useCopy();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { shown } = useShownSection();
  const begin = useCallback(() => assessFiles(files, arrivals, dataset), [files, arrivals, dataset]);
  const { result } = useInSlices(begin);
  if (result === undefined) return <CompletenessPlaceholder dataset={dataset} />;
  const { completeness, findings } = result;
  if (completeness === undefined) {
    return (
      <CompletenessSection dataset={dataset}>
        <Text size="sm" c="dimmed">
          No section images yet
        </Text>
      </CompletenessSection>
    );
  }

  /** Filters the list, and shows the first of these sections. */
  const toFiles = (filters: ListFilters) => {
    const query = writeListQuery({ sort: readListQuery(params).sort, ...filters }, params);
    const section = filters.sections[0]?.first;
    if (section === undefined) return `?${query.toString()}`;
    const place = { section, layer: filters.layers[0], off: readPreviewPlace(params).off };
    return `?${writePreviewPlace(place, query).toString()}`;
  };
  const isEmpty = completeness.lanes.every(({ files }) => files.size === 0);
  return (
    <CompletenessSection
      dataset={dataset}
      action={
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copy(findingsText(findings), 'Missing and duplicate files copied.')}
        >
          Copy
        </Button>
      }
    >
      {!isEmpty && (
        <CompletenessMap
          label="Completeness map"
          completeness={completeness}
          shownSection={shown?.section}
          onPick={({ filters }) => {
            onShowFiles?.();
            void navigate(toFiles(filters));
          }}
        />
      )}
      <div className={classes.findings}>
        <FindingList
          label="Completeness"
          findings={findings}
          renderPlace={({ label, filters }) => (
            <Anchor component={Link} to={toFiles(filters)} inherit underline="always" onClick={onShowFiles}>
              {label}
            </Anchor>
          )}
        />
      </div>
    </CompletenessSection>
  );
}

interface CompletenessResult {
  /** Undefined if neither the metadata nor a file name determines which images are expected. */
  readonly completeness?: Completeness | undefined;
  readonly findings: readonly Finding[];
}

function* assessFiles(
  files: readonly FileItem[],
  arrivals: Arrivals,
  { physicalSections, channels }: Pick<Dataset, 'physicalSections' | 'channels'>,
): InPieces<CompletenessResult> {
  const { listed, arriving } = withArrivals(files, arrivals);
  const images = [...(yield* sectionImages(listed)), ...arriving];
  const expected = { sections: physicalSections, channels: channels.map(({ num }) => num) };
  const completeness = yield* assessInPieces(images, expected);
  if (completeness === undefined) return { findings: [] };
  yield;
  return { completeness, findings: completenessFindings(completeness) };
}

/** The completeness section until all files are listed. */
export function CompletenessPlaceholder({ dataset }: Pick<DatasetCompletenessProps, 'dataset'>) {
  return <CompletenessSection dataset={dataset} />;
}

interface CompletenessSectionProps extends Pick<DatasetCompletenessProps, 'dataset'> {
  /** Beside the heading. */
  readonly action?: ReactNode;
  /** Undefined until the files are listed. */
  readonly children?: ReactNode;
}

/** Number of channels to expect if the metadata names none. */
const UNNAMED_CHANNELS = 3;

/**
 * Has the height of a map of the channels in the metadata and two findings, regardless of the files, so that the
 * preview below it does not move. More channels and findings scroll.
 */
function CompletenessSection({ dataset, action, children }: CompletenessSectionProps) {
  return (
    <Stack gap={4} component="section" aria-label="Completeness">
      <Group gap="xs" mih={24}>
        <Title order={2} size="h5">
          Completeness
        </Title>
        {action}
      </Group>
      <div className={classes.completeness}>
        <div className={classes.completenessOutline} data-replaced={children !== undefined || undefined}>
          <CompletenessOutline
            lanes={dataset.channels.length === 0 ? UNNAMED_CHANNELS : dataset.channels.length}
            isBounded
          />
        </div>
        {children !== undefined && <div className={classes.completenessContent}>{children}</div>}
      </div>
    </Stack>
  );
}
