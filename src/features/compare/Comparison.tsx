import { Box, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconFolderSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { COMPARISON_FAULT_TEXTS } from '@data-manager/domain/compare/announceComparisons';
import { isComparing, type Comparison as ComparisonState } from '@data-manager/domain/compare/comparison';
import type { ComparisonResult } from '@data-manager/domain/compare/comparisonResult';
import {
  comparisonAnnouncement,
  comparisonFailure,
  comparisonWait,
} from '@data-manager/domain/compare/comparisonTexts';
import { nameInText, shownName } from '@data-manager/domain/names/shownName';
import { formatTime } from '@data-manager/lib/formatTime';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import { useListing } from '../../api/files';
import { usePorts } from '../../platform/portsContext';
import type { FoundBatch } from '../../platform/reading/readFiles';
import { DropArea } from '../../ui/DropArea';
import { ErrorState } from '../../ui/ErrorState';
import { FilePicker } from '../../ui/FilePicker';
import { Name } from '../../ui/Name';
import classes from './compare.module.css';
import { ComparisonReport, type ComparisonReportProps } from './ComparisonReport';
import { HashProgressBar } from './HashProgressBar';
import { useComparison } from './useComparison';

interface ComparisonProps extends Omit<ComparisonReportProps, 'access' | 'result'> {
  /** Fills the height of its parent, a flex column. */
  readonly fills?: boolean;
  readonly onClose: () => void;
}

/**
 * Compares a folder of the user with the files below a path. The comparison continues while another screen is shown.
 */
export function Comparison(props: ComparisonProps) {
  const { rootPath, path, fills, onClose } = props;
  const { comparison, result, access, choose, chooseFolder, resume, stop } = useComparison(path, rootPath);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = shownName(lastSegment(path));
  const isBusy = comparison !== undefined && isComparing(comparison);
  return (
    <Stack
      component="section"
      aria-label="Comparison"
      flex={1}
      gap="sm"
      miw={0}
      mih={0}
      className={classes.region}
      data-fills={fills || undefined}
    >
      <DropArea hint={`Drop to compare with ${nameInText(title)}`} onDropped={choose} />
      <Group justify="space-between" gap="0.5rem 0.75rem">
        <Title order={2} size="h5" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          Comparison with <Name>{title}</Name>
        </Title>
        <Group gap="sm" wrap="nowrap">
          {isBusy && (
            <Button size="xs" onClick={stop}>
              Cancel
            </Button>
          )}
          {(comparison?.phase === 'paused' || comparison?.phase === 'done') && (
            <Button size="xs" onClick={() => void resume()}>
              {comparison.phase === 'paused' ? 'Compare' : 'Compare again'}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Group>
      {comparison === undefined ? (
        <FirstChoice title={title} onChosen={choose} onFolder={() => void chooseFolder()} />
      ) : (
        // What is below keeps its place while files are compared.
        <Box mih={{ base: 64, xs: 38 }} className={classes.picker}>
          {!isBusy && <FilePicker isCompact prompt="Compare another folder:" purpose="compare" onChosen={choose} />}
        </Box>
      )}
      <div className={classes.stage}>
        {comparison !== undefined && (
          <Stage comparison={comparison} result={result} rootPath={rootPath} onRetry={() => void resume()} />
        )}
      </div>
      {result !== undefined && <ComparisonReport {...props} access={access} result={result} />}
      <VisuallyHidden aria-live="polite">{comparisonAnnouncement(comparison)}</VisuallyHidden>
    </Stack>
  );
}

interface FirstChoiceProps {
  readonly title: string;
  readonly onChosen: (batches: AsyncIterable<FoundBatch>) => void;
  readonly onFolder: () => void;
}

/** Asks for the folder. Where the browser can open it again after a reload, offers that. */
function FirstChoice({ title, onChosen, onFolder }: FirstChoiceProps) {
  const { folders } = usePorts();
  return (
    <>
      <Text size="sm" c="dimmed">
        Names, sizes and contents of your files are compared with those on the server. Nothing is uploaded or changed. A
        folder is compared with the folder of the same name on the server, or with the content of <Name>{title}</Name>{' '}
        if more of its files are there.
      </Text>
      <FilePicker prompt="Drop a folder here, or choose it:" purpose="compare" onChosen={onChosen} />
      {folders.areOffered() && (
        <Group gap="sm">
          <Button size="xs" leftSection={<IconFolderSearch size={16} aria-hidden />} onClick={onFolder}>
            Grant access to a folder
          </Button>
          <Text size="xs" c="dimmed" flex="1 1 16rem">
            The comparison of this folder, or of one that you drop, continues after a reload.
          </Text>
        </Group>
      )}
    </>
  );
}

interface StageProps {
  readonly comparison: ComparisonState;
  readonly result: ComparisonResult | undefined;
  readonly rootPath: string;
  readonly onRetry: () => void;
}

/** Describes what the comparison is doing, or how it ended. */
function Stage({ comparison, result, rootPath, onRetry }: StageProps) {
  const { loadedCount, isComplete } = useListing(rootPath);
  switch (comparison.phase) {
    case 'reading':
      return <Text size="sm">{`Reading the folder… ${counted(comparison.found, 'file')} found`}</Text>;
    case 'matching':
      if (comparison.waiting !== undefined) return <Text size="sm">{comparisonWait(comparison.waiting)}</Text>;
      return (
        <Text size="sm">
          {isComplete
            ? `Comparing names and sizes of ${counted(comparison.found, 'file')}…`
            : `Waiting for the server’s list: ${counted(loadedCount, 'file')} loaded…`}
        </Text>
      );
    case 'failed':
      return <ErrorState {...comparisonFailure(comparison.failure)} onRetry={onRetry} />;
    case 'hashing':
      return <HashProgressBar result={comparison} />;
    case 'paused':
      return (
        <Text size="sm">
          {[
            comparison.fault === undefined ? 'Stopped.' : COMPARISON_FAULT_TEXTS[comparison.fault],
            ...(result === undefined ? [] : [`${counted(result.rest.length, 'file')} not compared yet.`]),
            'Compare continues where it stopped.',
          ].join(' ')}
        </Text>
      );
    case 'done':
      return (
        <Text size="sm">
          {`Compared ${formatTime(comparison.endedAt)}${result === undefined ? '. Compare again to see the files: contents are not read again.' : ''}`}
        </Text>
      );
  }
}
