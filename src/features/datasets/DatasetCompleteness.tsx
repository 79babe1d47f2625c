import { Anchor, Box, Button, Group, Stack, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Completeness } from '@data-manager/domain/completeness/completeness';
import { completenessFindings, findingsText } from '@data-manager/domain/completeness/completenessFindings';
import { placeQuery } from '@data-manager/domain/completeness/placeQuery';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { useCopy } from '../../ui/useCopy';
import { CompletenessMap, CompletenessOutline } from '../../widgets/CompletenessMap';
import { FindingList, MapLegend } from '../../widgets/FindingList';
import { useShownSection } from '../../widgets/shownSection';
import classes from './datasets.module.css';
import { ShownScans } from './DuplicateChoice';
import type { DuplicateScans } from './scanChoices';

interface DatasetCompletenessProps {
  readonly dataset: Dataset;
  readonly completeness: Completeness;
  readonly scans: DuplicateScans;
  /** Leads to where the total sections can be set. */
  readonly totalLink: ReactNode;
  /** Called when a place is chosen and the list shows its files. */
  readonly onShowFiles?: () => void;
}

/** Lists what is missing, arriving, damaged or unexpected, with links to the files in the list. */
export function DatasetCompleteness(props: DatasetCompletenessProps) {
  const { dataset, completeness, scans, totalLink, onShowFiles } = props;
  const copy = useCopy();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { shown } = useShownSection();
  // Here, so that React can pause between the completeness of a hundred thousand files and its findings.
  const findings = useMemo(() => completenessFindings(completeness), [completeness]);
  return (
    <CompletenessSection
      dataset={dataset}
      action={
        findings.some(({ places }) => places.length > 0) && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => copy(findingsText(findings), 'Findings copied.')}
          >
            Copy
          </Button>
        )
      }
    >
      <CompletenessMap
        label="Completeness map"
        completeness={completeness}
        shownSection={shown?.section}
        shownScans={scans.duplicates}
        onPick={({ filters }) => {
          onShowFiles?.();
          void navigate(placeQuery(filters, params));
        }}
      />
      <MapLegend completeness={completeness} />
      <FindingList
        label="Completeness"
        findings={findings}
        totalLink={totalLink}
        shownScans={<ShownScans {...scans} />}
        renderPlace={({ label, filters }) => (
          <Anchor component={Link} to={placeQuery(filters, params)} inherit underline="always" onClick={onShowFiles}>
            {label}
          </Anchor>
        )}
      />
    </CompletenessSection>
  );
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
 * Reserves the height of a map of the channels in the metadata and of three lines, so that the preview below it rarely moves
 * when the findings arrive. All findings are shown, however many lines they take.
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
        <Box pb="sm" style={{ visibility: children === undefined ? 'visible' : 'hidden' }}>
          <CompletenessOutline lanes={dataset.channels.length === 0 ? UNNAMED_CHANNELS : dataset.channels.length} />
        </Box>
        {children !== undefined && <Stack gap={4}>{children}</Stack>}
      </div>
    </Stack>
  );
}
