import { Button } from '@mantine/core';
import { createSelector } from '@reduxjs/toolkit';
import { memo } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import {
  archiveShortage,
  downloadPercent,
  isActive,
  isOnServer,
  type DownloadItem,
} from '@data-manager/domain/downloads/download';
import { isPollRefused } from '@data-manager/domain/downloads/interpretPoll';
import type { Failure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { shownName } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import {
  cancelRequested,
  clearAllRequested,
  removeRequested,
  retryRequested,
  selectClearableIds,
  selectOwnDownloads,
} from '../../transfers/downloads/downloadsSlice';
import { CancelButton } from './CancelButton';
import { CommandButton } from './CommandButton';
import { ProgressBar, TransferRow } from './TransferRow';
import classes from './TransfersPanel.module.css';

/** The download queue. */
export function DownloadsTab() {
  const dispatch = useDispatch();
  const items = useSelector(selectOwnDownloads);
  const store = useStore<Parameters<typeof selectClearableIds>[0]>();
  const isClearable = useSelector(selectIsClearable);
  return (
    <>
      <div className={classes.head}>
        <DownloadsSummary />
        <Button
          size="compact-xs"
          variant="default"
          disabled={!isClearable}
          onClick={() => dispatch(clearAllRequested({ ids: selectClearableIds(store.getState()) }))}
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
  return (
    <ProgressBar
      className={classes.overall ?? ''}
      radius={0}
      value={downloadPercent(active)}
      aria-label={shownName(active.zipFileName)}
    />
  );
}

/** Only one archive is prepared at a time. */
const selectActive = createSelector([selectOwnDownloads], (items) => items.find(isActive));

const selectSummary = createSelector([selectOwnDownloads, selectActive], (items, active) => {
  const counts = (['queued', 'failed', 'cancelling'] as const).flatMap((word) => {
    const count = items.filter((item) => countedAs(item) === word).length;
    return count > 0 ? [`${formatCount(count)} ${word}`] : [];
  });
  return [
    ...(active === undefined ? [] : activeTexts(active)),
    ...counts,
    // Last, because a long name may be cut.
    ...(active === undefined ? [] : [shownName(active.title)]),
  ].join(' · ');
});

/** Returns the word by which the summary counts a download; undefined for the active one, which it describes. */
function countedAs({ phase }: DownloadItem): 'queued' | 'failed' | 'cancelling' | undefined {
  switch (phase) {
    case 'queued':
    case 'failed':
    case 'cancelling':
      return phase;
    case 'preparing':
    case 'ready':
      return undefined;
  }
}

function activeTexts(item: DownloadItem): readonly string[] {
  switch (item.phase) {
    case 'preparing':
      return ['Preparing', formatPercent(downloadPercent(item))];
    case 'ready':
      return ['Saving'];
    case 'queued':
    case 'failed':
    case 'cancelling':
      return [];
  }
}

function selectIsClearable(state: Parameters<typeof selectClearableIds>[0]): boolean {
  return selectClearableIds(state).length > 0;
}

/** Memoized: with every poll only one of the rows changes. */
const DownloadRow = memo(function DownloadRow({ item }: { readonly item: DownloadItem }) {
  const dispatch = useDispatch();
  const { id, phase } = item;
  const buttons = buttonsOf(item);
  return (
    <TransferRow
      title={item.title}
      {...(item.downsampled && { mark: 'downsampled' })}
      name={item.zipFileName}
      percent={downloadPercent(item)}
      size={sizeText(item)}
      status={statusText(item)}
      isFailed={phase === 'failed'}
    >
      {buttons.includes('retry') && <CommandButton command="Retry" onClick={() => dispatch(retryRequested({ id }))} />}
      {buttons.includes('cancel') && (
        <CancelButton
          detail={`The archive of ${shownName(item.title)} will no longer be prepared. The files on the server are kept.`}
          onCancel={() => dispatch(cancelRequested({ id }))}
        >
          Cancel
        </CancelButton>
      )}
      {buttons.includes('remove') && (
        <CommandButton command="Remove" onClick={() => dispatch(removeRequested({ id }))} />
      )}
    </TransferRow>
  );
});

function buttonsOf({ phase }: DownloadItem): readonly ('retry' | 'cancel' | 'remove')[] {
  switch (phase) {
    case 'queued':
    case 'ready':
      return ['remove'];
    case 'failed':
      return ['retry', 'remove'];
    case 'preparing':
      return ['cancel'];
    case 'cancelling':
      return [];
  }
}

/** Returns the known sizes, such as `12 files, 1.50 GB of 4.00 GB`. */
function sizeText(item: DownloadItem): string {
  const { downsampled, totalFiles, totalSize, completedSize } = item;
  const texts = totalFiles === undefined ? [] : [counted(totalFiles, 'file')];
  if (totalSize !== undefined) {
    const total = formatBytes(totalSize);
    // The size of downsampled images is not known exactly before all of them have been made.
    const isPartial = isOnServer(item) && completedSize !== undefined;
    texts.push(isPartial ? `${formatBytes(completedSize)} of ${downsampled ? 'about ' : ''}${total}` : total);
  }
  return texts.join(', ');
}

function statusText(item: DownloadItem): string {
  const shortage = archiveShortage(item);
  if (shortage === undefined) return phaseText(item);
  return `${phaseText(item)} (only ${formatCount(shortage.packed)} of ${formatCount(shortage.requested)} files)`;
}

function phaseText(item: DownloadItem): string {
  switch (item.phase) {
    case 'queued':
      return 'Queued';
    case 'failed':
      return failureNotice(item.failure).text;
    case 'preparing':
      return item.lastPollError === undefined ? 'Preparing' : `Preparing: ${pollErrorText(item.lastPollError)}`;
    case 'ready':
      return 'Ready. Saving…';
    case 'cancelling':
      return 'Cancelling';
  }
}

function pollErrorText(failure: Failure): string {
  return isPollRefused(failure) ? `${failureNotice(failure).text}; retrying` : 'no response from the server; retrying';
}
