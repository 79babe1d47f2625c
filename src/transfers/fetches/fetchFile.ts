import { UPLOAD_PART_MAX_RETRIES } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import { fetchReceipt, type FetchReceipt } from '@data-manager/domain/fetches/fetchReceipt';
import { fileAt, type FetchFile, type FileOutcome, type FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import {
  contentEtag,
  contentVerdict,
  planContentCheck,
  type ContentCheck,
} from '@data-manager/domain/transfers/contentCheck';
import { growingPause } from '@data-manager/domain/transfers/retryPolicy';
import { err, ok, type Result } from '@data-manager/lib/result';
import { call, delay, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { withSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { PresignedUrls } from '../presignedUrls';
import { fileRetried, fileStarted } from './fetchesSlice';
import { faultFailure, fetchRanges, nameOf } from './fetchRanges';

/** A file that is open for writing. It is kept while its fetch is paused. */
interface OpenFile {
  readonly writerId: string;
  /** Identifies the file: its position in the list, and the list's revision. */
  readonly index: number;
  readonly revision: number;
  /** First bytes of the ranges that are written and hashed. */
  readonly received: Set<number>;
  /** When it was opened, milliseconds since 1970. */
  readonly startedAt: number;
  /** False while it is being opened. */
  readonly isReady: boolean;
}

/** The open file of each fetch, by the fetch's id. */
export type OpenFiles = Map<string, OpenFile>;

/** How a file got onto the disk. */
interface SavedFile {
  readonly outcome: FileOutcome;
  /** The proof for a verified file. */
  readonly receipt?: FetchReceipt;
}

/** The next file of a fetch. */
interface Fetching {
  readonly fetch: FolderFetch;
  readonly file: FetchFile;
  /** How its content is compared with its ETag; undefined if that is impossible. */
  readonly check: ContentCheck | undefined;
  readonly openFiles: OpenFiles;
  readonly urls: PresignedUrls;
}

/**
 * Fetches the next file: compare with the folder → ranges → verify → save. A damaged file is fetched again, three times.
 * The file is not in the folder before it is verified.
 */
export function* fetchFile(
  fetch: FolderFetch,
  openFiles: OpenFiles,
  urls: PresignedUrls,
): SagaOf<Result<SavedFile, Failure>> {
  const { id, next: index } = fetch;
  const file = fileAt(fetch, index);
  if (file === undefined) return err({ kind: 'aborted' });
  const fetching: Fetching = { fetch, file, check: planContentCheck(file), openFiles, urls };
  if (!isOpen(openFiles.get(id), fetch)) {
    yield* discardOpenFile(id, openFiles);
    const local = yield* compareWithFolder(fetching);
    if (!local.ok || local.value === 'identical') return local.ok ? ok({ outcome: 'present' }) : local;
    if (local.value === 'other' && file.replaces !== true)
      return err({ kind: 'local-differs', fileName: nameOf(file) });
    yield* put(fileStarted({ id, index }));
  }
  const { random } = yield* getPorts();
  for (let tries = 1; ; tries += 1) {
    const result = yield* fetchOnce(fetching, tries - 1);
    if (result.ok || result.failure.kind !== 'content-differs' || tries > UPLOAD_PART_MAX_RETRIES) return result;
    yield* put(fileRetried({ id, index, tries, failure: result.failure }));
    yield* delay(growingPause('part', tries, yield* call(random.fraction)));
  }
}

function isOpen(open: OpenFile | undefined, { next, revision }: FolderFetch): boolean {
  return open?.isReady === true && open.index === next && open.revision === revision;
}

/** Discards the written part of a fetch's current file. */
export function* discardOpenFile(id: string, openFiles: OpenFiles): SagaOf<void> {
  const open = openFiles.get(id);
  if (open === undefined) return;
  openFiles.delete(id);
  const { folders } = yield* getPorts();
  yield* call(folders.discardFile, open.writerId);
}

/**
 * Compares the file in the folder, and hashes it if it has the same size. If its content proves nothing, it counts as absent:
 * this fetch may have written it before a reload.
 */
function* compareWithFolder({
  fetch: { folderId },
  file,
  check,
}: Fetching): SagaOf<Result<'identical' | 'other' | 'absent', Failure>> {
  const { folders } = yield* getPorts();
  const [size = 0] = yield* call(folders.fileSizes, folderId, [file.path]);
  if (size !== file.size || check === undefined) return ok(size !== file.size && size > 0 ? 'other' : 'absent');
  const local = { folderId, path: file.path, size: file.size, partSizes: check.partSizes };
  const hashed = yield* withSignal((signal) => call(folders.hashFile, local, signal));
  if (hashed.kind === 'failed') return err(faultFailure(hashed.fault, nameOf(file)));
  const verdict = hashed.kind === 'hashed' ? contentVerdict(check, hashed.md5s) : 'unknown';
  return ok(verdict === 'different' ? 'other' : verdict === 'identical' ? verdict : 'absent');
}

function* fetchOnce(fetching: Fetching, retries: number): SagaOf<Result<SavedFile, Failure>> {
  const { fetch, file, check, openFiles, urls } = fetching;
  const { folders, clock } = yield* getPorts();
  const { id, next: index } = fetch;
  const opened = yield* openFile(fetching);
  if (!opened.ok) return opened;
  const { writerId, received, startedAt } = opened.value;
  const fetched = yield* fetchRanges({ fetch, index, file, urls, writerId, received });
  if (!fetched.ok) {
    yield* discardOpenFile(id, openFiles);
    return fetched;
  }
  const { md5s } = yield* call(folders.hashWritten, writerId);
  const verdict = check === undefined ? 'unknown' : contentVerdict(check, md5s);
  if (verdict === 'different') {
    yield* discardOpenFile(id, openFiles);
    return err({ kind: 'content-differs', fileName: nameOf(file) });
  }
  // A pause can't interrupt saving. The file is then found in the folder when the fetch is resumed.
  openFiles.delete(id);
  const saved = yield* call(folders.saveFile, writerId);
  if (saved.kind === 'failed') return err(faultFailure(saved.fault, nameOf(file)));
  const proof = check && md5s.find((blocks) => contentEtag(check, blocks) === check.etag);
  if (proof === undefined) return ok({ outcome: 'unverifiable' });
  const endedAt = yield* call(clock.now);
  return ok({ outcome: 'verified', receipt: fetchReceipt(fetch, file, proof, { startedAt, endedAt, retries }) });
}

/** Opens the file, or continues with the one that was open before a pause. */
function* openFile({ fetch, file, check, openFiles }: Fetching): SagaOf<Result<OpenFile, Failure>> {
  const { id, next: index, revision, folderId } = fetch;
  const kept = openFiles.get(id);
  if (kept !== undefined && isOpen(kept, fetch)) return ok(kept);
  const { folders, random, clock } = yield* getPorts();
  const writerId = yield* call(random.uuid);
  const startedAt = yield* call(clock.now);
  const open: OpenFile = { writerId, index, revision, received: new Set(), startedAt, isReady: false };
  // Before it is opened, so that it can be discarded at any time.
  openFiles.set(id, open);
  const { path, size } = file;
  const opened = yield* call(folders.openFile, {
    writerId,
    folderId,
    path,
    size,
    partSizes: check?.partSizes ?? [],
  });
  if (opened.kind === 'failed') {
    yield* discardOpenFile(id, openFiles);
    return err(faultFailure(opened.fault, nameOf(file)));
  }
  const ready = { ...open, isReady: true };
  openFiles.set(id, ready);
  return ok(ready);
}
