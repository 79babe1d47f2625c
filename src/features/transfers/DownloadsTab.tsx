import { Button } from '@mantine/core';
import { createSelector } from '@reduxjs/toolkit';
import { memo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import {
  archiveShortage,
  DOWNLOAD_TRAITS,
  downloadPercent,
  isActive,
  type DownloadItem,
} from '@data-manager/domain/downloads/download';
import { isPollRefused } from '@data-manager/domain/downloads/interpretPoll';
import type { Failure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { nameInText, shownName } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { matchPhase } from '@data-manager/lib/match';
import { counted } from '@data-manager/lib/plural';
import {
  cancelRequested,
  clearAllRequested,
  removeRequested,
  retryRequested,
  selectClearableIds,
  selectOwnDownloads,
} from '../../transfers/downloads/downloadsSlice';
import { ProgressBar, TransferRow, type RowPhase } from './TransferRow';
import classes from './TransfersPanel.module.css';

/** The download queue. */
export function DownloadsTab() {
  const dispatch = useDispatch();
  const items = useSelector(selectOwnDownloads);
  const clearable = useSelector(selectClearableIds);
  return (
    <>
      <div className={classes.head}>
        <DownloadsSummary />
        <Button
          size="compact-xs"
          disabled={clearable.length === 0}
          onClick={() => dispatch(clearAllRequested({ ids: clearable }))}
        >
          Clear All
        </Button>
      </div>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <DownloadRow item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The queue in one line, such as `Preparing · 33% · 2 queued · TC042`. */
export function DownloadsSummary() {
  return <span className={classes.summary}>{useSelector(selectSummary)}</span>;
}

/** The progress of the archive that is being prepared or saved. */
export function ActiveProgress() {
  const active = useSelector(selectActive);
  if (active === undefined) return null;
  return <ProgressBar radius={0} value={downloadPercent(active)} aria-label={shownName(active.zipFileName)} />;
}

/** Only one archive is prepared at a time. */
const selectActive = createSelector([selectOwnDownloads], (items) => items.find(isActive));

const selectSummary = createSelector([selectOwnDownloads, selectActive], (items, active) => {
  const counts = Object.entries(DOWNLOAD_TRAITS).flatMap(([phase, traits]) => {
    const count = traits.isActive ? 0 : items.filter((item) => item.phase === phase).length;
    return count > 0 ? [`${formatCount(count)} ${phase}`] : [];
  });
  if (active === undefined) return counts.join(' · ');
  const activity = active.phase === 'ready' ? ['Saving'] : ['Preparing', formatPercent(downloadPercent(active))];
  // The title is last, because a long name may be cut.
  return [...activity, ...counts, shownName(active.title)].join(' · ');
});

/** Memoized: with every poll only one of the rows changes. */
const DownloadRow = memo(function DownloadRow({ item }: { readonly item: DownloadItem }) {
  const dispatch = useDispatch();
  const { id, title, zipFileName, downsampled } = item;
  return (
    <TransferRow
      title={title}
      {...(downsampled && { mark: 'downsampled' })}
      name={zipFileName}
      percent={downloadPercent(item)}
      size={sizeText(item)}
      {...describePhase(item)}
      actions={{
        Retry: () => dispatch(retryRequested({ id })),
        Cancel: {
          run: () => dispatch(cancelRequested({ id })),
          detail: `The archive of ${nameInText(title)} will no longer be prepared. The files on the server are kept.`,
        },
        Remove: () => dispatch(removeRequested({ id })),
      }}
    />
  );
});

/** Returns the known sizes, such as `12 files, 1.50 GB of 4.00 GB`. */
function sizeText({ phase, downsampled, totalFiles, totalSize, completedSize }: DownloadItem): string {
  const texts = totalFiles === undefined ? [] : [counted(totalFiles, 'file')];
  if (totalSize !== undefined) {
    const total = formatBytes(totalSize);
    // The size of downsampled images is not known exactly before all of them have been made.
    const isPartial = DOWNLOAD_TRAITS[phase].isOnServer && completedSize !== undefined;
    texts.push(isPartial ? `${formatBytes(completedSize)} of ${downsampled ? 'about ' : ''}${total}` : total);
  }
  return texts.join(', ');
}

function describePhase(item: DownloadItem): RowPhase<'Retry' | 'Cancel' | 'Remove'> {
  const shortage = archiveShortage(item);
  const note = shortage && ` (only ${formatCount(shortage.packed)} of ${counted(shortage.requested, 'file')})`;
  const described = matchPhase<DownloadItem, RowPhase<'Retry' | 'Cancel' | 'Remove'>>(item, {
    queued: () => ({ status: 'Queued', commands: ['Remove'] }),
    failed: ({ failure }) => ({ status: failureNotice(failure).text, isFailed: true, commands: ['Retry', 'Remove'] }),
    preparing: ({ lastPollError }) => ({ status: preparingText(lastPollError), commands: ['Cancel'] }),
    ready: () => ({ status: 'Ready. Saving…', commands: ['Remove'] }),
    cancelling: () => ({ status: 'Cancelling', commands: [] }),
  });
  return { ...described, status: described.status + (note ?? '') };
}

function preparingText(lastPollError: Failure | undefined): string {
  if (lastPollError === undefined) return 'Preparing';
  return isPollRefused(lastPollError)
    ? `Preparing: ${failureNotice(lastPollError).text}; retrying`
    : 'Preparing: no response from the server; retrying';
}
