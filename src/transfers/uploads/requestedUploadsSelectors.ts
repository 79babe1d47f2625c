import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import { belongsTo } from '@data-manager/domain/session/session';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import type { QueuedIds, RequestedUpload } from '@data-manager/domain/uploads/uploadResult';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { WithRequestedUploads } from './requestedUploads';
import type { WithUploads } from './uploadsSelectors';

type State = WithRequestedUploads & WithUploads & WithSession;

/** Returns the signed-in user's latest upload into `sponsor/project[/dataset]`. */
export function selectRequestedUpload(state: State, place: string): RequestedUpload | undefined {
  const upload = state.requestedUploads[place];
  return upload !== undefined && belongsTo(upload.owner, selectSessionOwner(state)) ? upload : undefined;
}

const NOTHING_QUEUED: QueuedIds = { sending: 0, failed: [] };

const idsOf = weakMapMemoize((files: RequestedUpload['files']) => new Set(files.map(({ id }) => id)));

/** Cached by chunk, because an event changes one chunk of the queue. */
const queuedOf = weakMapMemoize((chunk: readonly UploadFile[], files: RequestedUpload['files']): QueuedIds => {
  const ids = idsOf(files);
  const own = chunk.filter(({ id }) => ids.has(id));
  const failed = own.filter(({ progress }) => progress.phase === 'failed').map(({ id }) => id);
  return { sending: own.length - failed.length, failed };
});

/** Returns the files of a requested upload that are still in the queue. */
export const selectQueuedIds = createSelector(
  [({ uploads }: State) => uploads.files, selectRequestedUpload],
  (chunks, upload): QueuedIds => {
    if (upload === undefined) return NOTHING_QUEUED;
    const queued = chunks.map((chunk) => queuedOf(chunk, upload.files));
    return {
      sending: queued.reduce((sum, { sending }) => sum + sending, 0),
      failed: queued.flatMap(({ failed }) => failed),
    };
  },
);
