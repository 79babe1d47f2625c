import * as v from 'valibot';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import type { Failure } from '@data-manager/domain/failures/failure';
import { fileDate } from '@data-manager/domain/listing/fileDate';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import type { ReplaceCondition, UploadFile } from '@data-manager/domain/uploads/upload';
import { omit } from '@data-manager/lib/omit';
import { pick } from '@data-manager/lib/pick';
import { err, ok, type Result } from '@data-manager/lib/result';
import { call, getContext, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { withSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../platform/getPorts';
import type { RefreshAhead, RefreshSession } from '../session/refreshSession';
import { api } from './api';
import { baseQuery, type ApiRequest, type ThunkExtra } from './baseQuery';
import type { HasFeature } from './configuration';
import { datasetSchema } from './datasets';
import { projectSchema } from './projects';
import {
  emptyResponse,
  nonEmptyString,
  nonNegativeNumber,
  parseResponse,
  responseList,
  responseObject,
  type ResponseSchema,
} from './responseSchemas';

/*
 * The calls that transfers make, one generator each. They use the base query of the endpoints but not its cache: download
 * links and presigned URLs are secrets and must not reach the store.
 */

/** The body of `POST /download`. */
export interface DownloadRequest {
  readonly onlyDownSamples: boolean;
  /** Full keys. Present unless `folder` is. */
  readonly files?: readonly string[];
  /** A full path without a trailing slash. */
  readonly folder?: string;
  readonly zipFileName: string;
}

interface UploadIds {
  readonly key: string;
  readonly uploadId: string;
}

/** The query of `GET /upload/urls`. */
export interface PartUrlsRequest extends UploadIds {
  /** The first part to be returned, from 1. */
  readonly partNumber: number;
  readonly totalParts: number;
}

/** The body of `POST /upload/complete`. */
export interface UploadCompletion extends UploadIds, ReplaceCondition {
  readonly parts: readonly { readonly PartNumber: number; readonly ETag: string; readonly checksum: string }[];
  /** MD5 of the parts' binary digests in order, then `-N`. */
  readonly checksum: string;
  /** True if no other file is queued. */
  readonly lastFile: boolean;
  /** The checksum files on the disk with which the file was compared. */
  readonly manifest?: string;
  /** The name of the followed folder that it comes from. */
  readonly followedFolder?: string;
}

/** Sizes in bytes. */
const totals = { totalFiles: v.exactOptional(nonNegativeNumber), totalSize: v.exactOptional(nonNegativeNumber) };

const startedDownload = responseObject({
  /** The server's ID of the download. */
  ref: nonEmptyString,
  url: v.exactOptional(nonEmptyString),
  ...totals,
});

type StartedDownload = v.InferOutput<typeof startedDownload>;

const codeOnly = v.looseObject({ code: nonEmptyString, status: v.nullish(v.undefined()) });

/** The progress of an archive, or its final state. A body with a code but without a status counts as failed. */
const downloadProgress = v.pipe(
  v.unknown(),
  v.transform((body) => (v.is(codeOnly, body) ? { ...body, status: 'FAILED' } : body)),
  responseObject({
    status: v.picklist(['PREPARING', 'COMPLETED', 'NO_SUCH_UPLOAD', 'FAILED']),
    code: v.exactOptional(v.string()),
    completedSize: v.exactOptional(nonNegativeNumber),
    url: v.exactOptional(nonEmptyString),
    ...totals,
  }),
);

export type DownloadProgress = v.InferOutput<typeof downloadProgress>;

const partUrl = responseObject({
  /** From 1. */
  partNumber: nonNegativeNumber,
  /** Presigned: a secret that must not reach the store. */
  url: nonEmptyString,
  /** The MD5 of the part, if the storage has received it and the server says so. */
  etag: v.exactOptional(nonEmptyString),
});

/** The address of one part. */
export type PartUrl = v.InferOutput<typeof partUrl>;

const partUrls = responseList('urls', partUrl);

/** `urls`: those of the first parts, if the server offers `upload.startUrls`. */
const startedUpload = responseObject({ uploadId: nonEmptyString, urls: v.exactOptional(partUrls) });

export type StartedUpload = v.InferOutput<typeof startedUpload>;

const fileUrls = v.pipe(
  responseObject({ urls: v.record(v.string(), nonEmptyString) }),
  v.transform(({ urls }) => urls),
);

/** Starts preparing an archive. */
export function startDownload(body: DownloadRequest): SagaOf<Result<StartedDownload, Failure>> {
  return callFromSaga({ endpoint: 'POST /download', body }, startedDownload);
}

/** Fetches the progress of an archive. An unknown reference is a value with the code `NOT_FOUND`. */
export function* readDownloadProgress(ref: string): SagaOf<Result<DownloadProgress, Failure>> {
  const progress = yield* callFromSaga(
    { endpoint: 'GET /download/progress/{ref}', pathParams: { ref } },
    downloadProgress,
  );
  const isUnknown = !progress.ok && progress.failure.kind === 'not-found' && progress.failure.code === 'NOT_FOUND';
  return isUnknown ? ok({ status: 'FAILED', code: 'NOT_FOUND' }) : progress;
}

/** Cancels the preparation of an archive. */
export function cancelDownload(ref: string): SagaOf<Result<null, Failure>> {
  return callFromSaga({ endpoint: 'DELETE /download/cancel', body: { refId: ref } }, emptyResponse);
}

/**
 * Starts the multipart upload of a file. Asks for the first URLs as well if the server offers it: that saves a call. Sends the
 * date of the file and what another computer needs to continue, if the server stores it.
 */
export function* startUpload(
  key: string,
  totalParts: number,
  {
    lastModified,
    size,
    partSize,
    ...condition
  }: ReplaceCondition & Pick<UploadFile, 'lastModified' | 'size' | 'partSize'>,
): SagaOf<Result<StartedUpload, Failure>> {
  const hasFeature = yield* getContext<HasFeature>('hasFeature');
  const hasUrls = yield* call(hasFeature, 'upload.startUrls');
  const modified = (yield* call(hasFeature, 'upload.modified')) ? fileDate(lastModified) : undefined;
  const isListed = yield* call(hasFeature, 'uploads.list');
  const body = {
    key,
    ...(hasUrls && { totalParts }),
    ...(isListed && { size, ...(partSize !== undefined && { partSize }) }),
    ...(modified !== undefined && { modified }),
    ...(yield* knownToServer(condition)),
  };
  return yield* callFromSaga({ endpoint: 'POST /upload/start', body }, startedUpload);
}

/** Fetches presigned URLs in order, starting with a part. The server may return fewer than remain. */
export function fetchPartUrls(request: PartUrlsRequest): SagaOf<Result<readonly PartUrl[], Failure>> {
  const { key, uploadId, partNumber, totalParts } = request;
  const params = Object.entries({ key, uploadId, partNumber: String(partNumber), totalParts: String(totalParts) });
  return callFromSaga({ endpoint: 'GET /upload/urls', params }, partUrls);
}

/** Returns the fields that keep the server from replacing a file, as far as the server offers them. */
function* knownToServer({ onlyIfAbsent, replaces }: ReplaceCondition): SagaOf<ReplaceCondition> {
  const hasFeature = yield* getContext<HasFeature>('hasFeature');
  if (onlyIfAbsent && (yield* call(hasFeature, 'upload.onlyIfAbsent'))) return { onlyIfAbsent };
  if (replaces !== undefined && (yield* call(hasFeature, 'upload.replaces'))) return { replaces };
  return {};
}

/** Completes a multipart upload. */
export function* completeUpload(completion: UploadCompletion): SagaOf<Result<null, Failure>> {
  const { act, ...rest } = omit(completion, 'onlyIfAbsent', 'replaces', 'manifest', 'followedFolder');
  const hasFeature = yield* getContext<HasFeature>('hasFeature');
  const hasAct = act !== undefined && (yield* call(hasFeature, 'files.restoreReplaced'));
  const origin = pick(completion, 'manifest', 'followedFolder');
  const hasOrigin = Object.keys(origin).length > 0 && (yield* call(hasFeature, 'receipts.list'));
  const body = {
    ...{ ...rest, ...(hasAct && { act }), ...(hasOrigin && origin) },
    ...(yield* knownToServer(completion)),
  };
  return yield* callFromSaga({ endpoint: 'POST /upload/complete', body }, emptyResponse);
}

/** Aborts a multipart upload: the server deletes its parts. */
export function cancelUpload({ key, uploadId }: UploadIds): SagaOf<Result<null, Failure>> {
  return callFromSaga({ endpoint: 'DELETE /upload/cancel', body: { key, uploadId } }, emptyResponse);
}

/** Fetches presigned URLs of up to 100 files by key. They are secrets that must not reach the store. */
export function fetchFileUrls(keys: readonly string[]): SagaOf<Result<Readonly<Record<string, string>>, Failure>> {
  return callFromSaga({ endpoint: 'POST /manage/files/urls', body: { keys } }, fileUrls);
}

/** Fetches presigned URLs for the preview, which reads pixels of files without a saga. */
export function fetchUrlsOfFiles(
  keys: readonly string[],
  extra: ThunkExtra,
  signal: AbortSignal,
): Promise<Result<Readonly<Record<string, string>>, Failure>> {
  return callApi({ endpoint: 'POST /manage/files/urls', body: { keys } }, fileUrls, extra, signal);
}

/** Fetches a dataset by its titles; undefined if it is not found, or after a failure. Recordings get none of the others. */
export function* readDataset(projectTitle: string, title: string): SagaOf<Dataset | undefined> {
  const projects = oneOf('projects', projectSchema, (project) => project.title === projectTitle);
  const project = yield* callFromSaga({ endpoint: 'GET /project' }, projects);
  if (!project.ok || project.value === undefined) return undefined;
  const { projectHash } = project.value;
  const datasets = oneOf('datasets', datasetSchema, ({ dataset }) => dataset === title);
  const request = { endpoint: 'GET /dataset/{projectHash}', pathParams: { projectHash } } as const;
  const found = yield* callFromSaga(request, datasets);
  return found.ok ? found.value : undefined;
}

function oneOf<Item>(name: string, item: ResponseSchema<Item>, isWanted: (item: Item) => boolean) {
  return v.pipe(
    responseList(name, item),
    v.transform((items) => items.find(isWanted)),
  );
}

/** Fetches the shown lists again. */
export function* refreshLists(tags: readonly ('Projects' | 'Datasets' | 'Files')[]): SagaOf<void> {
  yield* put(api.util.invalidateTags([...tags]));
}

/** Makes a call from a saga. Cancelling the saga aborts the request. */
export function* callFromSaga<Data>(request: ApiRequest, schema: ResponseSchema<Data>): SagaOf<Result<Data, Failure>> {
  const ports = yield* getPorts();
  const config = yield* getContext<DeploymentConfig>('config');
  const refreshSession = yield* getContext<RefreshSession>('refreshSession');
  const refreshAhead = yield* getContext<RefreshAhead>('refreshAhead');
  const extra = { ports, config, refreshSession, refreshAhead };
  return yield* withSignal((signal) => call(callApi<Data>, request, schema, extra, signal));
}

/** Sends a request and validates the response. Never rejects. */
export async function callApi<Data>(
  request: ApiRequest,
  schema: ResponseSchema<Data>,
  extra: ThunkExtra,
  signal: AbortSignal,
): Promise<Result<Data, Failure>> {
  const { data, error } = await baseQuery(request, { extra, signal });
  return error === undefined ? parseResponse(request.endpoint, schema, data) : err(error);
}
