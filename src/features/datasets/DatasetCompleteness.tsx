import { Anchor, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { assessInPieces, sectionImages, type Completeness } from '../../domain/completeness/completeness';
import { completenessFindings, findingsText, type Finding } from '../../domain/completeness/completenessFindings';
import type { FileItem } from '../../domain/listing/fileListing';
import { readListQuery, writeListQuery, type ListFilters } from '../../domain/listing/listQuery';
import type { Dataset } from '../../domain/metadata/dataset';
import type { InPieces } from '../../lib/inPieces';
import { CompletenessMap } from '../../ui/CompletenessMap';
import { FindingList } from '../../ui/FindingList';
import { useCopy } from '../../ui/useCopy';
import { useInSlices } from '../../ui/useInSlices';
import { ComingCompleteness } from './ComingCompleteness';
import { CompletenessSection } from './CompletenessSection';
import { datasetsWords } from './datasetsWords';

interface DatasetCompletenessProps {
  readonly dataset: Dataset;
  /** Every file of the dataset. */
  readonly files: readonly FileItem[];
}

/** Which section images are missing, there twice or unexpected; a place leads to its files in the list. */
export function DatasetCompleteness({ dataset, files }: DatasetCompletenessProps) {
  const copy = useCopy();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const begin = useCallback(() => judgeFiles(files, dataset), [files, dataset]);
  const { result: judgement } = useInSlices(begin);
  if (judgement === undefined) return <ComingCompleteness dataset={dataset} />;
  const { completeness, findings } = judgement;
  if (completeness === undefined) return null;

  const toFiles = (filters: ListFilters) =>
    `?${writeListQuery({ sort: readListQuery(params).sort, ...filters }, params).toString()}`;
  const isEmpty = completeness.lanes.every(({ files }) => files.size === 0);
  return (
    <CompletenessSection
      action={
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copy(findingsText(findings), datasetsWords.findingsCopied)}
        >
          {datasetsWords.copy}
        </Button>
      }
    >
      {!isEmpty && (
        <CompletenessMap
          label={datasetsWords.completenessMap}
          completeness={completeness}
          onPick={({ filters }) => void navigate(toFiles(filters))}
        />
      )}
      <FindingList
        label={datasetsWords.completeness}
        findings={findings}
        renderPlace={({ label, filters }) => (
          <Anchor component={Link} to={toFiles(filters)} inherit underline="always">
            {label}
          </Anchor>
        )}
      />
    </CompletenessSection>
  );
}

interface Judgement {
  /** Undefined where neither the metadata nor a name says what to expect. */
  readonly completeness?: Completeness | undefined;
  readonly findings: readonly Finding[];
}

const NOTHING_JUDGED: Judgement = { findings: [] };

function* judgeFiles(
  files: readonly FileItem[],
  { physicalSections, channels }: Pick<Dataset, 'physicalSections' | 'channels'>,
): InPieces<Judgement> {
  const images = yield* sectionImages(files);
  const expected = { sections: physicalSections, channels: channels.map(({ num }) => num) };
  const completeness = yield* assessInPieces(images, expected);
  if (completeness === undefined) return NOTHING_JUDGED;
  yield;
  return { completeness, findings: completenessFindings(completeness) };
}
