import { VisuallyHidden } from '@mantine/core';
import { createSelector } from '@reduxjs/toolkit';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { announceComparisons } from '@data-manager/domain/compare/announceComparisons';
import { announceDownloads } from '@data-manager/domain/downloads/announceDownloads';
import { announceFetches } from '@data-manager/domain/fetches/announceFetches';
import { announceFollows } from '@data-manager/domain/follow/announceFollows';
import { announceUploads, type UploadsSnapshot } from '@data-manager/domain/uploads/announceUploads';
import { Sentence } from '../../platform/Sentence';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { selectOwnComparisons } from '../../transfers/comparisons/comparisonsSlice';
import { selectOwnDownloads } from '../../transfers/downloads/downloadsSlice';
import { selectOwnFetches } from '../../transfers/fetches/fetchesSlice';
import { selectOwnFollows } from '../../transfers/follows/followsSlice';
import {
  selectFailedUploads,
  selectOwnUploads,
  selectUploadHold,
  selectUploadsSummary,
  type WithUploads,
} from '../../transfers/uploads/uploadsSelectors';

const selectHeard = createSelector(
  [
    (state: WithUploads & WithSession) => selectOwnUploads(state).length,
    selectFailedUploads,
    (state: WithUploads) => state.uploads.done.files,
    (state: WithUploads & WithSession) => selectUploadsSummary(state).percent,
    selectUploadHold,
  ],
  (files, failed, done, percent, hold): UploadsSnapshot => ({
    left: files - failed.length,
    done,
    failed,
    percent,
    hold,
  }),
);

/** Announces the transfers of the signed-in user to screen readers. */
export function TransferAnnouncements() {
  const owner = useSelector(selectSessionOwner);
  // Screen readers can still read the last announcement, so it ends with the session.
  return <OwnAnnouncements key={`${owner?.sponsorId ?? ''}/${owner?.userId ?? ''}`} />;
}

/** Always mounted: a live region that appears with its text is not read out. */
function OwnAnnouncements() {
  const uploads = useSelector(selectHeard);
  const downloads = useSelector(selectOwnDownloads);
  const fetches = useSelector(selectOwnFetches);
  const follows = useSelector(selectOwnFollows);
  const comparisons = useSelector(selectOwnComparisons);
  const before = useRef({ uploads, downloads, fetches, follows, comparisons });
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const said = [
      announceUploads(before.current.uploads, uploads),
      announceDownloads(before.current.downloads, downloads),
      announceFetches(before.current.fetches, fetches),
      announceFollows(before.current.follows, follows),
      announceComparisons(before.current.comparisons, comparisons),
    ].filter((sentence) => sentence !== undefined);
    before.current = { uploads, downloads, fetches, follows, comparisons };
    if (said.length > 0) setAnnouncement(said.join(' '));
  }, [uploads, downloads, fetches, follows, comparisons]);
  return (
    <VisuallyHidden aria-live="polite">
      <Sentence>{announcement}</Sentence>
    </VisuallyHidden>
  );
}
