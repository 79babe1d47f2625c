import { Button } from '@mantine/core';
import { memo } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { comparisonFaultText } from '@data-manager/domain/compare/announceComparisons';
import { hasProgress, type Comparison } from '@data-manager/domain/compare/comparison';
import { comparisonAddress } from '@data-manager/domain/compare/comparisonAddress';
import { hashedPercent } from '@data-manager/domain/compare/comparisonResult';
import { comparisonTitle, countsText } from '@data-manager/domain/compare/comparisonTexts';
import { paceTexts } from '@data-manager/domain/transfers/transferRate';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import {
  cancelRequested,
  dismissRequested,
  pauseRequested,
  resumeRequested,
} from '../../transfers/comparisons/comparisonsSlice';
import { useFolderAccess } from '../../ui/useFolderAccess';
import { useRate } from '../../widgets/useRate';
import { CancelButton } from './CancelButton';
import { CommandButton } from './CommandButton';
import { TransferRow } from './TransferRow';

/** Memoized: with every sample only one of the rows changes. */
export const ComparisonRow = memo(function ComparisonRow({ comparison }: { readonly comparison: Comparison }) {
  const dispatch = useDispatch();
  const mayRead = useFolderAccess('read');
  const { id } = comparison;
  const status = useStatus(comparison);
  const command = commandOf(comparison);
  const resume = async () => {
    if (await mayRead(comparison)) dispatch(resumeRequested({ id }));
  };
  return (
    <TransferRow
      title={comparisonTitle(comparison)}
      name={comparisonTitle(comparison)}
      percent={hasProgress(comparison) ? hashedPercent(comparison) : undefined}
      size={sizeText(comparison)}
      status={status}
      isFailed={hasFailed(comparison)}
    >
      {command === 'Pause' && <CommandButton command={command} onClick={() => dispatch(pauseRequested({ id }))} />}
      {(command === 'Resume' || command === 'Retry') && (
        <CommandButton command={command} onClick={() => void resume()} />
      )}
      <Button component={Link} to={comparisonAddress(comparison)} size="compact-xs" variant="default">
        Open
      </Button>
      {command === 'Dismiss' ? (
        <CommandButton command={command} onClick={() => dispatch(dismissRequested({ id }))} />
      ) : (
        <CancelButton
          detail="The result so far is lost. Your files and those on the server stay as they are."
          onCancel={() => dispatch(cancelRequested({ id }))}
        >
          Cancel
        </CancelButton>
      )}
    </TransferRow>
  );
});

/** Returns what the user can do besides opening and cancelling. */
function commandOf({ phase }: Comparison): 'Pause' | 'Resume' | 'Retry' | 'Dismiss' | undefined {
  switch (phase) {
    case 'reading':
    case 'matching':
      return undefined;
    case 'hashing':
      return 'Pause';
    case 'paused':
      return 'Resume';
    case 'failed':
      return 'Retry';
    case 'done':
      return 'Dismiss';
  }
}

function hasFailed(comparison: Comparison): boolean {
  switch (comparison.phase) {
    case 'reading':
    case 'matching':
    case 'hashing':
    case 'done':
      return false;
    case 'paused':
      return comparison.fault !== undefined;
    case 'failed':
      return true;
  }
}

function sizeText(comparison: Comparison): string {
  if (!hasProgress(comparison)) return `${counted(comparison.found, 'file')} found`;
  const { hashed, toHash, bytesHashed, bytesToHash } = comparison;
  return `${formatCount(hashed)} of ${counted(toHash, 'file')}, ${formatBytes(bytesHashed)} of ${formatBytes(bytesToHash)}`;
}

function useStatus(comparison: Comparison): string {
  const rate = useRate(hasProgress(comparison) ? comparison.bytesHashed : 0, comparison.phase === 'hashing');
  switch (comparison.phase) {
    case 'reading':
      return 'Reading the folder';
    case 'matching':
      return 'Comparing names and sizes';
    case 'failed':
      return `The files on the server could not be listed. ${comparison.reason}`;
    case 'hashing':
      return ['Comparing contents', ...paceTexts(comparison.bytesToHash - comparison.bytesHashed, rate)].join(' · ');
    case 'paused':
      return comparison.fault === undefined ? 'Paused' : comparisonFaultText(comparison.fault);
    case 'done':
      return countsText(comparison);
  }
}
