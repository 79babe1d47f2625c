import * as v from 'valibot';
import type { DownloadAnswer } from '../domain/downloads/downloadAnswer';
import type { Failure } from '../domain/failures/failure';
import { ok, type Result } from '../lib/result';
import { put, type SagaOf } from '../lib/typedEffects';
import { answer, count, emptyAnswer, listAnswer, text } from './answers';
import { api } from './api';
import { apiPath } from './request';
import { sagaCall } from './sagaCall';

/*
 * One generator per call that the transfers make. They run the same onion as the cached endpoints, but neither a
 * cache nor an action sees their answers: links and presigned URLs are secrets and may not reach the store.
 */

/** The body of `POST /download`. */
export interface DownloadRequest {
  readonly onlyDownSamples: boolean;
  /** Full keys; either these or a folder. */
  readonly files?: readonly string[];
  /** A full path without a slash at its end. */
  readonly folder?: string;
  readonly zipFileName: string;
}

/** The answer to `POST /download`. */
export interface StartedDownload {
  /** The server's reference. */
  readonly ref: string;
  readonly url?: string;
  readonly totalFiles?: number;
  /** Bytes. */
  readonly totalSize?: number;
}

/** What the server says of an archive: how far it is, or how it ended. */
export interface DownloadProgress extends DownloadAnswer {
  /** Bytes. */
  readonly completedSize?: number;
  readonly totalFiles?: number;
  /** Bytes. */
  readonly totalSize?: number;
}

/** Where one part is sent to. */
export interface PartUrl {
  /** From 1. */
  readonly partNumber: number;
  /** Presigned: a secret, never stored. */
  readonly url: string;
}

interface UploadReference {
  readonly key: string;
  readonly uploadId: string;
}

/** The query of `GET /upload/urls`. */
export interface PartUrlsRequest extends UploadReference {
  /** The first part wanted, from 1. */
  readonly partNumber: number;
  readonly totalParts: number;
}

/** The body of `POST /upload/complete`. */
export interface UploadCompletion extends UploadReference {
  readonly parts: readonly { readonly PartNumber: number; readonly ETag: string; readonly checksum: string }[];
  /** MD5 of the parts' binary digests in order, then `-N`. */
  readonly checksum: string;
  /** True when no other file waits in the queue. */
  readonly lastFile: boolean;
}

const totals = { totalFiles: v.exactOptional(count), totalSize: v.exactOptional(count) };

const startedDownload: v.GenericSchema<unknown, StartedDownload> = answer({
  ref: text,
  url: v.exactOptional(text),
  ...totals,
});

const codeOnly = v.looseObject({ code: text, status: v.nullish(v.undefined()) });
/** An answer with a code may lack its status: it then counts as failed. */
const downloadProgress: v.GenericSchema<unknown, DownloadProgress> = v.pipe(
  v.unknown(),
  v.transform((body) => (v.is(codeOnly, body) ? { ...body, status: 'FAILED' } : body)),
  answer({
    status: v.picklist(['PREPARING', 'COMPLETED', 'NO_SUCH_UPLOAD', 'FAILED']),
    code: v.exactOptional(v.string()),
    completedSize: v.exactOptional(count),
    url: v.exactOptional(text),
    ...totals,
  }),
);
const startedUpload = answer({ uploadId: text });
const partUrls = listAnswer<PartUrl>('urls', answer({ partNumber: count, url: text }));

/** `POST /download`: asks the server for an archive. */
export function startDownload(body: DownloadRequest): SagaOf<Result<StartedDownload, Failure>> {
  return sagaCall({ endpoint: 'POST /download', method: 'POST', path: '/download', body }, startedDownload);
}

/** `GET /download/progress/{ref}`. An unknown reference is a value with the code `NOT_FOUND`. */
export function* readDownloadProgress(ref: string): SagaOf<Result<DownloadProgress, Failure>> {
  const outcome = yield* sagaCall(
    { endpoint: 'GET /download/progress/{ref}', method: 'GET', path: apiPath('download', 'progress', ref) },
    downloadProgress,
  );
  const isUnknown = !outcome.ok && outcome.failure.kind === 'not-found' && outcome.failure.code === 'NOT_FOUND';
  return isUnknown ? ok({ status: 'FAILED', code: 'NOT_FOUND' }) : outcome;
}

/** `DELETE /download/cancel`. */
export function cancelDownload(ref: string): SagaOf<Result<null, Failure>> {
  return sagaCall(
    { endpoint: 'DELETE /download/cancel', method: 'DELETE', path: '/download/cancel', body: { refId: ref } },
    emptyAnswer,
  );
}

/** `POST /upload/start`. */
export function startUpload(key: string): SagaOf<Result<{ readonly uploadId: string }, Failure>> {
  return sagaCall(
    { endpoint: 'POST /upload/start', method: 'POST', path: '/upload/start', body: { key } },
    startedUpload,
  );
}

/** `GET /upload/urls`: presigned URLs from a part on, in order; possibly fewer than remain. */
export function fetchPartUrls(asked: PartUrlsRequest): SagaOf<Result<readonly PartUrl[], Failure>> {
  return sagaCall(
    {
      endpoint: 'GET /upload/urls',
      method: 'GET',
      path: '/upload/urls',
      params: [
        ['key', asked.key],
        ['uploadId', asked.uploadId],
        ['partNumber', String(asked.partNumber)],
        ['totalParts', String(asked.totalParts)],
      ],
    },
    partUrls,
  );
}

/** `POST /upload/complete`. */
export function completeUpload(body: UploadCompletion): SagaOf<Result<null, Failure>> {
  return sagaCall({ endpoint: 'POST /upload/complete', method: 'POST', path: '/upload/complete', body }, emptyAnswer);
}

/** `DELETE /upload/cancel`: the server lets go of the parts. */
export function cancelUpload({ key, uploadId }: UploadReference): SagaOf<Result<null, Failure>> {
  return sagaCall(
    { endpoint: 'DELETE /upload/cancel', method: 'DELETE', path: '/upload/cancel', body: { key, uploadId } },
    emptyAnswer,
  );
}

/** Has the file lists fetched anew, after an upload. */
export function* refreshLists(): SagaOf<void> {
  yield* put(api.util.invalidateTags(['Files']));
}
