import { memo } from 'react';
import { useDispatch } from 'react-redux';
import { COMPARISON_FAULT_TEXTS } from '@data-manager/domain/compare/announceComparisons';
import { hasProgress, type Comparison } from '@data-manager/domain/compare/comparison';
import { comparisonAddress } from '@data-manager/domain/compare/comparisonAddress';
import { hashedPercent } from '@data-manager/domain/compare/comparisonResult';
import {
  comparisonFailure,
  comparisonTitle,
  comparisonWait,
  countsText,
} from '@data-manager/domain/compare/comparisonTexts';
import { paceTexts } from '@data-manager/domain/transfers/transferRate';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { matchPhase } from '@data-manager/lib/match';
import { counted } from '@data-manager/lib/plural';
import {
  cancelRequested,
  dismissRequested,
  pauseRequested,
  resumeRequested,
} from '../../transfers/comparisons/comparisonsSlice';
import { useFolderAccess } from '../../ui/useFolderAccess';
import { useRate } from '../../widgets/useRate';
import { TransferRow, type RowPhase } from './TransferRow';

/** Memoized: with every sample only one of the rows changes. */
export const ComparisonRow = memo(function ComparisonRow({ comparison }: { readonly comparison: Comparison }) {
  const dispatch = useDispatch();
  const mayRead = useFolderAccess('read');
  const { id } = comparison;
  const rate = useRate(hasProgress(comparison) ? comparison.bytesHashed : 0, comparison.phase === 'hashing');
  const resume = async () => {
    if (await mayRead(comparison)) dispatch(resumeRequested({ id }));
  };
  return (
    <TransferRow
      title={comparisonTitle(comparison)}
      name={comparisonTitle(comparison)}
      percent={hasProgress(comparison) ? hashedPercent(comparison) : undefined}
      size={sizeText(comparison)}
      {...describePhase(comparison, rate)}
      actions={{
        Pause: () => dispatch(pauseRequested({ id })),
        Resume: () => void resume(),
        Retry: () => void resume(),
        Open: { to: comparisonAddress(comparison) },
        Cancel: {
          run: () => dispatch(cancelRequested({ id })),
          detail: 'The result so far is lost. Your files and those on the server stay as they are.',
        },
        Dismiss: () => dispatch(dismissRequested({ id })),
      }}
    />
  );
});

function sizeText(comparison: Comparison): string {
  if (!hasProgress(comparison)) return `${counted(comparison.found, 'file')} found`;
  const { hashed, toHash, bytesHashed, bytesToHash } = comparison;
  return `${formatCount(hashed)} of ${counted(toHash, 'file')}, ${formatBytes(bytesHashed)} of ${formatBytes(bytesToHash)}`;
}

function describePhase(
  comparison: Comparison,
  rate: number | undefined,
): RowPhase<'Pause' | 'Resume' | 'Retry' | 'Open' | 'Cancel' | 'Dismiss'> {
  return matchPhase(comparison, {
    reading: () => ({ status: 'Reading the folder', commands: ['Open', 'Cancel'] }),
    matching: ({ waiting }) => ({
      status: waiting === undefined ? 'Comparing names and sizes' : comparisonWait(waiting),
      commands: ['Open', 'Cancel'],
    }),
    failed: ({ failure }) => {
      const { title, reason } = comparisonFailure(failure);
      return { status: `${title}. ${reason}`, isFailed: true, commands: ['Retry', 'Open', 'Cancel'] };
    },
    hashing: ({ bytesToHash, bytesHashed }) => ({
      status: ['Comparing contents', ...paceTexts(bytesToHash - bytesHashed, rate)].join(' · '),
      commands: ['Pause', 'Open', 'Cancel'],
    }),
    paused: ({ fault }) => ({
      status: fault === undefined ? 'Paused' : COMPARISON_FAULT_TEXTS[fault],
      isFailed: fault !== undefined,
      commands: ['Resume', 'Open', 'Cancel'],
    }),
    done: (done) => ({ status: countsText(done), commands: ['Open', 'Dismiss'] }),
  });
}
