import { Text } from '@mantine/core';
import { createSelector, type Action } from '@reduxjs/toolkit';
import { memo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { hasProgress, isComparing } from '@data-manager/domain/compare/comparison';
import { hashedPercent } from '@data-manager/domain/compare/comparisonResult';
import { comparisonTitle } from '@data-manager/domain/compare/comparisonTexts';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import {
  currentFile,
  fileCount,
  receivedBytes,
  savedFiles,
  type FolderFetch,
} from '@data-manager/domain/fetches/folderFetch';
import { isFollowActive } from '@data-manager/domain/follow/follow';
import { shownName, shownText } from '@data-manager/domain/names/shownName';
import { percentOf } from '@data-manager/domain/uploads/uploadProgress';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import { selectOwnComparisons } from '../../transfers/comparisons/comparisonsSlice';
import {
  cancelRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
  selectOwnFetches,
} from '../../transfers/fetches/fetchesSlice';
import { selectOwnFollows } from '../../transfers/follows/followsSlice';
import { useFolderAccess } from '../../ui/useFolderAccess';
import { CancelButton } from './CancelButton';
import { CommandButton } from './CommandButton';
import { ComparisonRow } from './ComparisonRow';
import { FollowRow } from './FollowRow';
import { ProgressBar, TransferRow } from './TransferRow';
import rowClasses from './TransferRow.module.css';
import classes from './TransfersPanel.module.css';

/** Files set aside that are listed. */
const LISTED = 20;

/** The followed and the compared folders, and the downloads into folders. */
export function FoldersTab() {
  const fetches = useSelector(selectOwnFetches);
  const follows = useSelector(selectOwnFollows);
  const comparisons = useSelector(selectOwnComparisons);
  return (
    <>
      <div className={classes.head}>
        <FoldersSummary />
      </div>
      <ul className={`${classes.list} ${rowClasses.folders}`}>
        {follows.map((follow) => (
          <li key={follow.id}>
            <FollowRow follow={follow} />
          </li>
        ))}
        {comparisons.map((comparison) => (
          <li key={comparison.id}>
            <ComparisonRow comparison={comparison} />
          </li>
        ))}
        {fetches.map((fetch) => (
          <li key={fetch.id}>
            <FetchRow fetch={fetch} />
            {fetch.setAside.length > 0 && <SetAsideFiles fetch={fetch} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** All folders in one line, such as `1 followed folder · 34% · 1.00 GB of 3.00 GB · 12 of 300 files`. */
export function FoldersSummary() {
  return <span className={classes.summary}>{useSelector(selectSummary)}</span>;
}

/** The progress of the fetch that is running, or else of a comparison. */
export function FolderProgress() {
  const running = useSelector(selectRunning);
  const comparing = useSelector(selectHashing);
  const shown =
    running === undefined
      ? comparing && { percent: hashedPercent(comparing), title: comparisonTitle(comparing) }
      : { percent: percentOf(receivedBytes(running), running.totalBytes), title: shownName(running.title) };
  if (shown === undefined) return null;
  return <ProgressBar className={classes.overall ?? ''} radius={0} value={shown.percent} aria-label={shown.title} />;
}

const selectRunning = createSelector([selectOwnFetches], (fetches) => fetches.find(({ phase }) => phase === 'running'));

const selectHashing = createSelector([selectOwnComparisons], (comparisons) =>
  comparisons.filter(hasProgress).find(isComparing),
);

const selectSummary = createSelector(
  [selectOwnFetches, selectOwnFollows, selectOwnComparisons],
  (fetches, follows, comparisons) => {
    const active = follows.filter(isFollowActive).length;
    const setAside = follows.reduce((total, { setAsideCount }) => total + setAsideCount, 0);
    return [
      ...(active > 0 ? [counted(active, 'followed folder')] : []),
      ...(setAside > 0 ? [`${counted(setAside, 'file')} set aside`] : []),
      ...(comparisons.length > 0 ? [counted(comparisons.length, 'comparison')] : []),
      ...(fetches.length > 0 ? [fetchesText(fetches)] : []),
    ].join(' · ');
  },
);

function fetchesText(fetches: readonly FolderFetch[]): string {
  const sum = (count: (fetch: FolderFetch) => number): number =>
    fetches.reduce((total, fetch) => total + count(fetch), 0);
  const received = sum(receivedBytes);
  const total = sum(({ totalBytes }) => totalBytes);
  const files = sum(fileCount);
  const failed = sum(({ setAside }) => setAside.length);
  return [
    formatPercent(percentOf(received, total)),
    `${formatBytes(received)} of ${formatBytes(total)}`,
    `${formatCount(sum(savedFiles))} of ${counted(files, 'file')}`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
  ].join(' · ');
}

/** Memoized: with every sample only one of the rows changes. */
const FetchRow = memo(function FetchRow({ fetch }: { readonly fetch: FolderFetch }) {
  const dispatch = useDispatch();
  const mayWrite = useFolderAccess('readwrite');
  const { id, title, folderName } = fetch;
  const command = commandOf(fetch);
  const dispatchIfAllowed = async (allowed: Action) => {
    if (await mayWrite(fetch)) dispatch(allowed);
  };
  const commands = {
    pause: () => dispatch(pauseRequested({ id })),
    resume: () => void dispatchIfAllowed(resumeRequested({ id })),
    retry: () => void dispatchIfAllowed(retryRequested({ id })),
  };
  const file = currentFile(fetch);
  return (
    <TransferRow
      title={`${shownName(title)} → ${shownName(folderName)}`}
      name={file === undefined ? title : lastSegment(file.path)}
      percent={
        file === undefined ? percentOf(receivedBytes(fetch), fetch.totalBytes) : percentOf(file.bytes, file.size)
      }
      size={`${formatCount(savedFiles(fetch))} of ${counted(fileCount(fetch), 'file')}, ${formatBytes(receivedBytes(fetch))} of ${formatBytes(fetch.totalBytes)}`}
      status={statusText(fetch)}
      isFailed={hasFailed(fetch)}
    >
      <CommandButton command={command} onClick={commands[command]} />
      <CancelButton
        detail={`The ${counted(savedFiles(fetch), 'file')} saved in ${shownName(folderName)} so far are kept.`}
        onCancel={() => dispatch(cancelRequested({ id }))}
      >
        cancel
      </CancelButton>
    </TransferRow>
  );
});

/** Returns what the user can do besides cancelling. */
function commandOf({ phase }: FolderFetch): 'pause' | 'resume' | 'retry' {
  switch (phase) {
    case 'queued':
    case 'running':
      return 'pause';
    case 'paused':
      return 'resume';
    case 'ended':
      return 'retry';
  }
}

function hasFailed(fetch: FolderFetch): boolean {
  switch (fetch.phase) {
    case 'queued':
    case 'running':
      return false;
    case 'paused':
      return fetch.fault !== undefined;
    case 'ended':
      return true;
  }
}

function statusText(fetch: FolderFetch): string {
  switch (fetch.phase) {
    case 'queued':
      return 'Queued';
    case 'running': {
      if (fetch.waiting === 'network') return 'Offline. The download resumes automatically.';
      if (fetch.waiting === 'session') return 'Signed out. The download resumes after you sign in.';
      const file = currentFile(fetch);
      return file === undefined ? 'Comparing with the folder' : `Downloading ${file.path}`;
    }
    case 'paused':
      return fetch.fault === undefined ? 'Paused' : failureNotice(fetch.fault).text;
    case 'ended':
      return `${counted(fetch.setAside.length, 'file')} could not be saved`;
  }
}

function SetAsideFiles({ fetch: { setAside } }: { readonly fetch: FolderFetch }) {
  const hidden = setAside.length - LISTED;
  return (
    <ul className={classes.setAside} aria-label="Files that could not be saved">
      {setAside.slice(0, LISTED).map(({ index, failure }) => (
        <Text component="li" size="xs" key={index}>
          {shownText(failureNotice(failure).text)}
        </Text>
      ))}
      {hidden > 0 && (
        <Text component="li" size="xs">
          {counted(hidden, 'more file')}
        </Text>
      )}
    </ul>
  );
}
