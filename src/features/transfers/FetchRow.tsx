import { Text } from '@mantine/core';
import type { Action } from '@reduxjs/toolkit';
import { memo } from 'react';
import { useDispatch } from 'react-redux';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import {
  currentFile,
  fileCount,
  receivedBytes,
  savedFiles,
  type FolderFetch,
  type RunningFetch,
} from '@data-manager/domain/fetches/folderFetch';
import { nameInText } from '@data-manager/domain/names/shownName';
import { percentOf } from '@data-manager/domain/uploads/uploadProgress';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { matchPhase } from '@data-manager/lib/match';
import { counted } from '@data-manager/lib/plural';
import { Sentence } from '../../platform/Sentence';
import { cancelRequested, pauseRequested, resumeRequested, retryRequested } from '../../transfers/fetches/fetchesSlice';
import { useFolderAccess } from '../../ui/useFolderAccess';
import { TransferRow, type RowPhase } from './TransferRow';
import classes from './TransfersPanel.module.css';

/** Files that are listed. */
const LISTED = 20;

/** A download into a folder, with the files that could not be saved. Memoized: with every sample only one of the rows changes. */
export const FetchRow = memo(function FetchRow({ fetch }: { readonly fetch: FolderFetch }) {
  const dispatch = useDispatch();
  const mayWrite = useFolderAccess('readwrite');
  const { id, title, folderName } = fetch;
  const dispatchIfAllowed = async (allowed: Action) => {
    if (await mayWrite(fetch)) dispatch(allowed);
  };
  const cancel = () => dispatch(cancelRequested({ id }));
  const file = currentFile(fetch);
  return (
    <>
      <TransferRow
        title={title}
        target={folderName}
        name={file === undefined ? title : lastSegment(file.path)}
        percent={
          file === undefined ? percentOf(receivedBytes(fetch), fetch.totalBytes) : percentOf(file.bytes, file.size)
        }
        size={sizeText(fetch)}
        {...describePhase(fetch)}
        actions={{
          Pause: () => dispatch(pauseRequested({ id })),
          Resume: () => void dispatchIfAllowed(resumeRequested({ id })),
          Retry: () => void dispatchIfAllowed(retryRequested({ id })),
          Cancel: { run: cancel, detail: keptText(fetch) },
          Dismiss: cancel,
        }}
      />
      {fetch.setAside.length > 0 && <UnsavedFiles fetch={fetch} />}
    </>
  );
});

/** Says what cancelling keeps. */
function keptText(fetch: FolderFetch): string {
  const files = savedFiles(fetch);
  const place = `saved in ${nameInText(fetch.folderName)}`;
  if (files === 0) return `No file has been ${place} yet.`;
  return files === 1 ? `The file ${place} so far is kept.` : `The ${counted(files, 'file')} ${place} so far are kept.`;
}

/** Breaks only between files and bytes, so that the line breaks do not change with the numbers. */
function sizeText(fetch: FolderFetch): string {
  const bytes = `${formatBytes(receivedBytes(fetch))} of ${formatBytes(fetch.totalBytes)}`;
  return `${formatCount(savedFiles(fetch))} of ${counted(fileCount(fetch), 'file')}, ${bytes.replaceAll(' ', '\u00a0')}`;
}

function describePhase(fetch: FolderFetch): RowPhase<'Pause' | 'Resume' | 'Retry' | 'Cancel' | 'Dismiss'> {
  return matchPhase(fetch, {
    queued: () => ({ status: 'Queued', commands: ['Pause', 'Cancel'] }),
    running: (running) => ({ status: runningText(running), commands: ['Pause', 'Cancel'] }),
    paused: ({ fault }) => ({
      status: fault === undefined ? 'Paused' : failureNotice(fault).text,
      isFailed: fault !== undefined,
      commands: ['Resume', 'Cancel'],
    }),
    ended: ({ setAside }) => ({
      status: `${counted(setAside.length, 'file')} could not be saved`,
      isFailed: true,
      commands: ['Retry', 'Dismiss'],
    }),
  });
}

function runningText(fetch: RunningFetch): string {
  if (fetch.waiting === 'network') return 'Offline. The download resumes automatically.';
  if (fetch.waiting === 'session') return 'Signed out. The download resumes after you sign in.';
  // The server may have to compute the checksums of new files first.
  if (fetch.next === fileCount(fetch)) return 'Writing the checksum files';
  const file = currentFile(fetch);
  return file === undefined ? 'Comparing with the folder' : `Downloading ${nameInText(file.path)}`;
}

function UnsavedFiles({ fetch: { setAside } }: { readonly fetch: FolderFetch }) {
  const hidden = setAside.length - LISTED;
  return (
    <ul className={classes.setAside} aria-label="Files that could not be saved">
      {setAside.slice(0, LISTED).map(({ index, failure }) => (
        <Text component="li" size="xs" key={index}>
          <Sentence>{failureNotice(failure).text}</Sentence>
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
