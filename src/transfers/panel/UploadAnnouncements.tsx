import { VisuallyHidden } from '@mantine/core';
import { createSelector } from '@reduxjs/toolkit';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { announceUploads, type UploadsHeard } from '../../domain/announceUploads';
import type { WithSession } from '../../session/sessionSlice';
import { selectOwnUploads, selectUploadsSummary, type WithUploads } from '../uploads/uploadsSelectors';

const selectFailed = createSelector([selectOwnUploads], (files) =>
  files.filter((file) => file.progress.phase === 'failed'),
);

const selectHeard = createSelector(
  [
    (state: WithUploads & WithSession) => selectOwnUploads(state).length,
    selectFailed,
    (state: WithUploads) => state.uploads.done.files,
    (state: WithUploads & WithSession) => selectUploadsSummary(state).percent,
  ],
  (files, failed, done, percent): UploadsHeard => ({ left: files - failed.length, done, failed, percent }),
);

/** Tells screen readers how the uploads go. It stays mounted: a region that comes with its words is not read. */
export function UploadAnnouncements() {
  const now = useSelector(selectHeard);
  const before = useRef(now);
  const [words, setWords] = useState('');
  useEffect(() => {
    const said = announceUploads(before.current, now);
    before.current = now;
    if (said !== undefined) setWords(said);
  }, [now]);
  return <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>;
}
