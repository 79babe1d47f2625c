import { combineReducers } from '@reduxjs/toolkit';
import { delay, getContext } from 'redux-saga/effects';
import type { Failure } from '@data-manager/domain/failures/failure';
import { compositeChecksum, md5OfText } from '@data-manager/domain/uploads/checksums';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { err, ok, type Result } from '@data-manager/lib/result';
import { waitForSignal } from '@data-manager/lib/waitFor';
import { completeUpload, fetchPartUrls, startUpload, type PartUrlsRequest } from '../../../src/api/gateways';
import type { PutPartRequest, PutPartResult } from '../../../src/platform/ports';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { followsReducer } from '../../../src/transfers/follows/followsSlice';
import { Throughput } from '../../../src/transfers/uploads/throughput';
import { uploadFile } from '../../../src/transfers/uploads/uploadFile';
import {
  completionSent,
  filesQueued,
  partRetried,
  partUploaded,
  startSent,
  uploadIdLost,
  uploadResumed,
  uploadsReducer,
  uploadStarted,
  waitingStarted,
} from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner, anUploadFile } from '../../support/builders';
import { expectSaga } from '../../support/expectSaga';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';
import { aFile, bytesOfParts, md5OfPart } from './fakeStorage';

const LOST = err<Failure>({ kind: 'not-found', code: 'NO_SUCH_UPLOAD' });
const id = 'file-1';
const name = 'a.tif';

const reducer = combineReducers({ session: sessionReducer, uploads: uploadsReducer, follows: followsReducer });

interface Answers {
  /** The URLs of the next calls. By default, each call returns the URL of the requested part. */
  readonly urls?: Result<readonly { readonly partNumber: number; readonly url: string }[], Failure>[];
  /** Results of the next calls to complete the upload. By default, they succeed. */
  readonly completions?: Result<null, Failure>[];
  /** Results of the next PUTs. By default, the storage returns the MD5 of the part. */
  readonly puts?: PutPartResult[];
}

/** Runs the saga with the real reducers, a queue of one file, and no waiting for retries or the network. */
function upload(
  size: number,
  { urls = [], completions = [], puts = [] }: Answers = {},
  given: Partial<UploadFile> = {},
) {
  const source = aFile(name, size);
  const labelOf = (body: Blob) => (body as Blob & { readonly label: string }).label;
  const base = createFakePorts({
    hashPart: (body) => {
      const { length } = body as Blob & { readonly length: number };
      return Promise.resolve({ kind: 'hashed', md5: md5OfText(labelOf(body)), bytes: length });
    },
    putPart: ({ body }: PutPartRequest) =>
      Promise.resolve(puts.shift() ?? { kind: 'answered', status: 200, etag: `"${md5OfText(labelOf(body))}"` }),
  });
  const ports = { ...base, files: { ...base.files, get: () => source } };
  const file = anUploadFile({ id, name, size, ...given });
  let uploads = 0;
  const answer = (fn: unknown, [request]: readonly unknown[]): unknown => {
    if (fn === startUpload) return ok({ uploadId: `up-${(uploads += 1)}` });
    if (fn === completeUpload) return completions.shift() ?? ok(null);
    if (fn !== fetchPartUrls) return undefined;
    const { partNumber } = request as PartUrlsRequest;
    return urls.shift() ?? ok([{ partNumber, url: `https://storage.test/${partNumber}` }]);
  };
  return expectSaga(uploadFile, file, new Throughput())
    .withReducer(
      reducer,
      [loginFound(anOwner()), filesQueued({ files: [file] })].reduce(reducer, reducer(undefined, { type: '' })),
    )
    .provide([
      [getContext('ports'), ports],
      {
        call: ({ fn, args }, next) => {
          const isRetryDelay = fn === delay(0).payload.fn && Number(args[0]) >= 1_000;
          return (isRetryDelay || fn === waitForSignal ? null : (answer(fn, args) ?? next())) as unknown;
        },
      },
    ]);
}

/** The first upload of the fake server, which is completed without a queue. */
const COMPLETED = ok({ uploadId: 'up-1', lastFile: true });

const requestFor = (uploadId: string, totalParts: number, partNumber: number): PartUrlsRequest => ({
  key: `acme/brains/TC042/${name}`,
  uploadId,
  totalParts,
  partNumber,
});

/** Returns a part as the store keeps it. */
function aPart(partNumber: number) {
  const md5 = md5OfPart(name, partNumber);
  return { partNumber, etag: md5, md5 };
}

