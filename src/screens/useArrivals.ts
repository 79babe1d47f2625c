import { useEffect, useRef, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { FileListing } from '@data-manager/domain/listing/fileListing';
import {
  beginArrivals,
  followListing,
  followQueue,
  type Arrivals,
  type QueuedFile,
} from '@data-manager/domain/uploads/arrivals';
import { selectUploadedBelow, type WithRequestedUploads } from '../features/preflight/result/requestedUploads';
import type { WithSession } from '../session/sessionSlice';
import { selectIsCancelling, selectQueueBelow, type WithUploads } from '../transfers/uploads/uploadsSelectors';

/**
 * Returns the signed-in user's uploads into a folder, and the uploads that have ended since its list was fetched: the list follows
 * some seconds later.
 *
 * @param path `sponsor/project[/dataset]`
 */
export function useArrivals(path: string, listing: FileListing | undefined): Arrivals {
  const select = (state: WithUploads & WithSession) => selectQueueBelow(state, `${path}/`);
  const queue = useSelector(select, isSameQueue);
  const isCancelling = useSelector(selectIsCancelling);
  const store = useStore<WithRequestedUploads & WithUploads & WithSession>();
  const [arrivals, setArrivals] = useState(() => beginArrivals(selectUploadedBelow(store.getState(), `${path}/`)));
  const seen = useRef(listing);
  useEffect(() => {
    setArrivals((before) => (before.queue === queue ? before : followQueue(before, queue, isCancelling)));
    if (seen.current !== listing) setArrivals(followListing);
    seen.current = listing;
  }, [listing, queue, isCancelling]);
  return arrivals;
}

/** Progress changes the files of the queue all the time, but not what is shown of them. */
function isSameQueue(before: readonly QueuedFile[], now: readonly QueuedFile[]): boolean {
  return (
    before === now ||
    (before.length === now.length &&
      before.every(({ key, isFailed }, index) => key === now[index]?.key && isFailed === now[index].isFailed))
  );
}
