import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { judgeCompleteness, sectionImages } from '../../domain/completeness';
import { completenessFindings, findingsText } from '../../domain/completenessFindings';
import type { Dataset } from '../../domain/dataset';
import type { FileEntry } from '../../domain/fileListing';
import { filesInside } from '../../domain/folderView';
import { readListQuery, writeListQuery, type ListFilters } from '../../domain/listQuery';
import { CompletenessMap } from '../../ui/CompletenessMap';
import { FindingList } from '../../ui/FindingList';
import { useCopy } from '../../ui/useCopy';

interface DatasetCompletenessProps {
  readonly dataset: Dataset;
  /** Every file of the dataset. */
  readonly entries: readonly FileEntry[];
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
}

/** Which section images are missing, there twice or unexpected; a place leads to its files in the list. */
export function DatasetCompleteness({ dataset, entries, rootPath }: DatasetCompletenessProps) {
  const copy = useCopy();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { physicalSections, channels } = dataset;
  const completeness = useMemo(() => {
    const images = sectionImages(filesInside(entries, rootPath, []));
    return judgeCompleteness(images, { sections: physicalSections, channels: channels.map(({ num }) => num) });
  }, [entries, rootPath, physicalSections, channels]);
  const findings = useMemo(
    () => (completeness === undefined ? [] : completenessFindings(completeness)),
    [completeness],
  );
  if (completeness === undefined) return null;

  const toFiles = (filters: ListFilters) =>
    `?${writeListQuery({ sort: readListQuery(params).sort, ...filters }, params).toString()}`;
  const isEmpty = completeness.lanes.every(({ files }) => files.size === 0);
  return (
    <Stack gap={4} component="section" aria-label="Completeness">
      <Group gap="xs">
        <Title order={2} size="h5">
          Completeness
        </Title>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copy(findingsText(findings), 'Copied: what is missing, and what is there twice.')}
        >
          Copy
        </Button>
      </Group>
      {!isEmpty && (
        <CompletenessMap
          label="Completeness map"
          completeness={completeness}
          onPick={({ filters }) => void navigate(toFiles(filters))}
        />
      )}
      <FindingList
        label="Completeness"
        findings={findings}
        renderPlace={({ words, filters }) => (
          <Anchor component={Link} to={toFiles(filters)} inherit underline="always">
            {words}
          </Anchor>
        )}
      />
    </Stack>
  );
}
