import { createSelector } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { hasProgress, isComparing } from '@data-manager/domain/compare/comparison';
import { hashedPercent } from '@data-manager/domain/compare/comparisonResult';
import { comparisonTitle } from '@data-manager/domain/compare/comparisonTexts';
import { fileCount, receivedBytes, savedFiles, type FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import { isFollowActive } from '@data-manager/domain/follow/follow';
import { shownName } from '@data-manager/domain/names/shownName';
import { percentOf } from '@data-manager/domain/uploads/uploadProgress';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { selectOwnComparisons } from '../../transfers/comparisons/comparisonsSlice';
import { selectOwnFetches } from '../../transfers/fetches/fetchesSlice';
import { selectOwnFollows } from '../../transfers/follows/followsSlice';
import { ComparisonRow } from './ComparisonRow';
import { FetchRow } from './FetchRow';
import { FollowRow } from './FollowRow';
import { ProgressBar } from './TransferRow';
import rowClasses from './TransferRow.module.css';
import classes from './TransfersPanel.module.css';

/** The followed and the compared folders, and the downloads into folders. */
export function FoldersTab() {
  const fetches = useSelector(selectOwnFetches);
  const follows = useSelector(selectOwnFollows);
  const comparisons = useSelector(selectOwnComparisons);
  const rows = [
    ...follows.map((follow) => <FollowRow key={follow.id} follow={follow} />),
    ...comparisons.map((comparison) => <ComparisonRow key={comparison.id} comparison={comparison} />),
    ...fetches.map((fetch) => <FetchRow key={fetch.id} fetch={fetch} />),
  ];
  return (
    <>
      <div className={classes.head}>
        <FoldersSummary />
      </div>
      <ul className={`${classes.list} ${rowClasses.folders}`}>
        {rows.map((row) => (
          <li key={row.key}>{row}</li>
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
  return <ProgressBar radius={0} value={shown.percent} aria-label={shown.title} />;
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
