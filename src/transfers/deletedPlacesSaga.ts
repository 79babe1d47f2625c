import { DOWNLOAD_TRAITS, type DownloadItem } from '@data-manager/domain/downloads/download';
import { placeOfFollow } from '@data-manager/domain/follow/follow';
import { someItem } from '@data-manager/lib/chunks';
import { call, put, select, takeAny, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../platform/getPorts';
import { cancelRequested as cancelComparisonRequested, selectOwnComparisons } from './comparisons/comparisonsSlice';
import { isInPlace, placeDeleted, placeRestored } from './deletedPlaces';
import { cancelRequested, selectOwnDownloads } from './downloads/downloadsSlice';
import { cancelRequested as cancelFetchRequested, selectOwnFetches } from './fetches/fetchesSlice';
import { removeRequested as removeFollowRequested, selectOwnFollows } from './follows/followsSlice';
import { postMessage } from './machine/tabMessages';
import type { BusMessage } from './tabBus';
import { selectOwnUploads } from './uploads/uploadsSelectors';
import { cancellingStarted } from './uploads/uploadsSlice';

/** Ends the transfers and toasts of deleted projects and datasets, and reports deletions to the other tabs. */
export function* watchDeletedPlaces(): SagaOf<void> {
  const { closeToasts } = yield* getPorts();
  for (;;) {
    const action = yield* takeAny(placeDeleted, placeRestored);
    const { path, fromOtherTab } = action.payload;
    if (placeDeleted.match(action)) {
      // A dataset can't be restored without its project.
      yield* call(closeToasts, ({ path: restored = path }) => restored !== path && isInPlace(restored, path));
      yield* cancelUploads(path);
      yield* cancelComparisons(path);
    }
    if (fromOtherTab) continue;
    // The tabs share the downloads, the fetches and the followed folders.
    if (placeDeleted.match(action)) {
      yield* cancelDownloads(path);
      yield* cancelFetches(path);
      yield* endFollows(path);
    }
    yield* postMessage(
      (placeDeleted.match(action)
        ? { kind: 'placeDeleted', path, isPermanent: action.payload.isPermanent }
        : { kind: 'placeRestored', path }) satisfies BusMessage,
    );
  }
}

function* cancelUploads(place: string): SagaOf<void> {
  const uploads = (yield* select(selectOwnUploads)).filter(({ key }) => isInPlace(key, place));
  if (uploads.length > 0) yield* put(cancellingStarted({ ids: uploads.map(({ id }) => id) }));
}

function* cancelComparisons(place: string): SagaOf<void> {
  for (const { id, path } of yield* select(selectOwnComparisons)) {
    if (isInPlace(path, place)) yield* put(cancelComparisonRequested({ id }));
  }
}

function* cancelDownloads(place: string): SagaOf<void> {
  // The latest first: cancelling the first one would start the next.
  for (const item of [...(yield* select(selectOwnDownloads))].reverse()) {
    if (isDownloadOfPlace(item, place)) yield* put(cancelRequested({ id: item.id }));
  }
}

function* cancelFetches(place: string): SagaOf<void> {
  for (const { id, files } of yield* select(selectOwnFetches)) {
    if (!someItem(files, ({ key }) => !isInPlace(key, place))) yield* put(cancelFetchRequested({ id }));
  }
}

function* endFollows(place: string): SagaOf<void> {
  for (const follow of yield* select(selectOwnFollows)) {
    if (isInPlace(placeOfFollow(follow), place)) yield* put(removeFollowRequested({ id: follow.id }));
  }
}

function isDownloadOfPlace({ phase, path }: DownloadItem, place: string): boolean {
  if (!DOWNLOAD_TRAITS[phase].needsFiles) return false;
  return typeof path === 'string' ? isInPlace(path, place) : path.every((key) => isInPlace(key, place));
}
