import {
  FETCH_CONCURRENCY,
  FETCH_RANGE_BYTES,
  PROGRESS_SAMPLE_MS,
  UPLOAD_STALL_MS,
} from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { FetchFile, FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import { classifyFailure } from '@data-manager/domain/uploads/uploadFailures';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { err, ok, type Result } from '@data-manager/lib/result';
import { all, arm, call, delay, put, race, type SagaOf } from '@data-manager/lib/typedEffects';
import type { FetchRangeResult, FolderFault } from '../../platform/folders/folderPorts';
import { getPorts } from '../../platform/getPorts';
import { withRetry, type RetriedTransfer } from '../withRetry';
import { progressSampled, selectFetch, waitingEnded, waitingStarted, type WithFetches } from './fetchesSlice';
import type { FileUrls } from './fileUrls';

/** Everything that the ranges of one file share. */
export interface RangesTransfer {
  readonly fetch: FolderFetch;
  readonly index: number;
  readonly file: FetchFile;
  readonly urls: FileUrls;
  readonly writerId: string;
  /** First bytes of the ranges that are written and hashed. Updated. */
  readonly received: Set<number>;
}

/** Fetches the missing ranges of a file, several at the same time. After a failure no other range is retried. */
export function* fetchRanges(transfer: RangesTransfer): SagaOf<Result<null, Failure>> {
  const { file, received } = transfer;
  const controller = new AbortController();
  const count = Math.ceil(file.size / FETCH_RANGE_BYTES);
  const queue = Array.from({ length: count }, (_, range) => range * FETCH_RANGE_BYTES).filter(
    (start) => !received.has(start),
  );
  let failure: Failure | undefined;

  function* fetchNext(): SagaOf<void> {
    for (;;) {
      const start = failure === undefined ? queue.shift() : undefined;
      if (start === undefined) return;
      const result = yield* withRetry(
        retriedFetch(transfer.fetch),
        () => fetchRange(transfer, start, controller.signal),
        () => failure !== undefined,
      );
      if (result.ok) {
        received.add(start);
      } else {
        failure ??= result.failure;
        // The others may be waiting until this range is hashed.
        controller.abort();
      }
    }
  }

  function* fetchAll(): SagaOf<void> {
    yield* all(Array.from({ length: Math.min(FETCH_CONCURRENCY, queue.length) }, () => arm.call(fetchNext)));
  }

  try {
    yield* race({ ended: arm.call(fetchAll), sampled: arm.call(sampleProgress, transfer) });
    return failure === undefined ? ok(null) : err(failure);
  } finally {
    // No effect once the ranges have ended.
    controller.abort();
  }
}

function retriedFetch({ id, sponsorId, userId }: FolderFetch): RetriedTransfer {
  return {
    owner: { sponsorId, userId },
    selectWaiting: (state: WithFetches) => {
      const fetch = selectFetch(state, id);
      return fetch?.phase === 'running' ? fetch.waiting : undefined;
    },
    waitingStarted: (reason) => waitingStarted({ id, reason }),
    waitingEnded: () => waitingEnded({ id }),
  };
}

function* fetchRange(transfer: RangesTransfer, start: number, signal: AbortSignal): SagaOf<Result<null, Failure>> {
  const { file, index, urls, writerId } = transfer;
  const { folders } = yield* getPorts();
  const url = yield* urls.take(index);
  if (!url.ok) return url;
  const end = Math.min(file.size, start + FETCH_RANGE_BYTES);
  const request = { writerId, url: url.value, start, end, signal, stallMs: UPLOAD_STALL_MS };
  const fetched = yield* call(folders.fetchRange, request);
  if (fetched.kind === 'written') return ok(null);
  return err(yield* classifyFault(transfer, fetched));
}

/** Determines whether the storage, the network or the folder is at fault. */
function* classifyFault(
  { file, index, urls }: RangesTransfer,
  result: Exclude<FetchRangeResult, { readonly kind: 'written' }>,
): SagaOf<Failure> {
  const fileName = nameOf(file);
  switch (result.kind) {
    case 'failed':
      return faultFailure(result.fault, fileName);
    case 'aborted':
      return { kind: 'aborted' };
    case 'refused': {
      const { status } = result;
      if (status === 404) return { kind: 'source-gone', fileName };
      // The file is shorter than listed.
      if (status === 416) return { kind: 'content-differs', fileName };
      // The URL has expired. If the renewal fails, for example without a session, that is the cause.
      const renewed = status === 403 ? yield* urls.renew(index) : ok('');
      return renewed.ok ? { kind: 'source-refused', fileName, status } : renewed.failure;
    }
    case 'stalled':
    case 'unreachable': {
      const failure: Failure = {
        kind: result.kind === 'stalled' ? 'source-stalled' : 'source-unreachable',
        fileName,
      };
      const { page } = yield* getPorts();
      if (!(yield* call(page.isOnline))) return classifyFailure(failure, 'offline');
      const renewed = yield* urls.renew(index);
      const isReachable = renewed.ok || renewed.failure.kind !== 'unreachable';
      return classifyFailure(failure, isReachable ? 'reachable' : 'unreachable');
    }
  }
}

/** Turns a fault of the folder into the failure that the user sees. */
export function faultFailure(fault: FolderFault, fileName: string): Failure {
  switch (fault) {
    case 'full':
      return { kind: 'folder-full' };
    case 'gone':
      return { kind: 'folder-gone' };
    case 'forbidden':
      return { kind: 'folder-forbidden' };
    case 'unwritable':
      return { kind: 'file-unwritable', fileName };
  }
}

/** Returns the file's name in the folder. */
export function nameOf({ path }: Pick<FetchFile, 'path'>): string {
  return lastSegment(path);
}

/** Copies the received bytes into the store at intervals. Runs until it is cancelled. */
function* sampleProgress({ fetch: { id }, index, file, received }: RangesTransfer): SagaOf<void> {
  for (;;) {
    yield* delay(PROGRESS_SAMPLE_MS);
    let bytes = 0;
    for (const start of received) bytes += Math.min(FETCH_RANGE_BYTES, file.size - start);
    yield* put(progressSampled({ id, index, bytes }));
  }
}
