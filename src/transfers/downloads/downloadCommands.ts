import type { UnknownAction } from '@reduxjs/toolkit';
import { isOnServer } from '../../domain/downloads/download';
import { hashOfPaths, zipName } from '../../domain/downloads/zipName';
import { call, put, select, takeAny, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import {
  cancellingStarted,
  cancelRequested,
  clearAllRequested,
  downloadQueued,
  downloadRemoved,
  downloadRequested,
  downloadRequeued,
  queueCleared,
  removeRequested,
  retryRequested,
  selectClearableIds,
  selectOwnDownload,
  type DownloadRequest,
} from './downloadsSlice';

/** Every command of the download list. */
export const DOWNLOAD_COMMANDS = [
  downloadRequested,
  removeRequested,
  cancelRequested,
  clearAllRequested,
  retryRequested,
] as const;

/** Carries out the commands of this tab. */
export function* watchDownloadCommands(): SagaOf<void> {
  for (;;) yield* executeCommand(yield* takeAny(...DOWNLOAD_COMMANDS));
}

/** Carries out a command of this or another tab: turns it into the event that changes the list. */
export function* executeCommand(command: UnknownAction): SagaOf<void> {
  if (downloadRequested.match(command)) yield* queue(command.payload);
  else if (removeRequested.match(command)) yield* remove(command.payload.id);
  else if (cancelRequested.match(command)) yield* cancel(command.payload.id);
  else if (retryRequested.match(command)) yield* retry(command.payload.id);
  else if (clearAllRequested.match(command)) yield* clear(command.payload.ids);
}

function* queue({ path, title, downsampled }: DownloadRequest): SagaOf<void> {
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined || path.length === 0) return;
  const { random } = yield* getPorts();
  yield* put(
    downloadQueued({
      item: {
        phase: 'queued',
        id: yield* call(random.uuid),
        path,
        title,
        zipFileName: zipName(path, downsampled),
        downsampled,
        ...(typeof path !== 'string' && { hash: hashOfPaths(path) }),
        sponsorId: owner.sponsorId,
        userId: owner.userId,
      },
    }),
  );
}

function* remove(id: string): SagaOf<void> {
  const item = yield* select(selectOwnDownload, id);
  if (item !== undefined && !isOnServer(item)) yield* put(downloadRemoved({ id }));
}

function* cancel(id: string): SagaOf<void> {
  const item = yield* select(selectOwnDownload, id);
  if (item !== undefined) yield* put(isOnServer(item) ? cancellingStarted({ id }) : downloadRemoved({ id }));
}

function* retry(id: string): SagaOf<void> {
  if (yield* select(selectOwnDownload, id)) yield* put(downloadRequeued({ id }));
}

/** Removes the downloads that the user has seen: others may have been queued in another tab. */
function* clear(seen: readonly string[]): SagaOf<void> {
  const clearable = new Set(yield* select(selectClearableIds));
  yield* put(queueCleared({ ids: seen.filter((id) => clearable.has(id)) }));
}
