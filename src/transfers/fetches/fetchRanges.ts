import {
  FETCH_CONCURRENCY,
  FETCH_RANGE_BYTES,
  PROGRESS_SAMPLE_MS,
  UPLOAD_STALL_MS,
} from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { FetchFile, FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { err, ok, type Result } from '@data-manager/lib/result';
import { all, arm, call, delay, put, race, type SagaOf } from '@data-manager/lib/typedEffects';
import type { FetchRangeResult, FolderFault } from '../../platform/folders/folderPorts';
import { getPorts } from '../../platform/getPorts';
import { classifyUnanswered, type PresignedUrls } from '../presignedUrls';
import { withRetry, type RetriedTransfer } from '../withRetry';
import { progressSampled, selectFetch, waitingEnded, waitingStarted, type WithFetches } from './fetchesSlice';

/** Everything that the ranges of one file share. */
interface RangesTransfer {
  readonly fetch: FolderFetch;
  readonly index: number;
  readonly file: FetchFile;
  readonly urls: PresignedUrls;
  readonly writerId: string;
  /** First bytes of the ranges that are written and hashed. Updated. */
  readonly received: Set<number>;
}

/** Fetches the missing ranges of a file, several at the same time. After a failure no other range is started or retried. */
export function* fetchRanges(transfer: RangesTransfer): SagaOf<Result<null, Failure>> {
  const ranges = new MissingRanges(transfer);
  try {
    yield* race({
      ended: arm.call(fetchAll, transfer, ranges),
      sampled: arm.call(sampleProgress, transfer),
    });
    return ranges.result();
  } finally {
    // No effect once the ranges have ended.
    ranges.abort();
  }
}

/** The ranges of a file that are not received yet. */
class MissingRanges {
  readonly #received: Set<number>;
  readonly #waiting: number[];
  readonly #controller = new AbortController();
  #failure: Failure | undefined;

  constructor({ file, received }: RangesTransfer) {
    const count = Math.ceil(file.size / FETCH_RANGE_BYTES);
    const starts = Array.from({ length: count }, (_, range) => range * FETCH_RANGE_BYTES);
    this.#received = received;
    this.#waiting = starts.filter((start) => !received.has(start));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Number of ranges to fetch at the same time. */
  concurrency(): number {
    return Math.min(FETCH_CONCURRENCY, this.#waiting.length);
  }

  /** Takes the first byte of the next range; undefined if there is none, or after a failure. */
  next(): number | undefined {
    return this.hasFailed() ? undefined : this.#waiting.shift();
  }

  hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  end(start: number, result: Result<null, Failure>): void {
    if (result.ok) {
      this.#received.add(start);
      return;
    }
    this.#failure ??= result.failure;
    // The others may be waiting until this range is hashed.
    this.abort();
  }

  abort(): void {
    this.#controller.abort();
  }

  result(): Result<null, Failure> {
    return this.#failure === undefined ? ok(null) : err(this.#failure);
  }
}

function* fetchAll(transfer: RangesTransfer, ranges: MissingRanges): SagaOf<void> {
  yield* all(Array.from({ length: ranges.concurrency() }, () => arm.call(fetchOneByOne, transfer, ranges)));
}

function* fetchOneByOne(transfer: RangesTransfer, ranges: MissingRanges): SagaOf<void> {
  for (let start = ranges.next(); start !== undefined; start = ranges.next()) {
    const attempt = fetchRange.bind(undefined, transfer, start, ranges.signal);
    ranges.end(start, yield* withRetry(retriedFetch(transfer.fetch), attempt, () => ranges.hasFailed()));
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
  const request = { writerId, url: url.value.url, start, end, signal, stallMs: UPLOAD_STALL_MS };
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
    case 'intercepted':
      return { kind: 'unreachable' };
    case 'refused': {
      const { status } = result;
      if (status === 404) return { kind: 'source-gone', fileName };
      // The file is shorter than listed.
      if (status === 416) return { kind: 'content-differs', fileName };
      // The URL has expired. If the renewal fails, for example without a session, that is the cause.
      const renewed = status === 403 ? yield* urls.renew(index) : ok(null);
      return renewed.ok ? { kind: 'source-refused', fileName, status } : renewed.failure;
    }
    case 'stalled':
    case 'unreachable': {
      const kind = result.kind === 'stalled' ? 'source-stalled' : 'source-unreachable';
      return yield* classifyUnanswered({ kind, fileName }, urls, index);
    }
  }
}

/** Turns a fault of the folder into the failure that the user sees. */
export function faultFailure(fault: FolderFault, fileName: string): Failure {
  return fault === 'unwritable' ? { kind: 'file-unwritable', fileName } : { kind: `folder-${fault}` };
}

/** Returns the file's name in the folder. */
export function nameOf({ path }: Pick<FetchFile, 'path'>): string {
  return lastSegment(path);
}

/** Copies the received bytes into the store at intervals, if they have changed. Runs until it is cancelled. */
function* sampleProgress({ fetch: { id }, index, file, received }: RangesTransfer): SagaOf<void> {
  let last = 0;
  for (;;) {
    yield* delay(PROGRESS_SAMPLE_MS);
    let bytes = 0;
    for (const start of received) bytes += Math.min(FETCH_RANGE_BYTES, file.size - start);
    if (bytes === last) continue;
    last = bytes;
    yield* put(progressSampled({ id, index, bytes }));
  }
}
