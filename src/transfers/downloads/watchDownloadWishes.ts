import type { UnknownAction } from '@reduxjs/toolkit';
import { downloadPhase, type DownloadItem } from '../../domain/downloads/download';
import { hashOfPaths, zipName } from '../../domain/downloads/zipName';
import { put, select, takeAny, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { selectClearableIds, selectOwnDownload } from './downloadsSelectors';
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
  type DownloadRequest,
} from './downloadsSlice';

/** Everything that a person can ask for. */
export const DOWNLOAD_WISHES = [
  downloadRequested,
  removeRequested,
  cancelRequested,
  clearAllRequested,
  retryRequested,
] as const;

/** Turns what a person asks for into facts. The runner sees the facts' effect on the list, never the wishes. */
export function* watchDownloadWishes(): SagaOf<void> {
  for (;;) yield* grantWish(yield* takeAny(...DOWNLOAD_WISHES));
}

/** Turns one wish into a fact, whichever tab it was made in. */
export function* grantWish(wish: UnknownAction): SagaOf<void> {
  if (downloadRequested.match(wish)) yield* queueDownload(wish.payload);
  else if (removeRequested.match(wish)) yield* removeDownload(wish.payload.id);
  else if (cancelRequested.match(wish)) yield* withdrawDownload(wish.payload.id);
  else if (retryRequested.match(wish)) yield* requeueDownload(wish.payload.id);
  else if (clearAllRequested.match(wish)) yield* put(queueCleared({ ids: yield* select(selectClearableIds) }));
}

function* queueDownload({ path, title, downsampled }: DownloadRequest): SagaOf<void> {
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined || path.length === 0) return;
  const ports = yield* getPorts();
  const item: DownloadItem = {
    id: ports.random.uuid(),
    path,
    title,
    zipFileName: zipName(path, downsampled),
    downsampled,
    ...(typeof path === 'string' ? {} : { hash: hashOfPaths(path) }),
    sponsorId: owner.sponsorId,
    userId: owner.userId,
  };
  yield* put(downloadQueued({ item }));
}

/** What the server works on can't be removed, only cancelled. */
function* removeDownload(id: string): SagaOf<void> {
  const item = yield* select(selectOwnDownload, id);
  if (item !== undefined && downloadPhase(item) !== 'preparing') yield* put(downloadRemoved({ id }));
}

function* withdrawDownload(id: string): SagaOf<void> {
  const item = yield* select(selectOwnDownload, id);
  if (item === undefined) return;
  yield* put(downloadPhase(item) === 'preparing' ? cancellingStarted({ id }) : downloadRemoved({ id }));
}

function* requeueDownload(id: string): SagaOf<void> {
  if (yield* select(selectOwnDownload, id)) yield* put(downloadRequeued({ id }));
}