describe('uploadFile', () => {
  it('starts the upload, fetches URLs, sends the parts and completes the upload with their checksums', async () => {
    const parts = [aPart(1), aPart(2)];
    await upload(bytesOfParts(2))
      .put(startSent({ id }))
      .call(startUpload, `acme/brains/TC042/${name}`, 2, { lastModified: 1_700_000_000_000, size: bytesOfParts(2) })
      .put(uploadStarted({ id, uploadId: 'up-1', at: FAKE_NOW_MS }))
      .call(fetchPartUrls, requestFor('up-1', 2, 1))
      .call(fetchPartUrls, requestFor('up-1', 2, 2))
      .put(partUploaded({ id, part: aPart(1) }))
      .put(partUploaded({ id, part: aPart(2) }))
      .put(completionSent({ id }))
      .call(completeUpload, {
        key: `acme/brains/TC042/${name}`,
        uploadId: 'up-1',
        parts: parts.map(({ partNumber, etag, md5 }) => ({ PartNumber: partNumber, ETag: etag, checksum: md5 })),
        checksum: compositeChecksum(parts.map(({ md5 }) => md5)),
        lastFile: true,
      })
      .returns(COMPLETED)
      .run();
  });

  it('sends an empty file as one empty part', async () => {
    await upload(0)
      .put(partUploaded({ id, part: aPart(1) }))
      .returns(COMPLETED)
      .run();
  });

  it('keeps the additional URLs of a response for the next parts', async () => {
    const both = [1, 2].map((partNumber) => ({ partNumber, url: `https://storage.test/${partNumber}` }));
    await upload(bytesOfParts(3), { urls: [ok(both)] })
      .call(fetchPartUrls, requestFor('up-1', 3, 1))
      .not.call(fetchPartUrls, requestFor('up-1', 3, 2))
      .call(fetchPartUrls, requestFor('up-1', 3, 3))
      .returns(COMPLETED)
      .run();
  });

  it('sends only the missing parts of an upload that was interrupted', async () => {
    const session = { uploadId: 'up-0', parts: [aPart(1), aPart(3)] };
    await upload(bytesOfParts(3), {}, { progress: { phase: 'waiting', session } })
      .put(uploadResumed({ id }))
      .not.call.fn(startUpload)
      .call(fetchPartUrls, requestFor('up-0', 3, 2))
      .not.call(fetchPartUrls, requestFor('up-0', 3, 1))
      .put(partUploaded({ id, part: aPart(2) }))
      .returns(ok({ uploadId: 'up-0', lastFile: true }))
      .run();
  });

  it('starts a new upload if the server has lost the old one', async () => {
    const session = { uploadId: 'up-0', parts: [aPart(1)] };
    await upload(bytesOfParts(2), { urls: [LOST] }, { progress: { phase: 'waiting', session } })
      .put(uploadIdLost({ id }))
      .put(uploadStarted({ id, uploadId: 'up-1', at: FAKE_NOW_MS }))
      .put(partUploaded({ id, part: aPart(1) }))
      .put(partUploaded({ id, part: aPart(2) }))
      .returns(COMPLETED)
      .run();
  });

  it('fails if the server loses the upload twice', async () => {
    await upload(1, { completions: [LOST, LOST] })
      .put(uploadIdLost({ id }))
      .returns(LOST)
      .run();
  });

  it('fails without a retry if the API returns no URL', async () => {
    const failure = { kind: 'bad-answer', endpoint: 'GET /upload/urls', field: 'url (partNumber 1)' } as const;
    await upload(1, { urls: [ok([])] })
      .not.put.actionType(partRetried.type)
      .returns(err(failure))
      .run();
  });

  it('fails without a retry if the page can’t read the ETag', async () => {
    await upload(1, { puts: [{ kind: 'answered', status: 200, etag: null }] })
      .not.put.actionType(partRetried.type)
      .not.call.fn(completeUpload)
      .returns(err({ kind: 'etag-hidden' }))
      .run();
  });

  it('fails a part for which the storage returns the same wrong ETag twice', async () => {
    const wrong: PutPartResult = { kind: 'answered', status: 200, etag: '"not-the-md5"' };
    const result = await upload(1, { puts: [wrong, { kind: 'stalled' }, wrong] })
      .put.actionType(partRetried.type)
      .not.call.fn(completeUpload)
      .run();
    expect(result.returnValue).toMatchObject({ ok: false, failure: { kind: 'etag-no-hash' } });
  });

  it('repeats a call to complete whose response was lost, and does not send the file again', async () => {
    await upload(1, { completions: [err({ kind: 'unreachable' })] })
      .put(waitingStarted({ reason: 'network' }))
      .not.put(uploadIdLost({ id }))
      .returns(COMPLETED)
      .run();
  });

  it('fails as completion-unknown if the response is lost and the server then does not know the upload', async () => {
    await upload(1, { completions: [err({ kind: 'unreachable' }), LOST] })
      .not.put(uploadIdLost({ id }))
      .returns(err({ kind: 'completion-unknown', fileName: name }))
      .run();
  });
});
