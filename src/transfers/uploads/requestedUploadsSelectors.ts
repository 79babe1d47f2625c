import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import { belongsTo } from '@data-manager/domain/session/session';
import type { QueuedFile } from '@data-manager/domain/uploads/arrivals';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import type { QueuedIds, RequestedUpload } from '@data-manager/domain/uploads/uploadResult';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { WithRequestedUploads } from './requestedUploads';
import { selectHasUploads, type WithUploads } from './uploadsSelectors';

type State = WithRequestedUploads & WithUploads & WithSession;

/** Returns the signed-in user's latest upload into `sponsor/project[/dataset]`. */
export function selectRequestedUpload(state: State, place: string): RequestedUpload | undefined {
  const upload = state.requestedUploads[place];
  return upload !== undefined && belongsTo(upload.owner, selectSessionOwner(state)) ? upload : undefined;
}

const NOTHING_QUEUED: QueuedIds = { sending: [], failed: [] };

const idsOf = weakMapMemoize((files: RequestedUpload['files']) => new Set(files.map(({ id }) => id)));

/** Cached by chunk, because an event changes one chunk of the queue. */
const queuedOf = weakMapMemoize((chunk: readonly UploadFile[], files: RequestedUpload['files']): QueuedIds => {
  const ids = idsOf(files);
  const own = chunk.filter(({ id }) => ids.has(id));
  const idsIn = (isFailed: boolean) =>
    own.filter(({ progress }) => (progress.phase === 'failed') === isFailed).map(({ id }) => id);
  return { sending: idsIn(false), failed: idsIn(true) };
});

/** Returns the files of a requested upload that are still in the queue. */
export const selectQueuedIds = createSelector(
  [({ uploads }: State) => uploads.files, selectRequestedUpload],
  (chunks, upload): QueuedIds => {
    if (upload === undefined) return NOTHING_QUEUED;
    const queued = chunks.map((chunk) => queuedOf(chunk, upload.files));
    return {
      sending: queued.flatMap(({ sending }) => sending),
      failed: queued.flatMap(({ failed }) => failed),
    };
  },
);

/**
 * Returns the files with a prefix that the signed-in user has uploaded while the queue is not empty. Afterwards, the lists are
 * up to date.
 */
export function selectUploadedBelow(state: State, prefix: string): readonly QueuedFile[] {
  if (!selectHasUploads(state)) return [];
  return Object.keys(state.requestedUploads).flatMap((place) => {
    const upload = selectRequestedUpload(state, place);
    if (upload === undefined) return [];
    const queued = selectQueuedIds(state, place);
    const others = new Set([...queued.sending, ...queued.failed, ...upload.dropped]);
    return upload.files
      .filter(({ id, key }) => key.startsWith(prefix) && !others.has(id))
      .map(({ key, size }) => ({ key, size, isFailed: false }));
  });
}
