import { useMemo } from 'react';
import { useSelector } from 'react-redux';
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
import type { WithSession } from '../../session/sessionSlice';
import type { WithRequestedUploads } from '../../transfers/uploads/requestedUploads';
import { selectQueuedIds, selectRequestedUpload } from '../../transfers/uploads/requestedUploadsSelectors';
import type { WithUploads } from '../../transfers/uploads/uploadsSelectors';

type State = WithRequestedUploads & WithUploads & WithSession;

interface ResultContext {
  /** `sponsor/project[/dataset]` */
  readonly place: string;
  readonly serverFiles: ReadonlyMap<string, FileEntry>;
  readonly datasets: readonly PlannedDataset[];
  readonly totals: SectionTotals;
}

/** Returns the latest upload into a place and what has become of it; undefined if nothing was uploaded since the page was loaded. */
export function useUploadResult({ place, serverFiles, datasets, totals }: ResultContext) {
  const upload = useSelector((state: State) => selectRequestedUpload(state, place));
  const queued = useSelector((state: State) => selectQueuedIds(state, place), isSameQueue);
  const { failed } = queued;
  const forecasts = useMemo(
    () => forecastFolders(upload === undefined ? [] : plannedFiles(upload, failed), serverFiles, datasets, totals),
    [upload, failed, serverFiles, datasets, totals],
  );
  return upload && { upload, counts: countUploaded(upload, queued), forecasts };
}

export type UploadResultState = NonNullable<ReturnType<typeof useUploadResult>>;

/** Returns the files that are or will be on the server. */
function plannedFiles({ files, dropped, damaged }: RequestedUpload, failed: readonly string[]): readonly PlannedFile[] {
  const lost = new Set([...dropped, ...failed]);
  const unreadable = new Set(damaged);
  return files
    .filter(({ id }) => !lost.has(id))
    .map(({ id, key, size }) => ({
      key,
      size,
      naming: parseFileName(lastSegment(key)),
      isStarted: true,
      ...(unreadable.has(id) && { imageProblem: 'damaged' }),
    }));
}

function isSameQueue(before: QueuedIds, now: QueuedIds): boolean {
  return (
    before.sending === now.sending &&
    before.failed.length === now.failed.length &&
    before.failed.every((id, index) => id === now.failed[index])
  );
}
