import { useDeferredValue, useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { parseFileName } from '@data-manager/domain/names/grammar';
import {
  forecastFolders,
  type PlannedDataset,
  type PlannedFile,
  type SectionTotals,
} from '@data-manager/domain/uploads/uploadForecast';
import { countUploaded, type QueuedIds, type RequestedUpload } from '@data-manager/domain/uploads/uploadResult';
import { lastSegment } from '@data-manager/lib/lastSegment';
import type { WithSession } from '../../../session/sessionSlice';
import type { WithUploads } from '../../../transfers/uploads/uploadsSelectors';
import { selectQueuedIds, selectRequestedUpload, type WithRequestedUploads } from './requestedUploads';

type State = WithRequestedUploads & WithUploads & WithSession;

interface ResultContext {
  /** `sponsor/project[/dataset]`; undefined while no result is shown. */
  readonly place: string | undefined;
  readonly serverFiles: ReadonlyMap<string, FileEntry>;
  readonly datasets: readonly PlannedDataset[];
  readonly totals: SectionTotals;
}

/** Returns the latest upload into a place and what has become of it; undefined if nothing was uploaded since the page was loaded. */
export function useUploadResult({ place, serverFiles, datasets, totals }: ResultContext) {
  const upload = useSelector((state: State) => selectRequestedUpload(state, place));
  const latestQueue = useSelector((state: State) => selectQueuedIds(state, place), isSameQueue);
  const latest = useMemo(() => ({ upload, queued: latestQueue }), [upload, latestQueue]);
  // Deferred, because each file that leaves the queue changes the map. An earlier queue lacks the files of a new upload, which would
  // count as uploaded.
  const deferred = useDeferredValue(latest);
  const { queued } = deferred.upload === upload ? deferred : latest;
  const planned = useMemo(() => (upload === undefined ? [] : plannedFiles(upload, queued)), [upload, queued]);
  const forecasts = useMemo(
    () => forecastFolders(planned, serverFiles, datasets, totals),
    [planned, serverFiles, datasets, totals],
  );
  if (upload === undefined) return undefined;
  const replacing = planned.filter(({ key, progress }) => progress === 'sending' && serverFiles.has(key)).length;
  return { upload, counts: countUploaded(upload, queued), replacing, forecasts };
}

export type UploadResultState = NonNullable<ReturnType<typeof useUploadResult>>;

/** Returns the files that are or will be on the server. Those that have left the queue are there, listed or not. */
function plannedFiles({ files, dropped, damaged }: RequestedUpload, queued: QueuedIds): readonly PlannedFile[] {
  const lost = new Set([...dropped, ...queued.failed]);
  const sending = new Set(queued.sending);
  const unreadable = new Set(damaged);
  return files
    .filter(({ id }) => !lost.has(id))
    .map(({ id, key, size }) => ({
      key,
      size,
      naming: parseFileName(lastSegment(key)),
      progress: sending.has(id) ? 'sending' : 'uploaded',
      ...(unreadable.has(id) && { imageProblem: 'damaged' }),
    }));
}

function isSameQueue(before: QueuedIds, now: QueuedIds): boolean {
  return shallowEqual(before.sending, now.sending) && shallowEqual(before.failed, now.failed);
}
